/** The account this browser is signed in to, if any. */
import { api } from "./api";

class Session {
  name = $state<string | null>(null);
  /** Whether the form to sign in is open. */
  asking = $state(false);

  async load(): Promise<void> {
    this.name = (await api.me()).account;
  }

  async enter(name: string, password: string, fresh: boolean): Promise<void> {
    this.name = (await (fresh ? api.signUp(name, password) : api.signIn(name, password))).name;
    this.asking = false;
  }

  async leave(): Promise<void> {
    await api.signOut();
    this.name = null;
  }
}

export const session = new Session();
