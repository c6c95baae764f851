/** The line to one match: it comes back by itself, and questions put to the server are promises. */
import type { Reply, ServerMessage } from "./types";

/** "gone": the server shows no such match, and asking again would change nothing. */
export type LineState = "connecting" | "open" | "lost" | "gone";

export interface Listener {
  message(message: ServerMessage): void;
  state(state: LineState): void;
}

/** An answer the server did not accept. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly rule: string,
    readonly key = "",
  ) {
    super(message);
  }
}

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const NO_SUCH_MATCH = 4404;

export class Socket {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private count = 0;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly match: string,
    private readonly listener: Listener,
  ) {
    this.open();
  }

  /** Ask or tell; the promise settles with the reply, the acknowledgement or the refusal that carries its id. */
  send(type: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    const id = `c${++this.count}`;
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Refused("The connection is lost; the table comes back by itself.", ""));
        return;
      }
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ type, id, ...fields }));
    });
  }

  /** Tell without waiting for anything. */
  tell(type: string, fields: Record<string, unknown> = {}): void {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ type, id: `c${++this.count}`, ...fields }));
    }
  }

  /** Try again now instead of after the pause. */
  retry(): void {
    if (this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private open(): void {
    this.listener.state("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.match)}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.listener.state("open");
    };
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.lose(code === NO_SUCH_MATCH);
    };
  }

  private lose(gone: boolean): void {
    for (const { reject } of this.waiting.values()) reject(new Refused("The connection was lost.", ""));
    this.waiting.clear();
    if (this.closed) return;
    this.listener.state(gone ? "gone" : "lost");
    if (gone) return;
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private receive(message: ServerMessage): void {
    if (message.type === "reply" || message.type === "ack") {
      this.waiting.get(message.id)?.resolve(message as Reply);
      this.waiting.delete(message.id);
    } else if (message.type === "refused") {
      this.waiting.get(message.id)?.reject(new Refused(message.text, message.rule, message.key));
      this.waiting.delete(message.id);
    } else {
      this.listener.message(message);
    }
  }
}
