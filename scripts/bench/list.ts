import { join } from 'node:path';
import { Pool } from 'undici';
import { type Comparison, compare, load } from './harness.ts';
import { addCampaign, fill, type Installation, install, sizeOf } from './installation.ts';
import { type ServerProcess, startProduct, startServer } from './server-process.ts';

const LEADS = sizeOf('BENCH_LEADS', 1_000_000);
const MILLISECONDS = 1_000;
const PER_PAGE = 25;

/** Query of the n-th request; both sides get the same. Searches go by name, by e-mail address and by company in turn. */
const QUERIES: Record<string, (n: number) => string> = {
  'first page': () => 'Page=1',
  'page 1,000': () => 'Page=1000',
  search: (n) => `Page=1&search=${[`last${1000 + (n % 6900)}`, `person${(n * 7919) % LEADS}@`, `company ${1000 + (n % 4000)}`][n % 3]}`,
};

/** P3: an agency's lead list through session, abilities, walls and shaping, against the same SQL behind a bare server. */
export async function run(adminUrl: string): Promise<Comparison[]> {
  const installation = await install(adminUrl);
  const { url, world, kernel } = installation;
  await fillLeads(installation);
  const product = await startProduct('web', installation);
  const limit = await startServer(join(import.meta.dirname, 'limits', 'list-limit.ts'), {
    DATABASE_URL: url,
    AGENCY: String(world.a.tenant.id),
  });
  const token = await kernel.sessions.open({ accountId: world.a.owner.id, ip: '127.0.0.1', agent: 'bench', aal: 1, aalNeeded: 1 });
  const readers = [reader(product, token), reader(limit, token)] as const;
  const [ofProduct, ofLimit] = readers;
  try {
    const results: Comparison[] = [];
    for (const [name, query] of Object.entries(QUERIES)) {
      const [mine, theirs] = [await ofProduct.get(query(1)), await ofLimit.get(query(1))];
      if (mine !== theirs) throw new Error(`${name}: the product answers ${mine}, the limit ${theirs}`);
      const side = (server: ServerProcess, { get }: typeof ofProduct) => ({
        run: () => load(1, MILLISECONDS, (n) => get(query(n))),
        memoryMiB: () => server.memoryMiB(),
      });
      results.push(
        await compare(`list of ${LEADS.toLocaleString('en-US')} leads, ${name}`, 'pages', {
          product: side(product, ofProduct),
          limit: side(limit, ofLimit),
        }),
      );
    }
    return results;
  } finally {
    await Promise.all(readers.map((r) => r.close()));
    await Promise.all([product.stop(), limit.stop()]);
    await installation.remove();
  }
}

/** Leads of four clients of two agencies, as old as the list is long; a client has two campaigns. */
async function fillLeads({ owner, world }: Installation): Promise<void> {
  const campaigns: number[] = [];
  for (const { tenant } of [...world.a.clients, ...world.b.clients].flatMap((c) => [c, c]))
    campaigns.push(await addCampaign(owner, tenant, 'Bench'));
  const { rows: indexes } = await owner.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes where tablename = 'leads_lead' and indexname <> 'leads_lead_pkey'`,
  );
  await fill(
    owner,
    `
    drop index ${indexes.map((i) => i.name).join(', ')};
    insert into leads_lead (id, campaign_id, product, person_key, first_name, last_name, email, phone, city, state, zip, company, source, evidence, created_at, last_seen_at, retail_cents, company_id, agency_id, root_id)
      select gen_random_uuid(), c.id, 'local', sha256(n::text::bytea), 'First' || n % 500, 'Last' || n % 7919, 'person' || n || '@people.example', '3125550100', 'Chicago', 'IL', '60601',
        'Company ' || n % 5003, 'capture.page-view', '{"url": "https://shop.example/page"}', now() - n * interval '1 second', now() - n * interval '1 second', 150, c.company_id, c.agency_id, c.root_id
      from generate_series(0, ${LEADS - 1}) n join campaigns_campaign c on c.id = (array[${campaigns.join(', ')}])[1 + n % ${campaigns.length}];
    ${indexes.map((i) => i.made).join('; ')};
    insert into leads_total (campaign_id, company_id, agency_id, root_id, product, leads)
      select campaign_id, company_id, agency_id, root_id, product, count(*) from leads_lead group by 1, 2, 3, 4, 5;`,
  );
  await owner.query('vacuum analyze leads_lead, leads_total, campaigns_campaign');
}

/** Reads pages over one connection; answers the ids of a page with the total, by which two servers can be compared. */
function reader({ url }: ServerProcess, token: string) {
  const pool = new Pool(url, { connections: 1 });
  return {
    async get(query: string): Promise<string> {
      const path = `/api/reports/leads?PerPage=${PER_PAGE}&${encodeURI(query)}`;
      const answer = await pool.request({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } });
      const { data, total } = (await answer.body.json()) as { data?: { id: string }[]; total?: number };
      if (answer.statusCode !== 200 || !data) throw new Error(`${path} was answered with ${answer.statusCode}`);
      return `${total}: ${data.map((row) => row.id).join(' ')}`;
    },
    close: () => pool.close(),
  };
}
