/** Digits behind the point of a currency. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** An amount in a currency's smallest unit, as files and other systems read it: `49.90`. */
export const decimal = (amount: number, currency: string): string => (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

/** The same for people, as screens write all money: in Western digits and with the sign first. */
export const amountText = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 10 ** digitsOf(currency));

/** What things were worth together, each currency by itself: `$49.90 + €10.00`; empty for nothing. */
export const amountsText = (amounts: ReadonlyMap<string, number>): string =>
  [...amounts]
    .filter(([, amount]) => amount > 0)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([currency, amount]) => amountText(amount, currency))
    .join(' + ');
