/** What the player wishes, remembered in this browser. */

export type ThemeChoice = "system" | "light" | "dark";

const KEY = "grognard.prefs";

interface Kept {
  theme: ThemeChoice;
  confirm: boolean;
  /** Ask again before a phase ends in which units could still act. */
  guard: boolean;
  /** A sound when it is this player's move. */
  sound: boolean;
  /** Seconds an event of the film stands. */
  pace: number;
  /** Seconds an operation of the computer stands; -1: as the table has it. */
  computer: number;
}

const USUAL: Kept = { theme: "system", confirm: false, guard: true, sound: false, pace: 1.2, computer: -1 };

function load(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return USUAL;
  }
}

class Prefs {
  private kept = $state<Kept>(load());
  private systemDark = $state(false);
  reducedMotion = $state(false);

  constructor() {
    this.follow("(prefers-color-scheme: dark)", (on) => (this.systemDark = on));
    this.follow("(prefers-reduced-motion: reduce)", (on) => (this.reducedMotion = on));
  }

  get theme(): ThemeChoice {
    return this.kept.theme;
  }

  set theme(theme: ThemeChoice) {
    this.keep({ theme });
  }

  get confirm(): boolean {
    return this.kept.confirm;
  }

  set confirm(confirm: boolean) {
    this.keep({ confirm });
  }

  get guard(): boolean {
    return this.kept.guard;
  }

  set guard(guard: boolean) {
    this.keep({ guard });
  }

  get sound(): boolean {
    return this.kept.sound;
  }

  set sound(sound: boolean) {
    this.keep({ sound });
  }

  get pace(): number {
    return this.kept.pace;
  }

  get computer(): number {
    return this.kept.computer;
  }

  set computer(computer: number) {
    this.keep({ computer });
  }

  get dark(): boolean {
    return this.kept.theme === "system" ? this.systemDark : this.kept.theme === "dark";
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  private follow(query: string, tell: (on: boolean) => void): void {
    const media = matchMedia(query);
    tell(media.matches);
    media.addEventListener("change", () => tell(media.matches));
  }
}

export const prefs = new Prefs();
