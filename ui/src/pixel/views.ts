import { safely } from './safely.ts';

const SETTLED_MS = 300;
const LOADED_MS = 3_000;

export interface Page {
  u: string;
  r: string;
}
/** Called when an address has settled. `isNew`: it is another page than before; `isLast`: the page may be gone in a moment. */
type Tell = (page: Page, isNew: boolean, isLast: boolean) => void;
export interface Views {
  /** The page that is being looked at; null while its address may still be replaced. */
  now(): Page | null;
}

/**
 * Tells which pages are looked at, in a site of whole pages or in one that changes its address by script. An address that is replaced before
 * it has settled, as routers do to redirect, was never looked at; one that is followed by a new entry of the history was.
 */
export function watchViews(address: () => string, byHash: boolean, tell: Tell): Views {
  let page: Page = { u: '', r: '' };
  let from = document.referrer;
  /** An address that may still be replaced, and since when it is there. */
  let unsettled: { u: string; since: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const conclude = (isLast: boolean): void => {
    clearTimeout(timer);
    if (!unsettled) return;
    const { u } = unsettled;
    unsettled = null;
    const isNew = !!u && u !== page.u;
    if (isNew) {
      page = { u, r: from };
      from = u;
    }
    tell(page, isNew, isLast);
  };
  const check = safely(() => {
    if (document.readyState === 'complete' || Date.now() - unsettled!.since > LOADED_MS) conclude(false);
    else timer = setTimeout(check, SETTLED_MS);
  });
  const look = (isRedirect: boolean): void => {
    if (!isRedirect) conclude(false);
    unsettled = { u: address(), since: unsettled?.since ?? Date.now() };
    clearTimeout(timer);
    timer = setTimeout(check, SETTLED_MS);
  };

  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    const seen = safely(() => look(name === 'replaceState'));
    history[name] = function (this: History, ...given: Parameters<History['pushState']>) {
      original.apply(this, given);
      seen();
    };
  }
  const entered = safely(() => look(false));
  addEventListener('popstate', entered);
  if (byHash) addEventListener('hashchange', entered);
  const leave = safely(() => conclude(true));
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) leave();
  });
  // A page that comes back as it was left is looked at again; what one does as soon as it has loaded may be a redirect still.
  addEventListener(
    'pageshow',
    safely((event: PageTransitionEvent) => {
      if (event.persisted) {
        page = { u: '', r: '' };
        from = '';
      }
      look(!event.persisted);
    }),
  );
  look(false);
  return { now: () => (unsettled ? null : page) };
}
