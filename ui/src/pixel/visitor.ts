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

/** The id that is kept in this browser, if there is one. */
const kept = (): string => known || (attempt(() => localStorage.getItem(ID)) ?? attempt(() => COOKIE.exec(document.cookie)?.[1]) ?? '');

/** The visitor's id on this site: kept in local storage, else in a cookie, else only for this page. */
export function visitor(): string {
  known = kept();
  if (/^[\w-]{8,64}$/.test(known)) return known;
  known = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
  attempt(() => localStorage.setItem(ID, known));
  if (!attempt(() => localStorage.getItem(ID))) attempt(() => (document.cookie = `${ID}=${known}; path=/; max-age=31536000; samesite=lax`));
  return known;
}

/** Removes the id from this browser, as somebody wants who takes a consent back, and answers which it was. */
export function forgetVisitor(): string {
  const id = kept();
  known = '';
  attempt(() => localStorage.removeItem(ID));
  attempt(() => (document.cookie = `${ID}=; path=/; max-age=0; samesite=lax`));
  return id;
}
