/** What a client may take of the wallet in a day by its share, and what it took. */
export interface Spending {
  companyId: number;
  limitCents: number;
  spentCents: number;
}

/**
 * How much of the balance each client may take now, in cents. Half of the day's pool belongs to all clients with a running campaign alike: each
 * finds its equal part of that half, as far as its share allows so much, whatever the others take. Where that is more than is left, because
 * a client has just begun, what is left is divided by what each still has of its part, but never into less than one lead.
 */
export function availableTo(
  running: readonly Spending[],
  { poolCents, balanceCents, leastCents }: { poolCents: number; balanceCents: number; leastCents: number },
): (companyId: number) => number {
  const equal = Math.floor(poolCents / 2 / Math.max(1, running.length));
  const unspent = new Map(running.map((of) => [of.companyId, Math.max(0, Math.min(of.limitCents, equal) - of.spentCents)]));
  const all = [...unspent.values()].reduce((sum, cents) => sum + cents, 0);
  return (companyId) => {
    const own = unspent.get(companyId) ?? 0;
    const fair = own === 0 ? 0 : Math.max(leastCents, Math.floor((balanceCents * own) / all));
    return Math.max(fair, balanceCents - (all - own), 0);
  };
}
