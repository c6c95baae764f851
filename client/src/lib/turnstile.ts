/** Lets so many go on at a time; the others wait, and who came first goes first. */
export class Turnstile {
  private inside = 0;
  private readonly outside: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async next<T>(work: () => Promise<T>): Promise<T> {
    if (this.inside < this.most) this.inside += 1;
    else await new Promise<void>((go) => this.outside.push(go)); // who leaves hands his place on
    try {
      return await work();
    } finally {
      const go = this.outside.shift();
      if (go) go();
      else this.inside -= 1;
    }
  }
}
