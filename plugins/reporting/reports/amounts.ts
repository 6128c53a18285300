const formats = new Map<string, Intl.NumberFormat>();

/** What writes amounts of a currency. Kept, as making one takes far longer than writing an amount does; there are no more than currencies. */
function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formats.set(currency, known);
  return known;
}

/** Digits behind the point of a currency. */
const digitsOf = (currency: string): number => formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** An amount in a currency's smallest unit, as files and other systems read it: `49.90`. */
export const decimal = (amount: number, currency: string): string => (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

/** The same for people, as screens write all money: in Western digits and with the sign first. */
export const amountText = (amount: number, currency: string): string => formatOf(currency).format(amount / 10 ** digitsOf(currency));

/** What things were worth together, each currency by itself: `$49.90 + €10.00`; empty for nothing. */
export const amountsText = (amounts: ReadonlyMap<string, number>): string =>
  [...amounts]
    .filter(([, amount]) => amount > 0)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([currency, amount]) => amountText(amount, currency))
    .join(' + ');
