/** Web Push: the browser tells its player that it is their move, also when no page is open. */
import { api } from "./api";

/** Only pages by https, or from this machine, and not every browser. */
export function canPush(): boolean {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
}

async function present(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export async function isPushed(): Promise<boolean> {
  return (await present().catch(() => null)) !== null;
}

/** Ask the player, and tell the server where this browser takes messages. */
export async function pushOn(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("This browser may not show notifications; its settings say so.");
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => {
    throw new Error("This browser reaches no service that would bring it messages; a private window never does.");
  });
  const { keys } = made.toJSON();
  await api.push(made.endpoint, keys?.p256dh ?? "", keys?.auth ?? "");
}

export async function pushOff(): Promise<void> {
  const made = await present();
  if (!made) return;
  await api.push(made.endpoint, "", "");
  await made.unsubscribe();
}
