import { safely } from './safely.ts';
import { onSaid, type Said } from './said.ts';

/** What the site says a visitor did. */
export interface SiteEvent {
  name: string;
  /** What it is worth, in whole units of the currency; given, it is a conversion. */
  value?: number;
  /** ISO 4217; US dollars when left out. */
  currency?: string;
  /** Of an order or the like: the same one counts once. */
  id?: string;
  /** Who the visitor is, as for `leadIdentify`. */
  email?: string;
}
export type SiteEvents = Said<SiteEvent>;

/** An event as it is sent. */
export interface SentEvent {
  n: string;
  v?: number;
  c?: string;
  i?: string;
}

/** Tells the listener of all events of the page, those of before the script came too. */
export const onEvents = (listener: (event: SiteEvent) => void): void => onSaid((window.leadEvents ??= []), safely(listener));

/** Cut to what the server takes; null for what has no name. A site may say anything. */
export function sentEvent({ name, value, currency, id }: Partial<Record<keyof SiteEvent, unknown>>): SentEvent | null {
  const [n, worth, c, i] = [text(name, 60), text(value, 20), text(currency, 3), text(id, 64)];
  const v = worth ? Number(worth) : -1;
  return n ? { n, ...(v >= 0 && { v, c }), ...(i && { i }) } : null;
}

const text = (given: unknown, most: number): string =>
  String(given ?? '')
    .trim()
    .slice(0, most);
