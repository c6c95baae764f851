/** The account this browser is signed in to, if any, and what its player has learnt. */
import { api } from "./api";
import type { Learnt } from "./types";

class Session {
  name = $state<string | null>(null);
  /** Whether the form to sign in is open. */
  asking = $state(false);

  email = $state<string | null>(null);
  /** Whether the server sends letters. */
  mail = $state(false);
  learnt = $state.raw<Learnt[]>([]);
  push = $state("");
  known = $state(false);

  async load(): Promise<void> {
    const me = await api.me();
    [this.name, this.email, this.mail, this.learnt] = [me.account, me.email, me.mail, me.learnt];
    [this.push, this.known] = [me.push, true];
  }

  async enter(name: string, password: string, fresh: boolean): Promise<void> {
    this.name = (await (fresh ? api.signUp(name, password) : api.signIn(name, password))).name;
    this.asking = false;
    await this.load();
  }

  async leave(): Promise<void> {
    await api.signOut();
    await this.load();
  }
}

export const session = new Session();
