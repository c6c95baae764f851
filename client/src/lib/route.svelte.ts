/** Routes live in the hash, so that a seat's token never reaches a server log. */

export type Route =
  | { page: "lobby" }
  | { page: "account" }
  | { page: "new"; game: string }
  | { page: "about"; game: string }
  | { page: "learn"; game: string }
  | { page: "table"; match: string }
  | { page: "dice"; match: string }
  | { page: "join"; token: string };

export function parse(hash: string): Route {
  const [page, rest = ""] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (page === "join" && rest) return { page, token: rest };
  if ((page === "table" || page === "dice") && rest) return { page, match: rest };
  if ((page === "new" || page === "about" || page === "learn") && rest) return { page, game: rest };
  if (page === "account") return { page };
  return { page: "lobby" };
}

class Router {
  route = $state<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.hash)));
  }
}

export const router = new Router();

export function go(hash: string): void {
  location.hash = hash;
}
