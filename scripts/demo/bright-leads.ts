import { createHash } from 'node:crypto';
import { openClients, type OpenAgency } from './agency.ts';
import { answerOf, type Api, signIn } from './api-client.ts';
import { stateBuyers, stateSeller } from './billing-details.ts';
import { BRIGHT_CLIENTS, HARBOR } from './clients.ts';
import { offerMore } from './information.ts';
import { dress } from './look.ts';
import { completeProfile } from './profile.ts';
import { DEMO_PASSWORD, GROUPS, LOGO, ORGANIZATIONS, ROLES, THEME } from './companies.ts';

const OFFICE = { phone: '+1 312 555 0101', address: '200 Lake Street', city: 'Chicago', zip: '60601', state: 'IL' };

/** What the owner of Bright Leads sets up: look, money, team, clients and their campaigns, none of which runs yet. */
export async function openBrightLeads(
  origin: string,
  agencyId: number,
  { shop, hasSandbox }: { shop: string; hasSandbox: boolean },
): Promise<OpenAgency> {
  const owner = await signIn(origin, 'agency@demo.test', DEMO_PASSWORD);
  await completeProfile(owner, {
    ...OFFICE,
    company: { name: 'Bright Leads', industry: 'advertising', email: 'hello@brightleads.example.com' },
  });
  await dressUp(owner);
  await offerMore(owner);
  if (hasSandbox) answerOf(await owner.POST('/api/payment/customer-direct', { body: { tokenid: 'approved' } }));
  await hireTeam(owner, origin);
  const agency = await openClients(owner, origin, BRIGHT_CLIENTS, ({ company }) => (company === HARBOR.company ? shop : null));
  await stateSeller(
    owner,
    { legalName: 'Bright Leads LLC', street: OFFICE.address, city: OFFICE.city, state: OFFICE.state, zip: OFFICE.zip, ein: '00-5550101' },
    'billing@brightleads.example.com',
  );
  await stateBuyers(owner, BRIGHT_CLIENTS, agency.clients);
  await arrange(owner, agency.clients);
  return { ...agency, id: agencyId };
}

async function dressUp(owner: Api): Promise<void> {
  await dress(owner, THEME, LOGO);
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

async function arrange(owner: Api, clients: ReadonlyMap<string, number>): Promise<void> {
  for (const [companyGroupName, companies] of Object.entries(GROUPS)) {
    const { companyGroupID } = answerOf(await owner.POST('/api/company/group/create', { body: { companyGroupName } }));
    const inside = companies.flatMap((name) => clients.get(name) ?? []);
    answerOf(await owner.PUT('/api/company/group/update', { body: { companyGroupID, clients: inside } }));
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

/** A system of the client's that takes no leads any more. */
export const OLD_CRM = 'Old CRM';

/** What the client does: their profile, an address that is never to become a lead, two webhooks. Answers the signing secret of the one that works. */
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
  const connect = async (name: string, path: string) =>
    answerOf(await client.POST('/api/integrations/connect/connector-webhook.webhook', { body: { name, url: `${shop}${path}` } }));
  const hook = await connect('Demo receiver', '/webhooks/receive');
  await connect(OLD_CRM, '/webhooks/retired');
  return hook.generated['secret'] ?? '';
}
