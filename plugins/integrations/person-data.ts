import type { Knex } from 'knex';
import type { Ctx } from '../../core/contract.ts';
import type { Person, PersonData } from '../privacy/contract.ts';
import type { DeliveryRow } from './deliveries.store.ts';

const deliveriesOf = (ctx: Ctx, { leads }: Person): Knex.QueryBuilder =>
  ctx
    .db('integrations_delivery')
    .where('integrations_delivery.agency_id', ctx.tenant.agencyId)
    .whereRaw('lead_id = any(?::uuid[])', [leads as unknown as Knex.RawBinding]);

type Told = DeliveryRow & { name: string; connector: string };

/**
 * Deliveries of leads to other systems, with what these answered. Nothing of the lead itself is kept with them, and what was sent lies in the other system: a connector that can
 * erase there will be asked from `erase`.
 */
export const deliveryData: PersonData = {
  id: 'integrations.delivery',
  title: 'integrations.privacy.delivery',
  order: 60,
  erasing: 'anonymised',
  tables: ['integrations_delivery'],
  count: async (ctx, person) => Number(((await deliveriesOf(ctx, person).count({ n: '*' }).first()) as { n: string }).n),
  async find(ctx, person, behind, most) {
    const rows = deliveriesOf(ctx, person)
      .join('integrations_connection as c', 'c.id', 'integrations_delivery.connection_id')
      .orderBy('integrations_delivery.id', 'desc')
      .limit(most);
    if (behind) void rows.where('integrations_delivery.id', '<', behind);
    const told: readonly Told[] = await rows.select('integrations_delivery.*', 'c.name', 'c.connector');
    return told.map((row) => ({
      id: row.id,
      at: row.created_at,
      what: `${row.name} (${row.connector}) · ${ctx.t(`integrations.delivery.${row.state}`)}`,
      data: {
        lead: row.lead_id,
        connection: row.name,
        connector: row.connector,
        state: row.state,
        answer: row.response,
        finishedAt: row.finished_at,
      },
    }));
  },
  async erase(ctx, { leads }) {
    if (leads.length === 0) return 0;
    const { rows } = (await ctx.db.raw('select integrations_forget_leads(?, ?::uuid[]) as n', [
      ctx.tenant.id,
      leads as unknown as Knex.RawBinding,
    ])) as { rows: [{ n: number }] };
    return rows[0].n;
  },
};
