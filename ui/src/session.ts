/** What this browser remembers between visits: the token, the theme, the language. */
const TOKEN = 'token';
/** Set while the token looks through somebody else's account. There is never a second token: the way back is asked of the server. */
const VIEW = 'view-mode';
const LOCALE = 'locale';
const THEME = 'theme';
const TOURS = 'tours';
const DISMISSED = 'dismissed';

export type Scheme = 'light' | 'dark';

/** Where the product shows a part of itself in a frame, the frame says in which language and theme. */
const frame = (): DOMStringMap => (frameElement as HTMLElement | null)?.dataset ?? {};

type Listener = () => void;
const listeners = new Set<Listener>();

function write(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
}

const words = (key: string): string[] => (localStorage.getItem(key) ?? '').split(' ').filter(Boolean);
const addWord = (key: string, word: string): void => write(key, [...new Set([...words(key), word])].join(' '));

export const session = {
  get token(): string | null {
    return localStorage.getItem(TOKEN);
  },
  set token(value: string | null) {
    if (value === session.token) return;
    write(TOKEN, value);
    for (const listener of listeners) listener();
  },
  get viewing(): boolean {
    return localStorage.getItem(VIEW) !== null;
  },
  /** Goes on with another session, or none, in place of the one before. */
  become(token: string | null, viewing = false): void {
    write(VIEW, viewing ? 'T' : null);
    session.token = token;
  },
  get locale(): string {
    return frame()['locale'] ?? localStorage.getItem(LOCALE) ?? (navigator.language.startsWith('ar') ? 'ar' : 'en');
  },
  set locale(value: string) {
    write(LOCALE, value);
  },
  /** Null follows the system. */
  get scheme(): Scheme | null {
    const stored = frame()['theme'] ?? localStorage.getItem(THEME);
    return stored === 'light-theme' ? 'light' : stored === 'dark-theme' ? 'dark' : null;
  },
  set scheme(value: Scheme | null) {
    write(THEME, value && `${value}-theme`);
  },
  /** Pages whose tour a person has taken in this browser. */
  toursOf: (personId: number): string[] => words(`${TOURS}:${personId}`),
  rememberTour: (personId: number, page: string): void => addWord(`${TOURS}:${personId}`, page),
  /** What a person has put away for good in this browser, by the address it was read from. */
  dismissedBy: (personId: number): string[] => words(`${DISMISSED}:${personId}`),
  rememberDismissed: (personId: number, address: string): void => addWord(`${DISMISSED}:${personId}`, address),
  /** Calls `listener` when the token changes here or in another tab; answers how to stop. */
  watch(listener: Listener): () => void {
    const stored = (event: StorageEvent): void => {
      if (event.key === TOKEN) listener();
    };
    listeners.add(listener);
    addEventListener('storage', stored);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', stored);
    };
  },
};

/** The browser's IANA zone, in which every instant is shown. */
export const ZONE: string = Intl.DateTimeFormat().resolvedOptions().timeZone;
