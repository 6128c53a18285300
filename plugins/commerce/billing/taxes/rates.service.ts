import type { Ctx, Tenant } from '../../../../core/contract.ts';
import { type ClientTerms, readClientTerms } from '../details/details.store.ts';
import { buyerOf } from '../details/paper.ts';
import type { Party } from '../details/party.ts';
import { type DeclaredRate, declaredRates } from './rates.store.ts';
import type { TaxRate } from './tax.ts';

/** The taxes on what a client is invoiced now. Also for a client that issues its own. */
export async function taxRatesFor(ctx: Ctx, client: Tenant): Promise<TaxRate[]> {
  const declared = await declaredRates(ctx.db, client.agencyId);
  if (declared.length === 0) return [];
  const terms = await readClientTerms(ctx.db, client.id);
  const rates = ratesUnder(declared, terms, await buyerOf(ctx, client));
  return rates.map(({ id, name, ppm, inclusive }) => ({ id, name, ppm, inclusive }));
}

/** Those of the taxes that a client with these terms, at this address, pays. */
export function ratesUnder(
  declared: readonly DeclaredRate[],
  { tax, taxRateId }: Pick<ClientTerms, 'tax' | 'taxRateId'>,
  { country, region }: Pick<Party, 'country' | 'region'>,
): DeclaredRate[] {
  if (tax === 'exempt') return [];
  if (tax === 'chosen') return declared.filter(({ id }) => id === taxRateId);
  return declared.filter(
    (rate) =>
      rate.appliesTo === 'all' ||
      (rate.appliesTo === 'place' &&
        rate.country === country &&
        (rate.region === '' || rate.region.toUpperCase() === region.toUpperCase())),
  );
}
