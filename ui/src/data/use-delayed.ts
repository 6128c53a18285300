import { useEffect, useState } from 'react';

/** True once `on` has been true for `wait` milliseconds: a quick answer shows no spinner. */
export function useDelayed(on: boolean, wait = 200): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), wait);
    return () => clearTimeout(timer);
  }, [on, wait]);
  return on && late;
}
