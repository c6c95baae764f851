"""`python -m tests.attack.run NAME [--count N] [--seed S] [--seconds T]`: go on with a campaign until it is done or the
time is over, and tell what came of it. NAME: kills, workers, messages, records, owners, hundred, migrations."""

import argparse
import tempfile
from pathlib import Path

from tests.attack.campaign import BATCH, Campaign, folder
from tests.server.postgres import postgres

WANTED = {"kills": 50, "workers": 50, "messages": 100_000, "records": 20_000, "owners": 5_000}
WANTED |= {"hundred": 24, "migrations": 600}
"""How many make a campaign: kills, messages, records, folders."""
ROUND = 5
"""Kills in one trial, which ends with a comparison of everything."""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("name", choices=WANTED)
    asked.add_argument("--count", type=int, default=0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--seconds", type=float, default=480)
    told = asked.parse_args()
    wanted = told.count or WANTED[told.name]
    campaign = Campaign(told.name, told.seed)
    with tempfile.TemporaryDirectory() as place:
        attack(campaign, told.name, wanted, told.seconds, Path(place))
    campaign.tell(wanted // {"kills": ROUND, "workers": ROUND, "messages": BATCH}.get(told.name, 1))


def attack(campaign: Campaign, name: str, wanted: int, seconds: float, place: Path) -> None:
    match name:
        case "owners":  # before anything loads a title
            from tests.attack import owners

            campaign.run(lambda rng: owners.trial(rng, folder("owners")), wanted, seconds)
        case "hundred":
            from tests.attack import owners

            campaign.run(lambda rng: owners.thorough(rng, folder("hundred")), wanted, seconds)
        case "records":
            from tests.attack import records

            campaign.run(records.trial, wanted, seconds)
        case "messages":
            from tests.attack import messages

            messages.attack(campaign, wanted, seconds, place)
        case "migrations":
            from tests.attack import migrations

            with postgres() as address:
                whole: migrations.Whole = {}
                both = [address, f"sqlite:///{place}/table.sqlite3"]
                campaign.run(lambda rng: migrations.trial(rng, both, whole), wanted, seconds)
        case "kills":
            campaign.run(lambda rng: _round(rng.randrange(10**6), place), wanted // ROUND, seconds)
        case "workers":
            with postgres() as address:
                campaign.run(lambda rng: _round(rng.randrange(10**6), place, address, 2), wanted // ROUND, seconds)


def _round(seed: int, place: Path, database: str = "", workers: int = 1) -> str:
    from tests.attack import kills

    data = Path(tempfile.mkdtemp(dir=place))
    kept, matches = kills.soak(data, ROUND, seed, database, workers, kills.MIXED)
    print(f"{ROUND} kills: {kept} acknowledged answers in {matches} matches, all there", flush=True)
    return f"{ROUND} kills, nothing lost"


if __name__ == "__main__":
    main()
