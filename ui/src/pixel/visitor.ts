const ID = '_lv';
const COOKIE = new RegExp(`(?:^|; )${ID}=([\\w-]+)`);
let known = '';

/** Runs what a browser may refuse, and answers nothing when it does. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined; // storage or cookies are switched off
  }
}

/** The visitor's id on this site: kept in local storage, else in a cookie, else only for this page. */
export function visitor(): string {
  if (known) return known;
  known = attempt(() => localStorage.getItem(ID)) ?? attempt(() => COOKIE.exec(document.cookie)?.[1]) ?? '';
  if (/^[\w-]{8,64}$/.test(known)) return known;
  known = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
  const kept = attempt(() => {
    localStorage.setItem(ID, known);
    return true;
  });
  if (!kept) attempt(() => (document.cookie = `${ID}=${known}; path=/; max-age=31536000; samesite=lax`));
  return known;
}

/** Removes the id from this browser, as somebody wants who takes a consent back. */
export function forgetVisitor(): void {
  known = '';
  attempt(() => localStorage.removeItem(ID));
  attempt(() => (document.cookie = `${ID}=; path=/; max-age=0; samesite=lax`));
}
