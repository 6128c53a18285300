/** The least a list can cost: `node:http`, prepared statements on a plain connection without RLS policies, and the rows as they are. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRawPool } from '../../../core/data/knex.ts';

const COLUMNS =
  'id, campaign_id, company_id, product, first_name, last_name, email, phone, address, city, state, zip, company, source, evidence, created_at, last_seen_at, observations, is_test, retail_cents';
const agency = Number(process.env['AGENCY']);
const pool = openRawPool({ url: process.env['DATABASE_URL']!, max: 4, name: 'limit', scope: 'platform' });

const rowsOf = async <R extends object>(name: string, text: string, values: unknown[]): Promise<R[]> =>
  (await pool.query<R>({ name, text, values })).rows;

async function page(query: URLSearchParams): Promise<object> {
  const [perPage, offset, search] = [
    Number(query.get('PerPage')),
    (Number(query.get('Page')) - 1) * Number(query.get('PerPage')),
    query.get('search'),
  ];
  const { rows, total } = search ? await found(search, perPage, offset) : await listed(perPage, offset);
  const campaigns = await rowsOf('campaigns', 'select * from campaigns_campaign where id = any($1)', [
    [...new Set(rows.map((r) => r.campaign_id))],
  ]);
  return { data: rows, total, campaigns };
}

async function listed(perPage: number, offset: number) {
  const [count] = await rowsOf<{ n: string }>('total', 'select sum(leads) as n from leads_total where agency_id = $1', [agency]);
  const rows = await rowsOf<{ campaign_id: number }>(
    'rows',
    `select ${COLUMNS} from leads_lead where agency_id = $1 order by created_at desc, id limit $2 offset $3`,
    [agency, perPage, offset],
  );
  return { rows, total: Number(count!.n) };
}

async function found(search: string, perPage: number, offset: number) {
  const ids = await rowsOf<{ id: string }>(
    'search',
    `select id from leads_lead where (first_name || ' ' || last_name || ' ' || email || ' ' || company) ilike $1 and agency_id = $2 order by created_at desc, id limit 10001`,
    [`%${search}%`, agency],
  );
  const rows = await rowsOf<{ campaign_id: number }>(
    'found',
    `select ${COLUMNS} from leads_lead where id = any($1) order by created_at desc, id limit $2 offset $3`,
    [ids.map((r) => r.id), perPage, offset],
  );
  return { rows, total: ids.length };
}

const server = createServer((request, response) => {
  page(new URL(request.url!, 'http://limit').searchParams).then(
    (answer) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`Serving on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`));
