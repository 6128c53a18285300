import type { Kernel } from '../../core/kernel.ts';
import { answerOf, type Api } from './api-client.ts';
import { CAMPAIGNS, createCampaigns, startCampaigns } from './campaigns.ts';
import { addClient, type DemoClient } from './clients.ts';

/** An agency whose clients and campaigns are there; nothing runs yet. */
export interface OpenAgency {
  owner: Api;
  id: number;
  /** Companies by name. */
  clients: ReadonlyMap<string, number>;
  /** Campaigns by name. */
  campaigns: ReadonlyMap<string, number>;
}

/** Adds an agency's clients with their campaigns; `websiteOf` answers another website than the client's own, or null. */
export async function openClients(
  owner: Api,
  origin: string,
  clients: readonly DemoClient[],
  websiteOf: (client: DemoClient) => string | null = () => null,
): Promise<Omit<OpenAgency, 'id'>> {
  const ids = new Map<string, number>();
  const campaigns = new Map<string, number>();
  for (const client of clients) {
    const companyID = await addClient(owner, origin, client);
    ids.set(client.company, companyID);
    if (client.term) await billMonthly(owner, client, companyID);
    const website = websiteOf(client);
    const created = await createCampaigns(owner, client, { companyID, ...(website ? { website } : {}) });
    for (const [name, id] of created) campaigns.set(name, id);
  }
  return { owner, clients: ids, campaigns };
}

/** Lets what the agency's clients have collect. */
export async function startAll({ owner, clients, campaigns }: OpenAgency): Promise<void> {
  for (const [company, companyID] of clients) {
    const own = CAMPAIGNS.filter(({ client }) => client === company).flatMap(({ name }) => {
      const id = campaigns.get(name);
      return id === undefined ? [] : [[name, id] as const];
    });
    await startCampaigns(owner, companyID, new Map(own));
  }
}

async function billMonthly(owner: Api, client: DemoClient, companyID: number): Promise<void> {
  const products = new Map(CAMPAIGNS.filter((campaign) => campaign.client === client.company).map(({ type, price }) => [type, price]));
  for (const [leadspeekType, CostSet] of products)
    answerOf(
      await owner.PUT('/api/configuration/user/costmodule', { body: { companyID, leadspeekType, CostSet, PaymentTerm: 'Monthly' } }),
    );
}

/** Cards of the sandbox for clients whose people never signed in; as if they had kept one in Card Setting. */
export async function keepCards(
  kernel: Kernel,
  agencyId: number,
  clients: readonly DemoClient[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const paying = clients.filter(({ company, card }) => card && ids.has(company));
  if (paying.length === 0) return;
  const { account } = (await kernel.platform('payments_account').where({ company_id: agencyId }).first('account')) as { account: string };
  for (const { company, email, card } of paying) {
    const company_id = ids.get(company)!;
    const at = { company_id, place: '' };
    const [customer, kept] = [`sandbox_customer_demo_${company_id}`, `sandbox_card_demo_${company_id}`];
    await kernel.platform('payments_sandbox').insert([
      { ...at, id: customer, kind: 'customer', idem_key: `customer-${company_id}`, data: JSON.stringify({ name: company, email }) },
      { ...at, id: kept, kind: 'card', idem_key: `card-${company_id}`, data: JSON.stringify({ token: card, customer }) },
    ]);
    const seen = { brand: 'visa', last4: card === 'approved' ? '4242' : '0341', exp_month: 8, exp_year: 2034 };
    await kernel.platform('payments_payer').insert({ company_id, gateway: 'sandbox', account, customer, card: kept, ...seen });
  }
}
