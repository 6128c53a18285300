import { type OpenAgency, openClients } from './agency.ts';
import { stateBuyers, stateSeller } from './billing-details.ts';
import { answerOf, type Api, signIn } from './api-client.ts';
import { COBALT_CLIENTS, type DemoClient, FERN, JUNIPER_CLIENTS } from './clients.ts';
import { dress } from './look.ts';
import { completeProfile } from './profile.ts';
import { COBALT, type DemoAgency, DEMO_PASSWORD, JUNIPER, JUNIPER_LOGO, JUNIPER_THEME } from './companies.ts';

const SAN_FRANCISCO = { city: 'San Francisco', zip: '94103', state: 'CA' };
const PORTLAND = { city: 'Portland', zip: '97205', state: 'OR' };
/** A card of the sandbox that pays. */
const CARD = 'approved';

/** An agency that charges its clients' cards: it connects its account at the payment provider. */
async function openChargingAgency(
  origin: string,
  agency: DemoAgency,
  at: { id: number; place: typeof SAN_FRANCISCO; address: string; ein: string; clients: readonly DemoClient[]; hasSandbox: boolean },
): Promise<OpenAgency> {
  const owner = await signIn(origin, agency.email, DEMO_PASSWORD);
  const email = `hello@${agency.subdomain}.example.com`;
  await completeProfile(owner, {
    ...at.place,
    phone: agency.phone,
    address: at.address,
    company: { name: agency.name, industry: 'advertising', email },
  });
  if (at.hasSandbox) {
    answerOf(await owner.POST('/api/general/create-connected-account'));
    answerOf(await owner.PUT('/api/payments/sandbox-account', { body: { status: 'completed' } }));
  }
  const opened = await openClients(owner, origin, at.clients);
  await stateSeller(
    owner,
    { legalName: `${agency.name} Inc.`, street: at.address, ...at.place, ein: at.ein },
    `billing@${agency.subdomain}.example.com`,
  );
  await stateBuyers(owner, at.clients, opened.clients);
  return { ...opened, id: at.id };
}

export async function openJuniper(origin: string, id: number, hasSandbox: boolean): Promise<OpenAgency> {
  const of = { id, place: SAN_FRANCISCO, address: '88 Howard Street', ein: '00-5550121', clients: JUNIPER_CLIENTS, hasSandbox };
  const agency = await openChargingAgency(origin, JUNIPER, of);
  await dress(agency.owner, JUNIPER_THEME, JUNIPER_LOGO);
  await introduceFern(origin, hasSandbox);
  return agency;
}

export const openCobalt = (origin: string, id: number, hasSandbox: boolean): Promise<OpenAgency> =>
  openChargingAgency(origin, COBALT, {
    id,
    place: PORTLAND,
    address: '410 Alder Street',
    ein: '00-5550110',
    clients: COBALT_CLIENTS,
    hasSandbox,
  });

async function introduceFern(origin: string, hasSandbox: boolean): Promise<void> {
  const client = await signIn(origin, FERN.email, DEMO_PASSWORD);
  if (hasSandbox) answerOf(await client.PUT('/api/payment/card', { body: { tokenid: CARD } }));
  await completeProfile(client, {
    ...SAN_FRANCISCO,
    phone: FERN.phone,
    address: '5 Valencia Street',
    company: { name: FERN.company, industry: 'food', email: 'hello@fernandfield.example.com' },
  });
}

/** Fern & Field buys leads before any are delivered, so that there is a pack to look at. */
export async function buyLeads(origin: string, owner: Api, companyID: number, hasSandbox: boolean): Promise<void> {
  answerOf(
    await owner.PUT('/api/configuration/user/costmodule', {
      body: {
        companyID,
        leadspeekType: 'local',
        CostSet: '2.00',
        PlatformFee: '25.00',
        PaymentTerm: 'Prepaid',
        LimitLead: 20,
        LimitLeadFreq: 'day',
      },
    }),
  );
  const { leadspeek_api_id: leadspeekID } = answerOf(
    await owner.POST('/api/leadspeek/client/create', {
      body: { companyID, leadspeekType: 'local', campaignName: 'Garden shop', urlCode: `${FERN.website}/`, timezone: FERN.timezone },
    }),
  );
  if (!hasSandbox) return;
  const client = await signIn(origin, FERN.email, DEMO_PASSWORD);
  answerOf(await client.POST('/api/prepaid/packs', { body: { leadspeekID, leadsbuy: 100, topupoptions: 'onetime', activate: 'T' } }));
}
