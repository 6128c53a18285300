import { defineRoute, List, listOf, pageOf, PageQuery, T } from '../../../core/contract.ts';
import { AGAIN_TO, deliverAgain, leadFor } from './lead-deliveries.service.ts';
import { deliveriesOfLead, DELIVERY_STATES } from './deliveries.store.ts';
import { titlesOf } from './triggers/sample.ts';

const params = T.Object({ lead: T.String({ format: 'uuid' }) });
export const AgainInput = T.Object({ to: T.Enum([...AGAIN_TO]) });

export const leadDeliveryRoutes = [
  defineRoute({
    id: 'integrations.lead-deliveries',
    method: 'GET',
    path: '/integrations/leads/:lead/deliveries',
    summary: 'Where a lead was sent, and what became of it, the newest first',
    ability: ['read', 'Delivery'],
    params,
    query: T.Object(PageQuery),
    response: List(
      T.Object({
        id: T.Integer(),
        connection: T.Integer(),
        name: T.String(),
        /** What happened, in the reader's language. */
        event: T.String(),
        state: T.Enum([...DELIVERY_STATES]),
        attempts: T.Integer(),
        response: T.String(),
        /** When it was last tried, or else when it was queued. */
        at: T.String({ format: 'date-time' }),
        can_send: T.Boolean(),
      }),
    ),
    async handler(ctx, { params: { lead }, query }) {
      await leadFor(ctx, lead);
      const at = pageOf(query);
      const { rows, total } = await deliveriesOfLead(ctx, lead, at);
      const titles = titlesOf(ctx);
      const shown = rows.map((row) => ({
        id: Number(row.id),
        connection: row.connection_id,
        name: row.name,
        event: titles.get(row.trigger) ?? row.trigger,
        state: row.state,
        attempts: row.attempts,
        response: ctx.t(row.response),
        at: (row.finished_at ?? row.created_at).toISOString(),
        can_send: row.state !== 'pending',
      }));
      return listOf(shown, total, at);
    },
  }),
  defineRoute({
    id: 'integrations.deliver-again',
    method: 'POST',
    path: '/integrations/leads/:lead/deliver',
    summary: "Send a lead again through the company's connections: where it has not arrived, or everywhere",
    ability: ['update', 'Delivery'],
    withoutStepUp: 'sends to connections that were made with a fresh sign-in what is theirs to have',
    params,
    body: AgainInput,
    response: T.Object({ count: T.Integer(), message: T.String() }),
    async handler(ctx, { params: { lead }, body }) {
      const count = await deliverAgain(ctx, lead, body.to);
      return { count, message: ctx.t('integrations.deliver-again.done', { count }) };
    },
  }),
];
