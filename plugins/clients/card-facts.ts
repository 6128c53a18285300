import type { Ctx } from '../../core/contract.ts';
import type { CompanyFactsOf, NodeFacts } from '../companies/contract.ts';
import { Payments } from '../payments/contract.ts';
import { allClients } from './clients.store.ts';

const withCard = async (ctx: Ctx, clientIds: readonly number[]): Promise<Set<number>> =>
  ctx.has(Payments) ? ctx.use(Payments).withCard(clientIds) : new Set();

/** Which clients have a card, for the lists. Whose payment failed is said by the plugin that follows payments. */
export const cardFacts: CompanyFactsOf = {
  id: 'clients',
  of: async (ctx, companyIds) =>
    new Map<number, NodeFacts>([...(await withCard(ctx, companyIds))].map((id) => [id, { payment_status: 'active' }])),
  filters: {
    CardStatus: {
      set: async (ctx) => [...(await withCard(ctx, await allClients(ctx)))],
      none: async (ctx) => {
        const clients = await allClients(ctx);
        const having = await withCard(ctx, clients);
        return clients.filter((id) => !having.has(id));
      },
    },
  },
};
