"""A random agent in the PettingZoo environment of a title.

    python examples/random_agent.py cassino_1944 --games 3

Needs `pip install 'grognard[adapters]'`.
"""

import argparse

import numpy as np

from grognard.adapters.zoo import env


def play(title: str, seed: int) -> tuple[dict[str, float], int]:
    """One game of random agents: what each agent got, and how many actions it took."""
    table = env(title)
    table.reset(seed=seed)
    rng = np.random.default_rng(seed)
    rewards: dict[str, float] = {}
    actions = 0
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        if terminated or truncated:
            rewards[agent] = reward
            table.step(None)
        else:
            table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            actions += 1
    return rewards, actions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", nargs="?", default="cassino_1944")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for number in range(given.games):
        rewards, actions = play(given.title, given.seed + number)
        print(f"game {number + 1}: {actions} actions, {rewards}")


if __name__ == "__main__":
    main()
