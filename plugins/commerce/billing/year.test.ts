import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { addPerson, addTenant, type AgencyFixtures } from '../../../core/testing/fixtures.ts';
import { Books } from '../../money/ledger/contract.ts';
import { Zone } from './billing.settings.ts';
import { type CalendarTerm, duePeriods, type Period, periodOf } from './calendar/periods.ts';
import { campaignFor, connect, giveCard, leadsAt, lookAt, lookTogether, setActive } from './billing-fixtures.fake.ts';

/** From before the clocks of North America go forward, over both changes, every month's end, and the leap day of 2028. */
const BEGIN = new Date('2027-02-10T15:00:00Z');
const DAYS = 400;
const DAY = 86_400_000;
const dayAt = (n: number): Date => new Date(BEGIN.getTime() + n * DAY);
const ZONES = ['America/Chicago', 'Asia/Dubai', 'Pacific/Auckland'] as const;
const PRICE = 200;
const MINIMUM = 5_000;
const FEE = 2_500;

type Agency = Pick<AgencyFixtures, 'tenant' | 'owner' | 'clients'>;
interface Subject {
  agency: Agency;
  client: AgencyFixtures['clients'][number];
  zone: string;
  term: CalendarTerm;
  leads: Date[];
}
let app: TestApp;
const agencies: Agency[] = [];
const subjects: Subject[] = [];

beforeAll(async () => {
  app = await startTestApp();
  agencies.push(app.fixtures.a, app.fixtures.b, await thirdAgency());
  for (const [n, agency] of agencies.entries()) {
    const zone = ZONES[n]!;
    await app.inside(agency.tenant, 'billing', (ctx) => ctx.saveSetting(Zone, zone, agency.tenant));
    await connect(app, agency);
    for (const client of agency.clients) await giveCard(app, client);
    app.clockOffset = BEGIN.getTime() - Date.now();
    for (const [m, term] of (['Weekly', 'Monthly'] as const).entries())
      subjects.push(await subject(agency, agency.clients[m]!, zone, term));
    app.clockOffset = 0;
  }
  app.clockOffset = BEGIN.getTime() - Date.now();
  await app.settle();
}, 900_000);
afterAll(() => app.close());

async function thirdAgency(): Promise<Agency> {
  const { kernel, fixtures } = app;
  const tenant = await addTenant(kernel, 'agency', 'Agency C', fixtures.root.id);
  const clients: Agency['clients'] = [];
  for (const n of [1, 2]) {
    const company = await addTenant(kernel, 'client', `Client C${n}`, tenant.id);
    clients.push({ tenant: company, user: await addPerson(kernel, company, 'client', `client-c${n}@test.example`) });
  }
  return { tenant, clients, owner: await addPerson(kernel, tenant, 'userdownline', 'owner-c@test.example') };
}

/** A campaign that is active all the time, with leads at odd hours, and at the first and last moments of periods. */
async function subject(agency: Agency, client: Subject['client'], zone: string, term: CalendarTerm): Promise<Subject> {
  const campaign = await campaignFor(app, agency, client, { PaymentTerm: term, CostMonth: '50', PlatformFee: '25' });
  expect((await setActive(app, agency, campaign)).status).toBe(200);
  const leads: Date[] = [];
  for (let n = 1; n < DAYS; n += 3) leads.push(new Date(dayAt(n).getTime() + ((n * 7_919) % 86_400) * 1000));
  for (const period of duePeriods(term, BEGIN, dayAt(DAYS), zone).slice(1)) {
    leads.push(period.start, new Date(period.end.getTime() - 1));
  }
  await leadsAt(app, client, campaign, leads, { retail: PRICE, wholesale: 50 });
  return { agency, client, zone, term, leads };
}

test('400 days, weekly and monthly, in three zones: no period is missed, none is billed twice, and bills are what the books say', async () => {
  for (let day = 0; day <= DAYS; day += 1) {
    // Three weeks in which nobody looked, and now and then two processes at once.
    if (day > 200 && day < 221) continue;
    if (day % 20 === 0) await lookTogether(app, dayAt(day), agencies);
    else await lookAt(app, dayAt(day));
    if (day % 80 === 0) await app.settle();
  }
  await app.settle();
  expect(subjects).toHaveLength(6);
  for (const one of subjects) await check(one);
  for (const { tenant } of agencies) await checkNumbers(tenant.id);
}, 900_000);

async function check({ agency, client, zone, term, leads }: Subject): Promise<void> {
  const db = app.kernel.platform;
  const due = duePeriods(term, BEGIN, dayAt(DAYS), zone);
  const of = { company_id: client.tenant.id };
  const closed = (await db('billing_period').where(of).whereNotNull('closed_at').orderBy('first').select(DAY_OF('first'))) as {
    day: string;
  }[];
  expect(closed.map(({ day }) => day)).toEqual(due.map(({ first }) => first));
  const open = (await db('billing_period').where(of).whereNull('closed_at').select(DAY_OF('first'))) as { day: string }[];
  expect(open.map(({ day }) => day)).toEqual([periodOf(term, due.at(-1)!.end, zone).first]);

  const bills = (await db('billing_invoice').where(of).orderBy('period_first').select('total_cents', 'state', DAY_OF('period_first'))) as {
    total_cents: string;
    state: string;
    day: string;
  }[];
  expect(bills.map(({ day, total_cents: cents }) => [day, Number(cents)])).toEqual(
    due.map((period, n) => [period.first, owed(period, leads, zone) + (n === 0 ? FEE : 0)]),
  );
  expect(new Set(bills.map(({ state }) => state))).toEqual(new Set(['paid']));

  // What bills asked for was paid; what stands open are the leads of the running period.
  const running = leads.filter((at) => at >= due.at(-1)!.end).length * PRICE;
  const stands = await app.inside(agency.tenant, 'wallet', (ctx) =>
    ctx.use(Books).cents({ companyId: client.tenant.id, account: 'receivable' }),
  );
  expect(stands).toBe(running);
}

/** The leads of a period or its minimum, whichever is more; the first day is one of the active ones. */
function owed(period: Period, leads: readonly Date[], zone: string): number {
  const charged = leads.filter((at) => at >= period.start && at < period.end).length * PRICE;
  const local = (iso: string) => DateTime.fromISO(iso, { zone: 'utc' });
  const all = local(period.last).diff(local(period.first), 'days').days + 1;
  const begun = DateTime.fromJSDate(BEGIN, { zone }).toISODate()!;
  const active = local(period.last).diff(local(begun > period.first ? begun : period.first), 'days').days + 1;
  return Math.max(charged, Math.round((MINIMUM * active) / all));
}

/** Numbers of a year run from 1 without a gap. */
async function checkNumbers(agencyId: number): Promise<void> {
  const numbers = (await app.kernel
    .platform('billing_invoice')
    .where({ agency_id: agencyId })
    .orderBy('number')
    .pluck('number')) as string[];
  for (const year of ['2027', '2028']) {
    const mine = numbers.filter((number) => number.startsWith(year));
    expect(mine.length).toBeGreaterThan(5);
    expect(mine).toEqual(mine.map((_, n) => `${year}-${String(n + 1).padStart(6, '0')}`));
  }
}

const DAY_OF = (column: string) => app.kernel.platform.raw(`to_char(??, 'YYYY-MM-DD') as day`, [column]);
