/** How a page that nobody looks at says that it is your move: its title, its icon, a sound. */

const PLAIN = "/favicon.svg";
const WAITING = "/favicon-waiting.svg";

interface Badging {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** The title and icon of the page; `waiting`: how many questions are this player's. */
export function signal(title: string, waiting: number, unread = 0): void {
  const mark = waiting > 1 ? `(${waiting}) ` : waiting ? "● Your move: " : unread ? `(${unread} said) ` : "";
  document.title = mark + title;
  document.querySelector<HTMLLinkElement>("link[rel=icon]")?.setAttribute("href", waiting ? WAITING : PLAIN);
  const app = navigator as Badging;
  void (waiting ? app.setAppBadge?.(waiting) : app.clearAppBadge?.())?.catch(() => null);
}

/** Two soft notes; a browser that plays nothing before a click plays nothing. */
export function chime(): void {
  const sound = new AudioContext();
  const level = sound.createGain();
  level.gain.setValueAtTime(0.0001, sound.currentTime);
  level.gain.exponentialRampToValueAtTime(0.12, sound.currentTime + 0.03);
  level.gain.exponentialRampToValueAtTime(0.0001, sound.currentTime + 0.7);
  level.connect(sound.destination);
  [523.25, 783.99].forEach((pitch, i) => {
    const note = sound.createOscillator();
    note.frequency.value = pitch;
    note.connect(level);
    note.start(sound.currentTime + i * 0.16);
    note.stop(sound.currentTime + 0.7);
    if (i) note.onended = () => void sound.close();
  });
}
