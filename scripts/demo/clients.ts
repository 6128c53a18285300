import { answerOf, type Api, signIn } from './api-client.ts';
import { DEMO_PASSWORD } from './companies.ts';

export interface DemoClient {
  company: string;
  person: string;
  email: string;
  phone: string;
  website: string;
  timezone: string;
  /** Signs in with the demo's password; the others are invited by mail. */
  password?: true;
  /** How its agency bills it; by the week where nothing is said. */
  term?: 'Monthly';
  /** The sandbox's card that it has, where its agency charges cards. */
  card?: 'approved' | 'declined';
}

const CHICAGO = 'America/Chicago';
const PACIFIC = 'America/Los_Angeles';
const EASTERN = 'America/New_York';

/** A client whose person is invited by mail; its addresses follow from its host. */
const invited = (company: string, person: string, phone: string, timezone: string, more: Partial<DemoClient> = {}): DemoClient => {
  const host = `${company.toLowerCase().replace(/[^a-z]/g, '')}.example.com`;
  const email = `${person.split(' ')[0]!.toLowerCase()}@${host}`;
  return { company, person, email, phone, website: `https://${host}`, timezone, ...more };
};

export const HARBOR = invited('Harbor Coffee', 'Chris Client', '+1 312 555 0160', CHICAGO, { email: 'client@demo.test', password: true });
/** The other clients of Bright Leads. The newcomer has everything of the set-up before them. */
export const BRIGHT_CLIENTS: readonly DemoClient[] = [
  HARBOR,
  invited('Rowan Cycles', 'Freya Rowan', '+1 612 555 0171', CHICAGO),
  invited('Maple & Pine Interiors', 'Owen Pine', '+1 206 555 0182', PACIFIC),
  invited('Lumen Dental', 'Priya Raman', '+1 617 555 0193', EASTERN),
  invited('Prairie Outfitters', 'June Calloway', '+1 402 555 0114', CHICAGO),
  invited('Copper Kettle Bakery', 'Marcel Dubois', '+1 504 555 0125', CHICAGO),
  invited('Sunroom Yoga', 'Nico Newcomer', '+1 303 555 0104', 'America/Denver', { email: 'newcomer@demo.test', password: true }),
];

/** The client of Juniper Growth who buys leads before any are delivered. */
export const FERN = invited('Fern & Field', 'Paula Payer', '+1 415 555 0166', PACIFIC, { email: 'payer@demo.test', password: true });
export const JUNIPER_CLIENTS: readonly DemoClient[] = [
  FERN,
  invited('Solstice Eyewear', 'Amara Osei', '+1 503 555 0177', PACIFIC, { term: 'Monthly', card: 'approved' }),
  invited('Tandem Travel', 'Luca Moretti', '+1 305 555 0188', EASTERN, { card: 'approved' }),
  invited('Granite Gym', 'Dana Whitlock', '+1 720 555 0139', 'America/Denver', { card: 'declined' }),
  invited('Violet Books', 'Hana Sato', '+1 617 555 0150', EASTERN, { card: 'approved' }),
];
/** The client whose card does not pay any more. */
export const DECLINED = 'Granite Gym';
/** The client whose card was declined once, and paid two days later. */
export const PAID_LATE = 'Tandem Travel';

export const COBALT_CLIENTS: readonly DemoClient[] = [
  invited('Kestrel Audio', 'Viktor Hale', '+1 503 555 0141', PACIFIC, { card: 'approved' }),
  invited('Oak Street Law', 'Simone Archer', '+1 312 555 0152', CHICAGO, { term: 'Monthly', card: 'approved' }),
  invited('Nimbus Payroll', 'Ravi Menon', '+1 512 555 0163', CHICAGO, { term: 'Monthly', card: 'approved' }),
  invited('Saffron Catering', 'Leila Farahani', '+1 713 555 0174', CHICAGO, { card: 'approved' }),
];

/** Adds a client to the own agency; answers its company. */
export async function addClient(owner: Api, origin: string, client: DemoClient): Promise<number> {
  const { company_id: id } = answerOf(
    await owner.POST('/api/clients', {
      body: {
        ClientCompanyName: client.company,
        ClientFullName: client.person,
        ClientEmail: client.email,
        ClientPhone: client.phone,
        ClientDomain: client.website,
        timezone: client.timezone,
        ...(client.password ? { ClientPass: DEMO_PASSWORD } : {}),
      },
    }),
  );
  // The first sign-in asks for a mailed code, which is nothing to begin with when one looks at the demo.
  if (client.password) await signIn(origin, client.email, DEMO_PASSWORD);
  return id;
}
