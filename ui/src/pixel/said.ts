const MOST_KEPT = 20;

/** What a site says by pushing it onto a list; whoever listens is told, also of what was said before the script came. */
export type Said<What> = What[] & { listeners?: ((what: What) => void)[] };

/** Tells the listener what stands on the list and what will be pushed onto it; every campaign on the page is a listener of its own. */
export function onSaid<What>(said: Said<What>, listener: (what: What) => void): void {
  if (!said.listeners) {
    const listeners: ((what: What) => void)[] = (said.listeners = []);
    // Replaced on the list itself: the site may have kept it.
    said.push = (...more) => {
      for (const what of more) {
        if (said.length < MOST_KEPT) said[said.length] = what;
        for (const tell of listeners) tell(what);
      }
      return said.length;
    };
  }
  said.slice(0, MOST_KEPT).forEach(listener);
  said.listeners.push(listener);
}
