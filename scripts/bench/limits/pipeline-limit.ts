import { randomBytes, randomUUID } from 'node:crypto';
import { batch, type Figures } from '../harness.ts';
import type { Installation } from '../installation.ts';

const AT_ONCE = 500;

/**
 * The least that the pipeline's result costs: for each 500 visits one transaction that closes them and writes their leads,
 * the leads' postings and entries and one event, each by one `unnest` statement. The tables have the product's columns and
 * indexes, but no RLS policies, triggers or foreign keys; what to write is known in advance.
 */
export async function pipelineLimit(
  { owner, fixtures }: Installation,
  campaigns: readonly number[],
  of: { visits: number; leadsOfTen: number },
): Promise<() => Promise<Figures>> {
  await owner.query(
    ['capture_visit', 'leads_lead', 'ledger_posting', 'ledger_entry', 'core_outbox']
      .map((table) => `create table bench_${table} (like ${table} including defaults including identity including indexes)`)
      .join(';'),
  );
  const { tenant } = fixtures.a.clients[0]!;
  const whose = [tenant.id, tenant.agencyId, tenant.rootId];
  let serial = 0;

  const writeBatch = async (first: number): Promise<void> => {
    const client = await owner.connect();
    const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
    const visits = Array.from({ length: AT_ONCE }, (_, n) => first + n);
    const leads = visits
      .filter((n) => n % 10 < of.leadsOfTen)
      .map((n) => ({ n, id: randomUUID(), posting: randomUUID(), campaign: campaigns[n % campaigns.length]! }));
    const ids = new Map(leads.map((l) => [l.n, l.id]));
    try {
      await client.query('begin');
      await run(
        'visits',
        `update bench_capture_visit v set state = 'done', outcome = f.outcome, lead_id = f.lead, visitor = null, email_hash = null, ip = null
        from unnest($1::bigint[], $2::text[], $3::uuid[]) f (fingerprint, outcome, lead) where v.slot = 1 and v.fingerprint = f.fingerprint`,
        [visits, visits.map((n) => (ids.has(n) ? 'lead' : 'excluded')), visits.map((n) => ids.get(n) ?? null)],
      );
      await run(
        'leads',
        `insert into bench_leads_lead (id, campaign_id, product, person_key, first_name, last_name, email, phone, address, city, state, zip, source, evidence, created_at, last_seen_at, retail_cents, company_id, agency_id, root_id)
        select id, campaign, 'local', key, first, last, email, phone, address, 'Chicago', 'IL', '60601', 'capture.page-view', evidence, now(), now(), 150, $9, $10, $11
        from unnest($1::uuid[], $2::int[], $3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) l (id, campaign, key, first, last, email, phone, address), lateral (select '{"url": "https://shop.example/page"}'::jsonb as evidence) u`,
        [
          leads.map((l) => l.id),
          leads.map((l) => l.campaign),
          leads.map(() => randomBytes(32)),
          leads.map((l) => `First${l.n % 500}`),
          leads.map((l) => `Last${l.n % 7919}`),
          leads.map((l) => `person${l.n}@people.example`),
          leads.map((l) => `312555${l.n % 10_000}`),
          leads.map((l) => `${l.n} Main St`),
          ...whose,
        ],
      );
      await run(
        'postings',
        `insert into bench_ledger_posting (id, key, content_hash, code, reference, cost_center, company_id, agency_id, root_id)
        select id, 'lead:' || lead, decode(repeat('00', 32), 'hex'), 'wallet.lead', lead, campaign, $4, $5, $6 from unnest($1::uuid[], $2::uuid[], $3::int[]) t (id, lead, campaign)`,
        [leads.map((l) => l.posting), leads.map((l) => l.id), leads.map((l) => l.campaign), ...whose],
      );
      await run(
        'entries',
        `insert into bench_ledger_entry (posting_id, account_id, amount_cents, company_id, agency_id, root_id)
        select t, e.account, e.cents, $2, $3, $4 from unnest($1::uuid[]) t cross join (values (1, 150), (2, -150), (3, 50), (4, -50)) e (account, cents)`,
        [leads.map((l) => l.posting), ...whose],
      );
      await run(
        'outbox',
        `insert into bench_core_outbox (event, version, payload, company_id, agency_id, root_id) values ('leads.created', 1, $1, $2, $3, $4)`,
        [JSON.stringify({ leadIds: leads.map((l) => l.id) }), ...whose],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
  };

  return async () => {
    const first = serial;
    serial += of.visits;
    await owner.query(
      `insert into bench_capture_visit (slot, fingerprint, at, campaign_id, company_id, agency_id, root_id, visitor, ip, url, referrer)
      select 1, n, now(), 1, $3, $4, $5, 'visitor-' || n, '203.0.113.1', 'https://shop.example/page/1', 'search.example' from generate_series($1::int, $2::int) n`,
      [first, serial - 1, ...whose],
    );
    return batch(of.visits, async () => {
      for (let at = first; at < serial; at += AT_ONCE) await writeBatch(at);
    });
  };
}
