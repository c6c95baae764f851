/* Shows what the server tells of a turn, and opens the table when it is clicked. Nothing is kept for use without a line.
   The icon is a bitmap: notifications do not draw vectors everywhere. */
self.addEventListener("push", (event) => {
  const told = event.data.json();
  const shown = { body: told.body, tag: told.match, data: told.match, icon: "/notice.png" };
  event.waitUntil(self.registration.showNotification(told.title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = `/#/table/${event.notification.data}`;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find((page) => page.url.endsWith(address));
    await (there ? there.focus() : self.clients.openWindow(address));
  };
  event.waitUntil(open());
});
