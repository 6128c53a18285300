import { join } from 'node:path';
import { Pool } from 'undici';
import { type Comparison, compare, load, type Side } from './harness.ts';
import { addCampaign, type Installation, install, sizeOf } from './installation.ts';
import { Peer } from './peer.ts';
import { addLeads } from './population.ts';
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

/** P3: an agency's lead list through session, abilities, RLS and shaping, against the same SQL behind a bare server, and against a peer. */
export async function run(adminUrl: string, peerAddress?: string): Promise<Comparison[]> {
  const installation = await install(adminUrl);
  const { url, fixtures, kernel } = installation;
  await fillLeads(installation);
  const product = await startProduct('web', installation);
  const limit = await startServer(join(import.meta.dirname, 'limits', 'list-limit.ts'), {
    DATABASE_URL: url,
    AGENCY: String(fixtures.a.tenant.id),
  });
  const token = await kernel.sessions.open({ accountId: fixtures.a.owner.id, ip: '127.0.0.1', agent: 'bench', aal: 1, aalNeeded: 1 });
  const readers = [reader(product, token), reader(limit, token)] as const;
  const [ofProduct, ofLimit] = readers;
  const peer = peerAddress === undefined ? null : new Peer(peerAddress, 1);
  try {
    const results: Comparison[] = [];
    for (const [name, query] of Object.entries(QUERIES)) {
      const [mine, theirs] = [await ofProduct.get(query(1)), await ofLimit.get(query(1))];
      if (mine !== theirs) throw new Error(`${name}: the product answers ${mine}, the limit ${theirs}`);
      const title = `list of ${LEADS.toLocaleString('en-US')} leads, ${name}`;
      const side = (get: (query: string) => Promise<unknown>, server?: ServerProcess): Side => ({
        run: () => load(1, MILLISECONDS, (n) => get(query(n))),
        memoryMiB: () => server?.memoryMiB() ?? Promise.resolve(0),
      });
      const mySide = side(ofProduct.get, product);
      results.push(await compare(title, 'pages', { product: mySide, limit: side(ofLimit.get, limit) }));
      if (peer) results.push(await compare(title, 'pages', { product: mySide, limit: side((q) => peer.get(q)) }, { beside: 'peer' }));
    }
    return results;
  } finally {
    await Promise.all([...readers, ...(peer ? [peer] : [])].map((r) => r.close()));
    await Promise.all([product.stop(), limit.stop()]);
    await installation.remove();
  }
}

/** Leads of four clients of two agencies, as old as the list is long; a client has two campaigns. */
async function fillLeads({ owner, fixtures }: Installation): Promise<void> {
  const campaigns: number[] = [];
  for (const { tenant } of [...fixtures.a.clients, ...fixtures.b.clients].flatMap((c) => [c, c]))
    campaigns.push(await addCampaign(owner, tenant, 'Bench'));
  await addLeads(owner, LEADS, campaigns);
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
