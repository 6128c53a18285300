import { answerOf, type Api, apiAs, signIn } from './api-client.ts';
import { addSupplier } from './information.ts';
import { completeProfile } from './profile.ts';
import { AGENCIES, BRIGHT, DEMO_PASSWORD, type DemoAgency, PLANS } from './companies.ts';

/** What the operator of the platform does first: plans, prices, sales people, agencies. Answers agencies by name. */
export async function operate(
  root: Api,
  { origin, shop, rootId }: { origin: string; shop: string; rootId: number },
): Promise<ReadonlyMap<string, number>> {
  await completeProfile(root, {
    phone: '+1 202 555 0100',
    address: '1 Meridian Square',
    city: 'Washington',
    zip: '20009',
    state: 'DC',
    company: { name: 'Northlight', industry: 'software', email: 'hello@northlight.example.com' },
  });
  answerOf(await root.PUT('/api/configuration/agencies/packages', { body: PLANS }));
  // The least that an agency pays, in cents.
  answerOf(await root.PUT('/api/pricing/agencies/{companyId}', cost(rootId, { LeadspeekCostperlead: 30 })));
  const sales = await hireSales(root, origin);

  const bright = await foundForDemo(root, BRIGHT);
  answerOf(await root.POST('/api/configuration/agencies/manual-bill', { body: { companyID: bright.company_id, manualBill: 'T' } }));
  for (const feature of ['wallet.data_wallet', 'b2b-id.b2b_module'])
    answerOf(await root.PUT('/api/configuration/agencies/beta-feature', { body: { companyID: bright.company_id, feature, state: 'on' } }));
  await addSupplier(root, shop);
  answerOf(
    await root.PUT('/api/configuration/sales', { body: { companyID: bright.company_id, salesRep: sales.sam, salesAE: sales.erin } }),
  );
  answerOf(
    await root.PUT(
      '/api/pricing/agencies/{companyId}',
      cost(bright.company_id, { LeadspeekCostperlead: 40, LeadspeekCostperleadAdvanced: 60 }),
    ),
  );
  const agencies = await foundAgencies(root, sales);
  await lookAround(root, origin, bright.id);
  return new Map([[BRIGHT.name, bright.company_id], ...agencies]);
}

type Sales = Record<'sam' | 'erin', number>;

/** Two people look after agencies; Sam can be signed in as. */
async function hireSales(root: Api, origin: string): Promise<Sales> {
  const { id: sam } = answerOf(
    await root.POST('/api/sales-accounts', {
      body: {
        ClientFullName: 'Sam Sales',
        ClientEmail: 'sales@demo.test',
        ClientPhone: '+1 202 555 0102',
        ClientPass: DEMO_PASSWORD,
        salesRep: 'T',
        salesAE: 'T',
        salesRef: 'SAM-2026',
      },
    }),
  );
  const { id: erin } = answerOf(
    await root.POST('/api/sales-accounts', {
      body: { ClientFullName: 'Erin Executive', ClientEmail: 'erin@northlight.example.com', ClientPhone: '+1 202 555 0103', salesAE: 'T' },
    }),
  );
  await completeProfile(await signIn(origin, 'sales@demo.test', DEMO_PASSWORD), {
    phone: '+1 202 555 0102',
    address: '1 Meridian Square',
    city: 'Washington',
    zip: '20009',
    state: 'DC',
  });
  return { sam, erin };
}

/** An agency whose owner signs in with the demo's password. */
async function foundForDemo(root: Api, agency: DemoAgency) {
  const contact = {
    ClientCompanyName: agency.name,
    ClientFullName: agency.owner,
    ClientEmail: agency.email,
    ClientPhone: agency.phone,
    DownlineSubDomain: agency.subdomain,
  };
  const [row] = answerOf(
    await root.POST('/api/configuration/user/create', {
      body: { ...contact, userType: 'userdownline', ClientPass: DEMO_PASSWORD, ClientWhiteLabeling: agency.whiteLabel ? 'T' : 'F' },
    }),
  ).data;
  if (!row?.id) throw new Error(`${agency.name} has no owner`);
  answerOf(
    await root.PUT('/api/agencies/{companyId}', {
      params: { path: { companyId: row.company_id } },
      body: { ...contact, package_id: PLANS[agency.plan], selectedterms: agency.terms },
    }),
  );
  return { id: row.id, company_id: row.company_id };
}

/** An agency whose owner is invited by mail. */
const invite = async (root: Api, agency: DemoAgency) =>
  answerOf(
    await root.POST('/api/agencies', {
      body: {
        ClientCompanyName: agency.name,
        ClientFullName: agency.owner,
        ClientEmail: agency.email,
        ClientPhone: agency.phone,
        DownlineSubDomain: agency.subdomain,
        package_id: PLANS[agency.plan],
        selectedterms: agency.terms,
        ClientWhiteLabeling: agency.whiteLabel ? 'T' : 'F',
      },
    }),
  );

async function foundAgencies(root: Api, sales: Sales): Promise<[name: string, id: number][]> {
  const ids: [string, number][] = [];
  for (const agency of AGENCIES) {
    const { company_id: companyID } = agency.password ? await foundForDemo(root, agency) : await invite(root, agency);
    ids.push([agency.name, companyID]);
    const { rep, executive } = agency;
    if (rep || executive)
      answerOf(
        await root.PUT('/api/configuration/sales', {
          body: { companyID, ...(rep ? { salesRep: sales[rep] } : {}), ...(executive ? { salesAE: sales[executive] } : {}) },
        }),
      );
    if (agency.costPerLead)
      answerOf(await root.PUT('/api/pricing/agencies/{companyId}', cost(companyID, { LeadspeekCostperlead: agency.costPerLead })));
    if (agency.manualBill) answerOf(await root.POST('/api/configuration/agencies/manual-bill', { body: { companyID, manualBill: 'T' } }));
    if (agency.api) answerOf(await root.PUT('/api/configuration/agencies/api-mode', { body: { companyID, ApiMode: 'T' } }));
  }
  return ids;
}

/** The form of an agency's cost: fields as the specification names them, in cents, for campaigns that are paid weekly. */
const cost = (companyId: number, fields: Record<string, number>) => ({
  params: { path: { companyId } },
  body: { term: 'Weekly' as const, ...Object.fromEntries(Object.entries(fields).map(([name, cents]) => [`Weekly_${name}`, cents])) },
});

/** A saved view of the agencies, and a look through somebody's account for the list of such visits. The way back ends `root`'s own token. */
async function lookAround(root: Api, origin: string, ownerId: number): Promise<void> {
  answerOf(
    await root.PUT('/api/ui/views', {
      body: { page: '/configuration/agency-list', name: 'Newest first', query: 'sort=created_at&order=desc' },
    }),
  );
  const { access_token: token } = answerOf(
    await root.POST('/api/user/switch', { body: { usrID: ownerId, reason: 'Asked for help with the first campaign' } }),
  );
  answerOf(await apiAs(origin, token).POST('/api/user/switch-back'));
}
