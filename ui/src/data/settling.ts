import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';

/** Something whose height may still change: each that waits for data or code says so until it has it. */
interface Place {
  /** Returns what ends the waiting. */
  wait(): () => void;
  /** Takes it for settled where nothing in it waits. */
  look(): void;
}
export const PlaceContext = createContext<Place | null>(null);

/** Says to the place around that what stands in it is not what it will be. */
export function useWaiting(isWaiting: boolean): void {
  const place = useContext(PlaceContext);
  useEffect(() => (isWaiting ? place?.wait() : undefined), [place, isWaiting]);
}

/** A place, and whether everything in it came at least once. What waits in it holds up the place around it too. */
export function usePlace(): { place: Place; isSettled: boolean } {
  const outer = useContext(PlaceContext);
  const [isSettled, setSettled] = useState(false);
  const waiting = useRef(0);
  const place = useMemo<Place>(() => {
    /** What came may wait for more, and says so in the same turn. */
    const look = (): void => queueMicrotask(() => waiting.current === 0 && setSettled(true));
    return {
      look,
      wait() {
        waiting.current += 1;
        const end = outer?.wait();
        return () => {
          waiting.current -= 1;
          end?.();
          look();
        };
      },
    };
  }, [outer]);
  useEffect(() => place.look(), [place]);
  return { place, isSettled };
}
