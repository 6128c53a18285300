import { DateTime } from 'luxon';
import type { Tenant } from '../../core/contract.ts';
import type { Answer, TestApp } from '../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../core/testing/fixtures.ts';
import { Billing, type Invoice } from '../../plugins/commerce/billing/contract.ts';
import { Campaigns } from '../../plugins/campaign-management/campaigns/contract.ts';
import { Payments } from '../../plugins/money/payments/contract.ts';
import { stayFresh } from './stay-fresh.ts';

type Client = AgencyFixtures['clients'][number];
const ZONE = 'America/Chicago';

/** An agency that takes money, clients that owe it some, and a clock that is moved by hand. */
export class ArrearsFixtures {
  readonly app: TestApp;
  readonly agency: AgencyFixtures;

  constructor(app: TestApp, agency: AgencyFixtures) {
    this.app = app;
    this.agency = agency;
  }

  /** Moves the clock to a local time of Chicago; never back by seconds, for what has begun since then would lie in the future. */
  to(local: string): void {
    const offset = DateTime.fromISO(local, { zone: ZONE }).toMillis() - Date.now();
    const back = this.app.clockOffset - offset;
    if (back < 0 || back > 60_000) this.app.clockOffset = offset;
  }

  /** Moves the clock and lets what is due happen. */
  async at(local: string): Promise<void> {
    this.to(local);
    await this.sweep();
    await this.app.settle();
  }

  async sweep(): Promise<void> {
    await this.app.tick('dunning.sweep');
  }

  /** The same by two processes at once, as when a run outlives its claim and another process takes it over. */
  async sweepTogether(): Promise<void> {
    const { def } = this.app.kernel.registry.jobs.get('dunning.sweep')!;
    await Promise.all([1, 2].map(() => this.app.inside(this.agency.tenant, 'dunning', (ctx) => def.run(ctx, {}), 'intent')));
  }

  async connect(): Promise<void> {
    const { owner } = this.agency;
    await this.confirm(owner);
    await this.app.call('POST', '/api/general/create-connected-account', owner);
    const { status, text } = await this.app.call('PUT', '/api/payments/sandbox-account', owner, { body: { status: 'completed' } });
    if (status !== 200) throw new Error(text);
  }

  /** Keeps a card of the sandbox, as the call of Card Setting does. */
  async card(of: Tenant, token: string): Promise<void> {
    await this.app.inside(of, 'dunning', (ctx) => ctx.use(Payments).keepCard(token), 'intent');
  }

  /** A campaign whose set-up fee of 25 dollars is billed with its first activation. */
  async campaign(client: Client, name: string): Promise<number> {
    const { owner } = this.agency;
    await this.confirm(owner);
    const prices = { ClientID: client.user.id, CostSet: '2', CostMonth: '0', PlatformFee: '25', PaymentTerm: 'Weekly' };
    const saved = await this.app.call('PUT', '/api/configuration/user/costmodule', owner, { body: prices });
    if (saved.status !== 200) throw new Error(saved.text);
    const made = await this.app.call('POST', '/api/leadspeek/client/create', owner, {
      body: { companyID: client.tenant.id, leadspeekType: 'local', campaignName: name },
    });
    if (made.status !== 200) throw new Error(made.text);
    return made.body.leadspeek_api_id as number;
  }

  setActive(id: number, status: 'active' | 'paused' = 'active', as: Person = this.agency.owner): Promise<Answer> {
    return this.app.call('PUT', '/api/leadspeek/client/activepause', as, { body: { leadspeekID: id, status } });
  }

  /** Bills what the client owes to this moment and lets the payment have its outcome. */
  async bill(client: Client): Promise<Invoice> {
    await this.app.settle();
    const [invoice] = await this.app.inside(this.agency.tenant, 'dunning', (ctx) => ctx.use(Billing).closeNow(client.tenant.id));
    if (!invoice) throw new Error('nothing to bill');
    await this.app.settle();
    return (await this.invoice(invoice.id))!;
  }

  invoice(id: string): Promise<Invoice | null> {
    return this.app.inside(this.agency.tenant, 'dunning', (ctx) => ctx.use(Billing).find(id));
  }

  /** Status and pause reason of a campaign. */
  stateOf(id: number): Promise<string> {
    return this.app.inside(this.agency.tenant, 'dunning', async (ctx) => {
      const campaign = await ctx.use(Campaigns).find(id);
      return [campaign?.status, campaign?.pauseReason].filter(Boolean).join(' ');
    });
  }

  /** How often the client's card was asked for money. */
  async tries(client: Client): Promise<number> {
    return ((await this.app.kernel.platform('payments_operation').where({ company_id: client.tenant.id })) as unknown[]).length;
  }

  /** What was mailed to somebody, oldest first, but for the bills themselves. */
  mails(to: Person): Promise<{ subject: string; body: string }[]> {
    const mails = this.app.kernel.platform('core_mail').where({ recipient: to.email }).whereRaw(`subject not like 'Invoice %'`);
    return mails.orderBy('id').select('subject', 'body') as never;
  }

  /** The newest payment link that was mailed to somebody, as a token. */
  async link(to: Person): Promise<string> {
    const links = (await this.mails(to)).flatMap((m) => m.body.match(/\/pay\/[A-Za-z0-9_-]+/) ?? []);
    return links.at(-1)!.slice('/pay/'.length);
  }

  /** The person gave the password just now. */
  confirm(person: Person): Promise<void> {
    return stayFresh(this.app, person);
  }
}
