/** Parts per million of a percentage as it is typed, `8.875`: 88750. Exact, for it never was a fraction. */
export function ppmOf(percent: string): number {
  const [whole = '0', decimals = ''] = percent.split('.');
  return Number(whole) * 10_000 + Number(decimals.padEnd(4, '0'));
}

/** `8.875%`, without idle zeros. */
export const percentOf = (ppm: number): string => `${ppm / 10_000}%`;
