/** Seconds before try n+1 after n failures: 5 s, 30 s, 2.5 min, ... at most 6 h, with a fifth of jitter. */
export function backoffSeconds(failures: number): number {
  const base = Math.min(5 * 6 ** Math.max(0, failures - 1), 6 * 3600);
  return Math.round(base * (0.9 + Math.random() * 0.2));
}
