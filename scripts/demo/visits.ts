import { createHash, randomBytes } from 'node:crypto';
import type { Kernel } from '../../core/kernel.ts';
import { loadCompanyByIp, nameNetworks } from '../../plugins/lead-intake/capture/identity/company-by-ip.ts';
import { syntheticAddresses } from './people.ts';

const VISITORS = 14;
const PAGES = ['', 'beans', 'story', 'beans', 'thanks'];
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

/** A morning in the demo shop, told to the platform like the pixel does: people it knows, some of them twice, and two strangers. */
export async function visitShop(kernel: Kernel, origin: string, key: string, shop: string): Promise<void> {
  const known = syntheticAddresses(VISITORS);
  const visits = [...known, ...known.slice(0, 4), 'stranger.one@example.org', 'stranger.two@example.org'];
  await knowBrowsers(kernel, known);
  const { s } = (await (await fetch(`${origin}/px/${key}.token`)).json()) as { s: string };
  for (const [index, e] of visits.entries()) {
    const u = `${shop}/${PAGES[index % PAGES.length]}`;
    const response = await fetch(`${origin}/collect`, {
      method: 'POST',
      headers: { 'user-agent': BROWSER, origin: shop },
      body: JSON.stringify({ k: key, v: browserOf(visits.indexOf(e)), u, e, s, t: u.endsWith('/thanks') ? 1 : 0 }),
    });
    if (!response.ok) throw new Error(`${origin}/collect answered ${response.status}`);
  }
}

const browserOf = (person: number): string => `demo-visitor-${person}`;

/** These people were met before in their browsers; so many new ones from this one computer would be held for review. */
async function knowBrowsers(kernel: Kernel, emails: readonly string[]): Promise<void> {
  await kernel.platform.raw(
    `select capture_recognise(array_agg('visitor'::text), array_agg(convert_to(b.browser, 'UTF8')), array_agg(p.person_key), null)
     from unnest(?::int[], ?::text[]) as b (n, browser)
     join capture_resolve(array_fill('sha256'::text, array[?::int]), ?::bytea[], array_fill(null::bytea, array[?::int])) p on p.visit = b.n`,
    [
      emails.map((_, n) => n),
      emails.map((_, n) => browserOf(n)),
      emails.length,
      emails.map((email) => createHash('sha256').update(email).digest()),
      emails.length,
    ] as never,
  );
}

const HOUR = 3_600_000;
const SLOT_MS = 30_000;
/** Long enough ago that what else is known of these people may be asked. */
const BEFORE_MS = 30 * HOUR;
const EARLIER_VISITORS = 8;
/** Organisations that nobody could take for real ones, at addresses that documentation uses, and how many pages were looked at from there. */
export const OFFICES: readonly [organisation: string, ip: string, pages: readonly string[]][] = [
  ['Example Robotics Inc.', '198.51.100.10', ['', 'beans', 'story']],
  ['Made-Up Motors', '198.51.100.20', ['', 'beans']],
  ['Fictional University', '198.51.100.30', ['story']],
  ['Sample Logistics LLC', '198.51.100.40', ['', 'beans', 'beans']],
];

/** People whom the graph knows were in the shop the day before. */
export async function visitBefore(kernel: Kernel, campaignId: number, shop: string): Promise<void> {
  const people = syntheticAddresses(VISITORS + EARLIER_VISITORS).slice(VISITORS);
  const at = Date.now() - BEFORE_MS;
  await keepVisits(
    kernel,
    campaignId,
    people.map((email, n) => ({
      at: new Date(at + n * 60_000),
      ip: '127.0.0.1',
      url: `${shop}/${PAGES[n % PAGES.length]}`,
      email_hash: createHash('sha256').update(email).digest(),
    })),
  );
}

/** Somebody at a few organisations looks at the shop; nobody knows who. */
export async function visitFromOffices(kernel: Kernel, campaignId: number, shop: string): Promise<void> {
  // Otherwise the first of them would be through before anybody knew whose networks these are.
  nameNetworks(Object.fromEntries(OFFICES.map(([organisation, ip]) => [ip, organisation])));
  await loadCompanyByIp();
  const views = OFFICES.flatMap(([, ip, pages]) => pages.map((page) => ({ at: new Date(), ip, url: `${shop}/${page}`, email_hash: null })));
  await keepVisits(kernel, campaignId, views);
}

/** As the endpoint would have kept them, for addresses and times that one computer does not have. */
async function keepVisits(
  kernel: Kernel,
  campaign_id: number,
  visits: readonly { at: Date; ip: string; url: string; email_hash: Buffer | null }[],
): Promise<void> {
  const owners = (await kernel
    .platform('campaigns_campaign')
    .where({ id: campaign_id })
    .first('company_id', 'agency_id', 'root_id')) as object;
  await kernel.platform('capture_visit').insert(
    visits.map((visit) => ({
      ...visit,
      ...owners,
      campaign_id,
      slot: Math.floor(visit.at.getTime() / SLOT_MS),
      fingerprint: randomBytes(6).readUIntBE(0, 6),
      visitor: randomBytes(8).toString('hex'),
      referrer: '',
      released: true,
    })),
  );
  // What somebody released was counted as held, which is taken back when it ends.
  await kernel.platform.raw(
    `select leads_count(jsonb_agg(held)) from (
       select c.id as campaign_id, c.company_id, c.product, to_char(v.at at time zone c.timezone, 'YYYY-MM-DD') as day, 'review' as outcome, count(*)::int as observations
       from campaigns_campaign c cross join unnest(?::timestamptz[]) as v (at) where c.id = ? group by 1, 2, 3, 4) held`,
    [visits.map(({ at }) => at.toISOString()), campaign_id] as never,
  );
}
