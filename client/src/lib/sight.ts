/**
 * Brings a card of the panel into sight that a player asked for, below whatever stands before it. When it goes, the panel
 * is where it was: the question heads it again.
 */
export function inSight(card: Element): () => void {
  const panel = card.closest(".scroll");
  const before = panel?.scrollTop ?? 0;
  card.scrollIntoView({ block: "nearest" });
  const after = panel?.scrollTop ?? 0;
  return () => {
    if (panel && panel.scrollTop <= after) panel.scrollTop = Math.min(panel.scrollTop, before);
  };
}
