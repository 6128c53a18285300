import type { TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../../core/testing/fixtures.ts';
import { leadsInBooks } from '../../../tests/support/past-leads.ts';

type Client = AgencyFixtures['clients'][number];

/** The person gave the password just now, on the clock of the test. */
export async function confirmed(app: TestApp, person: Person): Promise<void> {
  await app.tokenOf(person);
  await app.kernel
    .platform('core_session')
    .where({ account_id: person.id })
    .update({ fresh_at: new Date(Date.now() + app.clockOffset) });
}

/** Lets an agency take money in the sandbox. */
export async function connect(app: TestApp, agency: Pick<AgencyFixtures, 'owner'>): Promise<void> {
  await confirmed(app, agency.owner);
  await app.call('POST', '/api/general/create-connected-account', agency.owner);
  const { status, text } = await app.call('PUT', '/api/payments/sandbox-account', agency.owner, { body: { status: 'completed' } });
  if (status !== 200) throw new Error(text);
}

/** Gives a client a card of the sandbox: `approved`, `declined`, `declined_for_good`. */
export async function giveCard(app: TestApp, client: Client, tokenid = 'approved'): Promise<void> {
  await confirmed(app, client.user);
  const { status, text } = await app.call('PUT', '/api/payment/card', client.user, { body: { tokenid } });
  if (status !== 200) throw new Error(text);
}

/** Sets a client's prices and answers a campaign of it; amounts in dollars. */
export async function campaignFor(
  app: TestApp,
  agency: Pick<AgencyFixtures, 'owner'>,
  client: Client,
  cost: { PaymentTerm: string; CostSet?: string; CostMonth?: string; PlatformFee?: string; leadsbuy?: number },
  name = 'Shop',
): Promise<number> {
  await confirmed(app, agency.owner);
  const saved = await app.call('PUT', '/api/configuration/user/costmodule', agency.owner, {
    body: { ClientID: client.user.id, CostSet: '2', CostMonth: '0', PlatformFee: '0', ...cost },
  });
  if (saved.status !== 200) throw new Error(saved.text);
  const made = await app.call('POST', '/api/leadspeek/client/create', agency.owner, {
    body: { companyID: client.tenant.id, leadspeekType: 'local', campaignName: name },
  });
  if (made.status !== 200) throw new Error(made.text);
  return made.body.leadspeek_api_id as number;
}

export const setActive = (app: TestApp, agency: Pick<AgencyFixtures, 'owner'>, id: number, status: 'active' | 'paused' = 'active') =>
  app.call('PUT', '/api/leadspeek/client/activepause', agency.owner, { body: { leadspeekID: id, status } });

/** Leads in the books at the moments given. */
export async function leadsAt(
  app: TestApp,
  client: Client,
  campaignId: number,
  moments: readonly Date[],
  price = { retail: 200, wholesale: 50 },
): Promise<void> {
  for (let from = 0; from < moments.length; from += 500) {
    const leads = moments.slice(from, from + 500).map((at) => ({ id: crypto.randomUUID(), at }));
    await leadsInBooks(app.kernel.platform, client.tenant, campaignId, leads, price);
  }
}

/** Moves the clock to a moment and lets billing look. */
export async function lookAt(app: TestApp, moment: Date): Promise<void> {
  app.clockOffset = moment.getTime() - Date.now();
  await app.tick('billing.close');
}

/** The same by several processes at once, as when a run outlives its claim and another process takes it over. */
export async function lookTogether(app: TestApp, moment: Date, agencies: readonly Pick<AgencyFixtures, 'tenant'>[]): Promise<void> {
  app.clockOffset = moment.getTime() - Date.now();
  const { def } = app.kernel.registry.jobs.get('billing.close')!;
  const runs = [...agencies, ...agencies].map(({ tenant }) => app.inside(tenant, 'billing', (ctx) => def.run(ctx, {}), 'intent'));
  await Promise.all(runs);
}
