import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { ErasedElsewhere, Person, PersonData } from '../../foundation/privacy/contract.ts';
import type { DeliveryRow } from './deliveries.store.ts';
import { eraseJob } from './erasures/erasures.job.ts';
import { askErasures, type ErasureRow, type ErasureState } from './erasures/erasures.store.ts';

const deliveriesOf = (ctx: Ctx, { leads }: Person): Knex.QueryBuilder =>
  ctx
    .db('integrations_delivery')
    .where('integrations_delivery.agency_id', ctx.tenant.agencyId)
    .whereRaw('lead_id = any(?::uuid[])', [leads as unknown as Knex.RawBinding]);

type Told = DeliveryRow & { name: string; connector: string };

/** Deliveries of leads to other systems, with what these answered. What was sent lies in the other system, which is asked to erase it there. */
export const deliveryData: PersonData = {
  id: 'integrations.delivery',
  title: 'integrations.privacy.delivery',
  order: 60,
  erasing: 'anonymised',
  tables: ['integrations_delivery', 'integrations_erasure'],
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
        reference: row.ref,
        finishedAt: row.finished_at,
      },
    }));
  },
  async erase(ctx, person, request) {
    const { leads } = person;
    if (leads.length === 0) return 0;
    if ((await askErasures(ctx, person, request)) > 0) await ctx.wake(eraseJob);
    const { rows } = (await ctx.db.raw('select integrations_forget_leads(?, ?::uuid[]) as n', [
      ctx.tenant.id,
      leads as unknown as Knex.RawBinding,
    ])) as { rows: [{ n: number }] };
    return rows[0].n;
  },
  async elsewhere(ctx, request) {
    const { rows } = (await ctx.db.raw('select * from integrations_erasures_of(?, ?)', [ctx.tenant.id, request])) as { rows: Asked[] };
    return rows.map(({ name, state, response, asked_at: askedAt, finished_at: finishedAt }) => ({
      name: name ?? ctx.t('integrations.privacy.of-agency'),
      state: STANDINGS[state],
      answer: ctx.t(response),
      askedAt,
      finishedAt,
    }));
  },
};

/** Of another company's connection nothing but how it stands. */
type Asked = Pick<ErasureRow, 'state' | 'response' | 'asked_at' | 'finished_at'> & { name: string | null };
const STANDINGS = {
  pending: 'waiting',
  failed: 'waiting',
  done: 'done',
  refused: 'open',
  manual: 'open',
  confirmed: 'confirmed',
} as const satisfies Record<ErasureState, ErasedElsewhere['state']>;
