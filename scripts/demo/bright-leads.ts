import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { answerOf, type Api, signIn } from './api-client.ts';
import { addClient } from './clients.ts';
import { launchMore, offerMore } from './information.ts';
import { completeProfile } from './profile.ts';
import { CLIENTS, DEMO_PASSWORD, type DemoClient, GROUPS, HARBOR, LOGO, ORGANIZATIONS, ROLES, THEME } from './companies.ts';

const OFFICE = { phone: '+1 312 555 0101', address: '200 Lake Street', city: 'Chicago', zip: '60601', state: 'IL' };

/** What the owner of Bright Leads sets up: look, money, team, clients and their campaigns. Answers the client "Harbor Coffee" and its campaign. */
export async function openBrightLeads(
  origin: string,
  agencyId: number,
  { shop, hasSandbox }: { shop: string; hasSandbox: boolean },
): Promise<{ clientId: number; campaignId: number }> {
  const owner = await signIn(origin, 'agency@demo.test', DEMO_PASSWORD);
  await completeProfile(owner, {
    ...OFFICE,
    company: { name: 'Bright Leads', industry: 'advertising', email: 'hello@brightleads.example.com' },
  });
  await dressUp(owner);
  await offerMore(owner);
  if (hasSandbox) await fund(owner, agencyId);
  await hireTeam(owner, origin);

  const ids = new Map<string, number>();
  for (const client of [HARBOR, ...CLIENTS]) ids.set(client.company, await addClient(owner, origin, client));
  const clientId = ids.get(HARBOR.company)!;
  const campaignId = await launchHarbor(owner, clientId, { shop, start: hasSandbox });
  await launchSearch(owner, clientId, hasSandbox);
  await launchMore(owner, clientId, hasSandbox);
  for (const client of CLIENTS) await launch(owner, client, { companyID: ids.get(client.company)!, start: hasSandbox });
  await arrange(owner, ids);
  return { clientId, campaignId };
}

/** Fills the wallet with the sandbox's card that always pays. */
async function fund(owner: Api, company_id: number): Promise<void> {
  answerOf(await owner.POST('/api/payment/customer-direct', { body: { tokenid: 'approved' } }));
  answerOf(
    await owner.POST('/api/configuration/agencies/prepaid/charge-prepaid-direct-payment', {
      body: { company_id, amount: '500', custom_amount: 'F', stop_continual: 'T' },
    }),
  );
}

async function dressUp(owner: Api): Promise<void> {
  answerOf(await owner.PUT('/api/configuration/theme', { body: THEME }));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await sharp(Buffer.from(LOGO)).png().toBuffer())], { type: 'image/png' }), 'logo.png');
  answerOf(await owner.POST('/api/configuration/logo', { body: form as never, bodySerializer: (body) => body as unknown as FormData }));
  answerOf(
    await owner.PUT('/api/configuration/company-contact', {
      body: {
        legal_name: 'Bright Leads LLC',
        short_name: 'Bright Leads',
        phone: OFFICE.phone,
        contact_email: 'hello@brightleads.example.com',
      },
    }),
  );
}

/** Ada may do everything; Ana sees what her role shows her. */
async function hireTeam(owner: Api, origin: string): Promise<void> {
  const roles = new Map<string, number>();
  for (const { name, icon, rights } of ROLES) {
    const { roleID } = answerOf(
      await owner.POST('/api/configuration/role-module/create', { body: { roleName: name, roleIcon: icon, roledata: rights } }),
    );
    roles.set(name, roleID);
  }
  const team = [
    { name: 'Ada Admin', email: 'admin@demo.test', phone: '+1 312 555 0105', defaultAdmin: 'T' as const },
    { name: 'Ana Analyst', email: 'analyst@demo.test', phone: '+1 312 555 0106', role: 'Analyst' },
  ];
  for (const { name, email, phone, role, defaultAdmin = 'F' } of team) {
    answerOf(
      await owner.POST('/api/administrators', {
        body: {
          ClientFullName: name,
          ClientEmail: email,
          ClientPhone: phone,
          ClientPass: DEMO_PASSWORD,
          defaultAdmin,
          ClientRole: role ? (roles.get(role) ?? null) : null,
        },
      }),
    );
    await completeProfile(await signIn(origin, email, DEMO_PASSWORD), { ...OFFICE, phone });
  }
}

/** The campaign whose pixel the demo shop carries. */
async function launchHarbor(owner: Api, companyID: number, { shop, start }: { shop: string; start: boolean }): Promise<number> {
  const { leadspeek_api_id: leadspeekID } = answerOf(
    await owner.POST('/api/leadspeek/client/create', {
      body: {
        companyID,
        leadspeekType: 'local',
        campaignName: 'Harbor Coffee website',
        urlCode: `${shop}/`,
        urlCodeThankyou: `${shop}/thanks`,
        timezone: 'America/Chicago',
        CostSet: '1.50',
        LimitLead: 25,
        LimitLeadFreq: 'day',
        requireemailaddress: 'T',
      },
    }),
  );
  if (start) answerOf(await owner.PUT('/api/leadspeek/client/activepause', { body: { companyID, leadspeekID, status: 'active' } }));
  return leadspeekID;
}

/** People near the café who look for coffee. */
async function launchSearch(owner: Api, companyID: number, start: boolean): Promise<void> {
  const { leadspeek_api_id: leadspeekID } = answerOf(
    await owner.POST('/api/leadspeek/client/create', {
      body: {
        companyID,
        leadspeekType: 'locator',
        campaignName: 'Coffee lovers in Chicago',
        locatorkeyword: ['coffee beans', 'espresso machine', 'cold brew coffee', 'coffee grinder'],
        locatorkeywordcontextual: ['coffee shop'],
        stopwords: ['used'],
        nationaltargeting: 'F',
        locatorstate: ['WI'],
        locatorcity: ['Chicago, IL'],
        timezone: 'America/Chicago',
        CostSet: '2.00',
        LimitLead: 5,
        LimitLeadFreq: 'day',
      },
    }),
  );
  if (start) answerOf(await owner.PUT('/api/leadspeek/client/activepause', { body: { companyID, leadspeekID, status: 'active' } }));
}

async function launch(
  owner: Api,
  { website, timezone, campaign }: DemoClient,
  { companyID, start }: { companyID: number; start: boolean },
): Promise<void> {
  if (!campaign) return;
  const { leadspeek_api_id: leadspeekID } = answerOf(
    await owner.POST('/api/leadspeek/client/create', {
      body: {
        companyID,
        leadspeekType: 'local',
        campaignName: campaign.name,
        urlCode: `${website}/`,
        timezone,
        CostSet: campaign.price,
        LimitLead: 10,
        LimitLeadFreq: 'day',
      },
    }),
  );
  if (campaign.active && start)
    answerOf(await owner.PUT('/api/leadspeek/client/activepause', { body: { companyID, leadspeekID, status: 'active' } }));
}

async function arrange(owner: Api, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const [companyGroupName, companies] of Object.entries(GROUPS)) {
    const { companyGroupID } = answerOf(await owner.POST('/api/company/group/create', { body: { companyGroupName } }));
    const clients = companies.flatMap((name) => ids.get(name) ?? []);
    answerOf(await owner.PUT('/api/company/group/update', { body: { companyGroupID, clients } }));
  }
  for (const [OrganizationName, inside] of Object.entries(ORGANIZATIONS)) {
    const { id: ParentID } = answerOf(await owner.POST('/api/marketing/organizations', { body: { OrganizationName } }));
    for (const name of inside) answerOf(await owner.POST('/api/marketing/organizations', { body: { OrganizationName: name, ParentID } }));
  }
  answerOf(
    await owner.PUT('/api/ui/views', {
      body: { page: '/configuration/client-management', name: 'By name', query: 'sort=company_name' },
    }),
  );
}

/** What the client does: his profile, an address that is never to become a lead, a webhook. Answers the webhook's signing secret. */
export async function startClient(origin: string, shop: string): Promise<string> {
  const client = await signIn(origin, HARBOR.email, DEMO_PASSWORD);
  await completeProfile(client, {
    phone: HARBOR.phone,
    address: '12 Pier Road',
    city: 'Chicago',
    zip: '60611',
    state: 'IL',
    company: { name: HARBOR.company, industry: 'food', email: 'hello@harborcoffee.example.com' },
  });
  answerOf(await client.POST('/api/exclusions', { body: { entry: createHash('md5').update('cleo.marsh@example.com').digest('hex') } }));
  const hook = answerOf(
    await client.POST('/api/integrations/connect/connector-webhook.webhook', {
      body: { name: 'Demo receiver', url: `${shop}/webhooks/receive` },
    }),
  );
  return hook.generated['secret'] ?? '';
}
