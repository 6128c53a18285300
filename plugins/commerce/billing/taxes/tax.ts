/** A tax as it is charged: 88750 `ppm` are 8.875%; `inclusive`: prices hold it already. */
export interface TaxRate {
  id: number;
  name: string;
  ppm: number;
  inclusive: boolean;
}
/** A tax on a document, in cents: what it is charged on, and what it comes to. */
export interface TaxLine extends Omit<TaxRate, 'id'> {
  taxRateId: number;
  netCents: number;
  taxCents: number;
}
export interface Taxed {
  /** The lines without any tax. */
  netCents: number;
  taxes: TaxLine[];
  taxCents: number;
  /** What is to be paid: `netCents + taxCents`. */
  totalCents: number;
}

const WHOLE = 1_000_000n;

/** `cents * part / whole`, half a cent away from nothing. Exact for whatever amounts a number can hold. */
export function share(cents: number, part: number | bigint, whole: number | bigint): number {
  const [dividend, divisor] = [BigInt(cents) * BigInt(part), BigInt(whole)];
  return Number((2n * dividend + divisor) / (2n * divisor));
}

/**
 * Taxes of a document whose lines sum to so many cents. Each is computed once on the whole and rounded to the cent, half a cent up. Taxes
 * that prices hold are taken out of them together, and what rounding leaves goes to those with the largest remainder, so that net and
 * taxes are the lines again; others are charged on the net and come on top.
 */
export function taxesOn(linesCents: number, rates: readonly TaxRate[]): Taxed {
  const held = rates.filter(({ inclusive }) => inclusive);
  const heldPpm = held.reduce((sum, { ppm }) => sum + ppm, 0);
  const netCents = share(linesCents, WHOLE, WHOLE + BigInt(heldPpm));
  const parts = apportioned(
    linesCents - netCents,
    held.map(({ ppm }) => ppm),
  );
  const taxes = rates.map(({ id, ...rate }) => ({
    ...rate,
    taxRateId: id,
    netCents,
    taxCents: rate.inclusive ? parts[held.findIndex((h) => h.id === id)]! : share(netCents, rate.ppm, WHOLE),
  }));
  const taxCents = taxes.reduce((sum, tax) => sum + tax.taxCents, 0);
  return { netCents, taxes, taxCents, totalCents: netCents + taxCents };
}

/** Whole cents in these proportions that sum to the amount: each gets its share rounded down, the largest remainders a cent more. */
function apportioned(cents: number, proportions: readonly number[]): number[] {
  const whole = BigInt(proportions.reduce((sum, part) => sum + part, 0));
  if (whole === 0n) return [];
  const exact = proportions.map((part) => BigInt(cents) * BigInt(part));
  const parts = exact.map((product) => Number(product / whole));
  const byRemainder = exact.map((product, n) => ({ n, rest: product % whole })).toSorted((a, b) => Number(b.rest - a.rest) || a.n - b.n);
  const left = cents - parts.reduce((sum, part) => sum + part, 0);
  for (const { n } of byRemainder.slice(0, left)) parts[n]! += 1;
  return parts;
}

/**
 * The taxes in so many cents of a document, after `before` cents of it were given back already. Parts that sum to the whole document have
 * taxes that sum to its taxes, to the cent, whatever the parts are.
 */
export function taxesOfPart(
  document: { totalCents: number; taxes: readonly TaxLine[] },
  part: { beforeCents: number; cents: number },
): TaxLine[] {
  const upTo = (taxCents: number, cents: number): number => share(taxCents, cents, document.totalCents);
  const [from, to] = [part.beforeCents, part.beforeCents + part.cents];
  const amounts = document.taxes.map((tax) => upTo(tax.taxCents, to) - upTo(tax.taxCents, from));
  const netCents = part.cents - amounts.reduce((sum, cents) => sum + cents, 0);
  return document.taxes.map((tax, n) => ({ ...tax, netCents, taxCents: amounts[n]! }));
}
