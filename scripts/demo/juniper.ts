import { answerOf, signIn } from './api-client.ts';
import { addClient } from './clients.ts';
import { completeProfile } from './profile.ts';
import { DEMO_PASSWORD, FERN, JUNIPER } from './companies.ts';

const CITY = { city: 'San Francisco', zip: '94103', state: 'CA' };
/** A card of the sandbox that pays. */
const CARD = 'approved';

/**
 * An agency that charges its clients' cards: it connects its account at the payment provider, and its client buys leads before any are
 * delivered, so that there is an invoice to open.
 */
export async function openJuniper(origin: string, hasSandbox: boolean): Promise<void> {
  const owner = await signIn(origin, JUNIPER.email, DEMO_PASSWORD);
  await completeProfile(owner, {
    ...CITY,
    phone: JUNIPER.phone,
    address: '88 Howard Street',
    company: { name: JUNIPER.name, industry: 'advertising', email: 'hello@juniper.example.com' },
  });
  if (hasSandbox) {
    answerOf(await owner.POST('/api/general/create-connected-account'));
    answerOf(await owner.PUT('/api/payments/sandbox-account', { body: { status: 'completed' } }));
  }
  const companyID = await addClient(owner, origin, FERN);
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
  await buyLeads(origin, leadspeekID, hasSandbox);
}

async function buyLeads(origin: string, leadspeekID: number, hasSandbox: boolean): Promise<void> {
  const client = await signIn(origin, FERN.email, DEMO_PASSWORD);
  if (hasSandbox) answerOf(await client.PUT('/api/payment/card', { body: { tokenid: CARD } }));
  await completeProfile(client, {
    ...CITY,
    phone: FERN.phone,
    address: '5 Valencia Street',
    company: { name: FERN.company, industry: 'food', email: 'hello@fernandfield.example.com' },
  });
  if (hasSandbox)
    answerOf(await client.POST('/api/prepaid/packs', { body: { leadspeekID, leadsbuy: 100, topupoptions: 'onetime', activate: 'T' } }));
}
