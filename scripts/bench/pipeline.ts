import { runJob } from '../../core/jobs/runner.ts';
import { batch, type Comparison, compare } from './harness.ts';
import { addCampaign, fill, type Installation, install, ownerOf, sizeOf, walletSql } from './installation.ts';
import { pipelineLimit } from './limits/pipeline-limit.ts';

const PEOPLE = sizeOf('BENCH_PEOPLE', 200_000);
const EXCLUDED = sizeOf('BENCH_EXCLUSIONS', 100_000);
const VISITS = sizeOf('BENCH_VISITS', 5_000);
const CAMPAIGNS = 4;

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
    return [await compare(`pipeline, ${LEADS_OF_TEN} leads of 10 visits`, 'visits', { product: { run: product }, limit: { run: limit } })];
  } finally {
    await installation.remove();
  }
}

/** The identity graph, the exclusion lists, a filled wallet; answers the campaigns' ids. */
async function fillInstallation({ owner, fixtures, kernel }: Installation): Promise<number[]> {
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
class Rounds {
  readonly #in: Installation;
  readonly #campaigns: readonly number[];
  #round = 0;

  constructor(installation: Installation, campaigns: readonly number[]) {
    this.#in = installation;
    this.#campaigns = campaigns;
  }

  async prepare(): Promise<void> {
    const first = this.#round * VISITS;
    this.#round += 1;
    if (first + VISITS > PEOPLE) throw new Error(`${PEOPLE} people are too few for ${this.#round} rounds of ${VISITS} visits.`);
    await fill(
      this.#in.owner,
      `
      insert into capture_visit (slot, fingerprint, at, campaign_id, company_id, agency_id, root_id, visitor, email_hash, ip, url, referrer)
      select floor(extract(epoch from now()) / 30), n, now() - interval '3 seconds' + n * interval '1 microsecond', c.id, c.company_id, c.agency_id, c.root_id,
        case n % 10 when 7 then 'browser-' || n when 8 then 'stranger-' || n else 'visitor-' || n end,
        case n % 10 when 7 then decode(md5('person' || n || '@people.example'), 'hex') end, '10.' || n % 200 || '.' || n / 200 % 250 || '.9', 'https://shop.example/page/' || n % 50, 'search.example'
      from generate_series(${first}, ${first + VISITS - 1}) n
      join campaigns_campaign c on c.id = (array[${this.#campaigns.join(', ')}])[1 + n % ${CAMPAIGNS}];`,
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
    const tenth = (this.#round * VISITS) / 10;
    if (ended['lead'] !== LEADS_OF_TEN * tenth || ended['excluded'] !== tenth || ended['no_match'] !== tenth)
      throw new Error(`visits ended as ${JSON.stringify(ended)}`);
  }
}
