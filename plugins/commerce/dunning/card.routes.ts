import { defineRoute, T } from '../../../core/contract.ts';
import { lacksCard } from './setup-check.ts';

/** Whether an agency can add its first card, for the page that Card Setting leads to until there is one. */
export const agencyCard = defineRoute({
  id: 'dunning.agency-card',
  method: 'GET',
  path: '/dunning/agency-card',
  summary: 'Whether the own agency keeps no card',
  ability: ['read', 'PaymentCard'],
  response: T.Object({ lacking: T.Boolean() }),
  handler: async (ctx) => ({ lacking: ctx.tenant.kind === 'agency' && (await lacksCard(ctx)) }),
});
