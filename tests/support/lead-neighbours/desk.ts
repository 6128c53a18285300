/** Two tiny sources of leads, paper forms and phone calls, with their queues, and the product with stand-ins for its neighbours. */
import { createHash } from 'node:crypto';
import { type Ctx, definePlugin, contribute, type Plugin, type Static, T, type Tenant } from '../../../core/contract.ts';
import { startTestApp } from '../../../core/testing/app.ts';
import type { CampaignRules } from '../../../plugins/campaign-management/campaigns/contract.ts';
import {
  defineLeadSource,
  LeadIntake,
  type LeadPerson,
  type LeadQueue,
  type LeadSource,
  LeadSources,
  type Observation,
  type Queued,
} from '../../../plugins/lead-intake/leads/contract.ts';
import { countsOf } from '../day-counts.ts';
import { neighbours, standardRules } from './neighbours.ts';

export const forms = defineLeadSource({
  id: 'desk.form',
  title: 'Paper form',
  evidence: T.Object({ page: T.Integer({ title: 'Page of the binder' }), topic: T.String({ title: 'Topic' }) }),
  listed: 'topic',
  outcomes: { illegible: { title: 'Illegible', why: 'Nobody could read the name.' } },
  sample: async () => ({ page: 1, topic: 'Sample' }),
});
export const calls = defineLeadSource({
  id: 'desk.call',
  title: 'Phone call',
  evidence: T.Object({ minutes: T.Number({ title: 'Minutes' }) }),
  outcomes: { misdialled: { title: 'Wrong number', why: 'Somebody else was meant.', isNoise: true } },
  sample: async () => ({ minutes: 1 }),
});
const EVIDENCE = { [forms.id]: { page: 7, topic: 'Coffee' }, [calls.id]: { minutes: 2.5 } };

const plugin = definePlugin({
  manifest: { id: 'desk', version: '1.0.0', core: '^1', level: 'platform', requires: { leads: '^1' } },
  contributions: [contribute(LeadSources, forms), contribute(LeadSources, calls)],
});

const personOf = (name: string): LeadPerson => ({
  firstName: name,
  lastName: 'Known',
  email: `${name}@people.example`,
  phone: '',
  address: '',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  company: '',
});

/** Somebody as a source observed them. */
export const seen = <S extends LeadSource>(
  source: S,
  campaignId: number,
  name: string,
  at = new Date(),
): Observation<Static<S['evidence']>> => ({
  ref: `${name} ${campaignId}`,
  campaignId,
  personKey: createHash('sha256').update(name).digest(),
  person: personOf(name),
  at,
  evidence: EVIDENCE[source.id] as Static<S['evidence']>,
});

interface Slip extends Queued {
  /** Null: cannot be read, or a wrong number. */
  person: string | null;
  is_torn: boolean;
}

/** A source's queue; one that is torn cannot be worked. `claims` counts the transactions that were begun. */
export function queueOf<S extends LeadSource>(source: S) {
  const own = (ctx: Ctx) => ctx.db('fake_queue').where({ source: source.id, agency_id: ctx.tenant.id });
  const queue: LeadQueue<Slip, Static<S['evidence']>> & { claims: number } = {
    claims: 0,
    async claim(ctx, which) {
      queue.claims += 1;
      const waiting = own(ctx).whereNull('outcome').whereRaw('(lease_until is null or lease_until <= now())');
      if ('refs' in which) void waiting.whereIn('ref', [...which.refs]);
      else void waiting.limit(which.most);
      const slips: Slip[] = await waiting
        .orderBy('at')
        .forUpdate()
        .skipLocked()
        .select('ref', 'campaign_id as campaignId', 'at', 'person', 'is_torn');
      return slips;
    },
    async screen(_ctx, slips) {
      if (slips.some((slip) => slip.is_torn)) throw new Error('the paper is torn');
      return {
        observations: slips.flatMap(({ ref, campaignId, person, at }) =>
          person === null ? [] : [{ ...seen(source, campaignId, person, at), ref }],
        ),
        ended: slips.flatMap(({ ref, person }) => (person === null ? [{ ref, outcome: Object.keys(source.outcomes)[0]! }] : [])),
        held: [],
      };
    },
    async close(ctx, ended) {
      for (const { item, outcome, leadId } of ended) await own(ctx).where({ ref: item.ref }).update({ outcome, lead_id: leadId });
    },
    setAside: async (ctx, { ref }, seconds) =>
      void (await own(ctx)
        .where({ ref })
        .update({ lease_until: ctx.db.raw('now() + make_interval(secs => ?)', [seconds]) })),
  };
  return queue;
}

export async function startDesk(further: readonly Plugin[] = []) {
  const app = await startTestApp({ plugins: [...neighbours, plugin, ...further] });
  const { platform } = app.kernel;
  const asClient = app.fixtures.a.clients[0]!.tenant;
  let campaigns = 0;
  let serial = 0;
  const begun = Date.now() - 60_000;
  return {
    app,
    platform,
    close: () => app.close(),
    inside: <R>(work: (ctx: Ctx) => Promise<R>, tenant: Tenant = app.fixtures.a.tenant): Promise<R> => app.inside(tenant, 'desk', work),
    /** One run of a source's job, in transactions of its own. */
    work: <S extends LeadSource>(source: S, queue: ReturnType<typeof queueOf<S>>, most = 500): Promise<number> =>
      app.inside(app.fixtures.a.tenant, 'desk', (ctx) => ctx.use(LeadIntake).work(source, queue, most), 'intent'),
    async campaign(change: Partial<CampaignRules> = {}, cap = 1_000_000, client: Tenant = asClient): Promise<number> {
      const id = ++campaigns;
      await platform('fake_campaign').insert({ id, company_id: client.id, rules: JSON.stringify({ ...standardRules, ...change }), cap });
      return id;
    },
    /** Puts slips into a source's queue, one for each name, null for what cannot be read. */
    async queue(
      source: LeadSource,
      campaignId: number,
      names: readonly (string | null)[],
      more: { is_torn?: boolean } = {},
    ): Promise<void> {
      const { company_id } = (await platform('fake_campaign').where({ id: campaignId }).first('company_id')) as { company_id: number };
      await platform.batchInsert(
        'fake_queue',
        names.map((person) => ({
          source: source.id,
          ref: String(++serial),
          campaign_id: campaignId,
          company_id,
          at: new Date(begun + serial),
          person,
          ...more,
        })),
      );
    },
    counts: (campaignId: number) => countsOf(platform, campaignId),
    leads: (campaignId: number): Promise<Record<string, unknown>[]> =>
      platform('leads_lead').where({ campaign_id: campaignId }).orderBy('id'),
  };
}
export type Desk = Awaited<ReturnType<typeof startDesk>>;
