import { runJob } from '../../core/jobs/runner.ts';
import { batch, type Comparison, compare } from './harness.ts';
import { addCampaign, fill, type Installation, install, ownerOf, sizeOf, walletSql } from './installation.ts';
import { pipelineLimit } from './limits/pipeline-limit.ts';

const PEOPLE = sizeOf('BENCH_PEOPLE', 200_000);
const EXCLUDED = sizeOf('BENCH_EXCLUSIONS', 100_000);
const VISITS = sizeOf('BENCH_VISITS', 5_000);
const CAMPAIGNS = 4;
/** Of the batch in which one visit cannot be worked, and of the one without. */
const BATCH = 200;
const AT_FAULT = 'at-fault@people.example';

/**
 * Of ten visits: seven of people known by their visitor id, one by the hash of their e-mail address, one of a stranger, one of
 * somebody on an exclusion list.
 */
const LEADS_OF_TEN = 8;

/** P2: waiting visits worked to their ends, against writing the same rows. */
export async function run(adminUrl: string): Promise<Comparison[]> {
  const installation = await install(adminUrl);
  try {
    const campaigns = await fillInstallation(installation);
    const rounds = new Rounds(installation, campaigns);
    const limit = await pipelineLimit(installation, campaigns, { visits: VISITS, leadsOfTen: LEADS_OF_TEN });
    const product = async () => {
      await rounds.prepare();
      const figures = await batch(VISITS, () => rounds.work());
      await rounds.prove();
      return figures;
    };
    return [
      await compare(`pipeline, ${LEADS_OF_TEN} leads of 10 visits`, 'visits', { product: { run: product }, limit: { run: limit } }),
      await oneAtFault(installation, rounds),
    ];
  } finally {
    await installation.remove();
  }
}

/** What it costs to find the one visit of a batch that cannot be worked, beside a batch in which there is none. */
async function oneAtFault({ owner }: Installation, rounds: Rounds): Promise<Comparison> {
  await owner.query(`
    create function bench_refuse() returns trigger language plpgsql as $$ begin raise exception 'cannot be worked'; end $$;
    create trigger bench_refuse before insert on leads_lead for each row when (new.email = '${AT_FAULT}') execute function bench_refuse()`);
  const batchOf = (isAtFault: boolean) => async () => {
    await rounds.prepareBatch(BATCH, isAtFault);
    const figures = await batch(BATCH, () => rounds.work());
    await rounds.prove();
    return figures;
  };
  return compare(
    `pipeline, one visit at fault in a batch of ${BATCH}`,
    'visits',
    {
      product: { run: batchOf(true) },
      limit: { run: batchOf(false) },
    },
    { beside: 'batch without' },
  );
}

/** The identity graph, the exclusion lists, a filled wallet; answers the campaigns' ids. */
export async function fillInstallation({ owner, fixtures, kernel }: Installation): Promise<number[]> {
  // Two agencies, as a process serves two at once; each of their clients has a campaign.
  const agencies = [fixtures.a, fixtures.b];
  const clients = agencies.flatMap((agency) => agency.clients.map(({ tenant }) => ({ tenant, agency: agency.tenant })));
  const campaigns: number[] = [];
  for (const [n, { tenant }] of clients.entries()) campaigns.push(await addCampaign(owner, tenant, `Bench ${n}`));
  if (campaigns.length !== CAMPAIGNS) throw new Error(`${campaigns.length} campaigns in place of ${CAMPAIGNS}`);
  // Of four excluded people one stands on the root's list, one on that of the agency, and two on the client's.
  const lists = [fixtures.root, ...clients.map(({ agency }) => agency), ...clients.map(({ tenant }) => tenant)];
  await fill(
    owner,
    `
    insert into capture_pixel (campaign_id, company_id, agency_id, root_id, key, product, plugin, status, timezone)
      select id, company_id, agency_id, root_id, 'pixel-' || id, product, 'site-id', status, timezone from campaigns_campaign;
    -- Campaigns that are used to so many, so that nothing is held for review.
    insert into leads_day (campaign_id, company_id, agency_id, root_id, day, product, outcome, observations)
      select id, company_id, agency_id, root_id, current_date - 1, product, 'lead', 100000 from campaigns_campaign;
    insert into capture_person (person_key, first_name, last_name, email, phone, address, city, state, zip, source)
      select sha256(('person ' || n)::bytea), 'First' || n % 500, 'Last' || n % 7919, 'person' || n || '@people.example', '312555' || n % 10000, n || ' Main St', 'Chicago', 'IL', '60601', 'bench'
      from generate_series(0, ${PEOPLE - 1}) n;
    insert into capture_identity (kind, value, person_id)
      select h.kind, h.value, p.id from capture_person p cross join lateral (values
        ('visitor', ('visitor-' || (p.id - 1))::bytea), ('md5', decode(md5(p.email), 'hex')), ('sha256', sha256(p.email::bytea))) h (kind, value);
    insert into exclusions_entry (kind, hash, source, company_id, agency_id, root_id)
      select 'md5', decode(md5('person' || n || '@people.example'), 'hex'), 'upload', l.company_id, l.agency_id, l.root_id
      from (select row_number() over () - 1 as at, * from (values ${lists.map((l) => `(${ownerOf(l)})`).join(', ')}) v (company_id, agency_id, root_id)) l
      join (select case when i < ${PEOPLE / 10} then i * 10 + 9 else i * 10 + ${PEOPLE} end as n, i from generate_series(0, ${EXCLUDED - 1}) i) e
        on l.at = case e.i % 4 when 0 then 0 when 1 then 1 + e.n % ${CAMPAIGNS} else 1 + ${CAMPAIGNS} + e.n % ${CAMPAIGNS} end;
    ${agencies.map(({ tenant }) => walletSql(tenant, '1e15')).join(';')}`,
  );
  await owner.query('analyze capture_person, capture_identity, exclusions_entry');
  await kernel.features.refresh();
  return campaigns;
}

/** Puts visits of people who were not there before into the queue, and has the product work them. */
export class Rounds {
  readonly #in: Installation;
  readonly #campaigns: readonly number[];
  /** Numbers that were given out; people are called by them. */
  #numbers = 0;
  #visits = 0;
  #atFault = 0;

  constructor(installation: Installation, campaigns: readonly number[]) {
    this.#in = installation;
    this.#campaigns = campaigns;
  }

  prepare(): Promise<void> {
    return this.#add(VISITS, CAMPAIGNS);
  }

  /** Visits of one agency, so that they are one batch; one of them may be of somebody who cannot be made a lead. */
  async prepareBatch(visits: number, isAtFault: boolean): Promise<void> {
    const first = this.#numbers;
    await this.#add(visits * 2, CAMPAIGNS / 2);
    if (!isAtFault) return;
    this.#atFault += 1;
    const visitor = `visitor-${first + visits}`;
    const { rowCount } = await this.#in.owner.query(
      `update capture_person p set email = $2 from capture_identity i where i.kind = 'visitor' and i.value = $1::bytea and p.id = i.person_id`,
      [Buffer.from(visitor), AT_FAULT],
    );
    if (rowCount !== 1) throw new Error(`nobody is ${visitor}`);
  }

  /** Takes so many numbers, and puts the visits among them that are of the first `campaigns` campaigns. */
  async #add(numbers: number, campaigns: number): Promise<void> {
    const first = this.#numbers;
    this.#numbers += numbers;
    this.#visits += (numbers * campaigns) / CAMPAIGNS;
    if (this.#numbers > PEOPLE) throw new Error(`${PEOPLE} people are too few for ${this.#numbers} visits.`);
    await fill(
      this.#in.owner,
      `
      insert into capture_visit (slot, fingerprint, at, campaign_id, company_id, agency_id, root_id, visitor, email_hash, ip, url, referrer)
      select floor(extract(epoch from now()) / 30), n, now() - interval '15 seconds' + n * interval '1 microsecond', c.id, c.company_id, c.agency_id, c.root_id,
        case n % 10 when 7 then 'browser-' || n when 8 then 'stranger-' || n else 'visitor-' || n end,
        case n % 10 when 7 then decode(md5('person' || n || '@people.example'), 'hex') end, '10.' || n % 200 || '.' || n / 200 % 250 || '.9', 'https://shop.example/page/' || n % 50, 'search.example'
      from generate_series(${first}, ${this.#numbers - 1}) n
      join campaigns_campaign c on c.id = (array[${this.#campaigns.join(', ')}])[1 + n % ${CAMPAIGNS}]
      where n % ${CAMPAIGNS} < ${campaigns};`,
    );
  }

  async work(): Promise<void> {
    const { kernel } = this.#in;
    await runJob(kernel, kernel.registry.jobs.get('capture.pipeline')!);
  }

  /** Every visit must have ended as it should. */
  async prove(): Promise<void> {
    const { rows } = await this.#in.owner.query<{ outcome: string | null; n: string }>(
      'select outcome, count(*) as n from capture_visit group by outcome',
    );
    const ended = Object.fromEntries(rows.map((r) => [r.outcome ?? 'waiting', Number(r.n)]));
    const tenth = this.#visits / 10;
    if (
      ended['lead'] !== LEADS_OF_TEN * tenth - this.#atFault ||
      ended['excluded'] !== tenth ||
      ended['no_match'] !== tenth ||
      (ended['waiting'] ?? 0) !== this.#atFault
    )
      throw new Error(`visits ended as ${JSON.stringify(ended)}`);
  }
}
