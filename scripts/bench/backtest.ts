import { Pool } from 'undici';
import { type Comparison, compare, load, type Side } from './harness.ts';
import { addCampaign, fill, type Installation, install, ownerOf, sizeOf } from './installation.ts';
import { type ServerProcess, startProduct } from './server-process.ts';

const VISITS = sizeOf('BENCH_BACKTEST', 1_000_000);
const PEOPLE = Math.ceil(VISITS * 0.3);
/** Leads that the campaign had before: their people are repeats. */
const EARLIER = Math.ceil(VISITS / 10);
const MILLISECONDS = 6_000;

/** What is tried: everybody, half of them, and a daily limit that most find used up. */
const TRIED: Record<string, object> = {
  'as it is': {},
  'other places, a phone number': { nationaltargeting: 'F', locatorstate: ['TX', 'IL'], phoneenabled: 'T' },
  'a limit of 100 a day': { LimitLead: 100, LimitLeadFreq: 'day', reidentificationtype: '1week' },
};

/** P7: a month of recognised visits tried with other settings, against reading the same rows with the same rules in SQL and nothing else. */
export async function run(adminUrl: string): Promise<Comparison[]> {
  const installation = await install(adminUrl);
  const { owner, fixtures, kernel } = installation;
  const { tenant } = fixtures.a.clients[0]!;
  const campaign = await addCampaign(owner, tenant, 'Bench');
  await fillVisits(installation, campaign);
  const product = await startProduct('web', installation);
  const token = await kernel.sessions.open({ accountId: fixtures.a.owner.id, ip: '127.0.0.1', agent: 'bench', aal: 1, aalNeeded: 1 });
  const caller = new Caller(product, token, campaign);
  // How often a person may ask is not what is measured.
  const askFresh = async (fields: object): Promise<Answer> => {
    await owner.query('delete from core_rate');
    return caller.ask(fields);
  };
  try {
    const results: Comparison[] = [];
    for (const [name, fields] of Object.entries(TRIED)) {
      const { recognised, leads } = await caller.ask(fields);
      if (recognised !== VISITS || leads === 0) throw new Error(`${name}: ${recognised} visits and ${leads} leads`);
      const side: Side = { run: () => load(1, MILLISECONDS, () => askFresh(fields)), memoryMiB: () => product.memoryMiB() };
      const sql: Side = { run: () => load(1, MILLISECONDS, () => readRaw(installation, campaign, fields)) };
      results.push(
        await compare(
          `back-test of ${VISITS.toLocaleString('en-US')} visits, ${name}`,
          'back-tests',
          { product: side, limit: sql },
          { pairs: 3 },
        ),
      );
    }
    return results;
  } finally {
    await caller.close();
    await product.stop();
    await installation.remove();
  }
}

/** A month of visits of one campaign, with those of others between them, as they lie in a database that was in use. */
async function fillVisits({ owner, fixtures }: Installation, campaign: number): Promise<void> {
  const { tenant } = fixtures.a.clients[0]!;
  const { tenant: other } = fixtures.b.clients[0]!;
  await fill(
    owner,
    `
    set statement_timeout = 0; set timezone = 'UTC'; set app.scope = 'platform';
    select setseed(0.5);
    select capture_recognition_partitions(now() - w * interval '1 week', 60) from generate_series(1, 5) w;
    insert into capture_recognition (at, campaign_id, company_id, agency_id, root_id, person, zip, city, state, has)
      select at, case when mine then ${campaign} else 999999 end, c.company_id, c.agency_id, c.root_id, floor(random() * ${PEOPLE}) * 937 + 1, floor(random() * 40000), floor(random() * 20000),
        (array['TX', 'IL', 'NY', 'CA'])[1 + n % 4], (array[7, 7, 3, 1])[1 + n / 4 % 4]
      from (select n, n % 2 = 0 as mine, now() - interval '29 days' + n * (interval '28 days 20 hours' / ${2 * VISITS}) as at from generate_series(0, ${2 * VISITS - 1}) n) v
      join (values (true, ${ownerOf(tenant)}), (false, ${ownerOf(other)})) c (own, company_id, agency_id, root_id) on c.own = v.mine;
    insert into leads_day (campaign_id, company_id, agency_id, root_id, day, product, outcome, observations)
      select ${campaign}, ${ownerOf(tenant)}, (at at time zone 'America/Chicago')::date, 'local', 'repeat', count(*) from capture_recognition where campaign_id = ${campaign} group by 5;
    insert into leads_lead (id, campaign_id, company_id, agency_id, root_id, product, person_key, email, source, created_at, last_seen_at, retail_cents)
      select gen_random_uuid(), ${campaign}, ${ownerOf(tenant)}, 'local', sha256(n::text::bytea), 'p' || n || '@people.example', 'bench', now() - interval '60 days', now(), 150
      from generate_series(1, ${EARLIER}) n;`,
  );
  await owner.query('vacuum analyze capture_recognition, leads_lead, leads_day');
}

/** The rows by the rules, counted by day: what the database must do in any case. */
async function readRaw({ owner }: Installation, campaign: number, fields: object): Promise<void> {
  const { phoneenabled, locatorstate = [] } = fields as { phoneenabled?: 'T'; locatorstate?: string[] };
  await owner.query(
    `select (at at time zone 'America/Chicago')::date, count(distinct person) from capture_recognition
     where campaign_id = $1 and at >= now() - interval '30 days' and has & $2 = $2 and (cardinality($3::text[]) = 0 or state = any($3)) group by 1`,
    [campaign, phoneenabled ? 3 : 1, locatorstate],
  );
}

interface Answer {
  recognised: number;
  leads: number;
}

class Caller {
  readonly #pool: Pool;
  readonly #token: string;
  readonly #campaign: number;

  constructor({ url }: ServerProcess, token: string, campaign: number) {
    this.#pool = new Pool(url, { connections: 1 });
    this.#token = token;
    this.#campaign = campaign;
  }

  async ask(fields: object): Promise<Answer> {
    const answer = await this.#pool.request({
      method: 'POST',
      path: '/api/leadspeek/backtest',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ leadspeekID: this.#campaign, ...fields }),
    });
    const body = (await answer.body.json()) as Answer;
    if (answer.statusCode !== 200) throw new Error(JSON.stringify(body));
    return body;
  }

  close = (): Promise<void> => this.#pool.close();
}
