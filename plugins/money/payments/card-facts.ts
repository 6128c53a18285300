import type { Ctx } from '../../../core/contract.ts';
import type { CompanyFactsOf, NodeFacts } from '../../foundation/companies/contract.ts';
import { Payments } from './contract.ts';

/** Clients in the caller's sight. */
const allClients = (ctx: Ctx): Promise<number[]> =>
  ctx.db('core_public_company').where({ kind: 'client' }).whereNull('removed_at').pluck('id') as Promise<number[]>;

/** Which clients have a card, for the lists. Whose payment failed is said by the plugin that follows payments. */
export const cardFacts: CompanyFactsOf = {
  id: 'payments.cards',
  of: async (ctx, companyIds) =>
    new Map<number, NodeFacts>([...(await ctx.use(Payments).withCard(companyIds))].map((id) => [id, { payment_status: 'active' }])),
  filters: {
    CardStatus: {
      set: async (ctx) => [...(await ctx.use(Payments).withCard(await allClients(ctx)))],
      none: async (ctx) => {
        const clients = await allClients(ctx);
        const having = await ctx.use(Payments).withCard(clients);
        return clients.filter((id) => !having.has(id));
      },
    },
  },
};
