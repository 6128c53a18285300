import type { CompanyFactsOf, NodeFacts } from '../../foundation/companies/contract.ts';
import { failedAgencies } from './agency.store.ts';
import { failedClients } from './arrears.store.ts';
import type { Ctx } from '../../../core/contract.ts';

const failed = async (ctx: Ctx, among?: readonly number[]): Promise<number[]> =>
  (await ctx.together([() => failedClients(ctx.db, among), () => failedAgencies(ctx.db, among)])).flat();

/** Companies whose payment failed and is still owed, for the lists. */
export const dunningFacts: CompanyFactsOf = {
  id: 'dunning',
  of: async (ctx, companyIds) =>
    new Map<number, NodeFacts>((await failed(ctx, companyIds)).map((id) => [id, { payment_status: 'failed' }])),
  filters: { CardStatus: { failed: (ctx) => failed(ctx) } },
};
