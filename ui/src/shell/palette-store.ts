import { useSyncExternalStore } from 'react';

/** Something the page on screen offers, such as adding a campaign. */
export interface Offer {
  id: string;
  title: string;
  icon: string | null;
  run: () => void;
}

let offers: readonly Offer[] = [];
const listeners = new Set<() => void>();
const publish = (changed: readonly Offer[]): void => {
  offers = changed;
  for (const listener of listeners) listener();
};

/** Offers an action in the palette until the returned function is called. */
export function offer(entry: Offer): () => void {
  publish([...offers.filter((other) => other.id !== entry.id), entry]);
  return () => publish(offers.filter((other) => other !== entry));
}

export const firstOffer = (): Offer | undefined => offers[0];
export const useOffers = (): readonly Offer[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offers,
  );
