import { answerOf, type Api, signIn } from './api-client.ts';
import type { Office } from './billing-details.ts';
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
  /** Where its invoices go. */
  office?: Omit<Office, 'legalName'>;
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

export const HARBOR = invited('Harbor Coffee', 'Chris Client', '+1 312 555 0160', CHICAGO, {
  email: 'client@demo.test',
  password: true,
  office: { street: '12 Pier Road', city: 'Chicago', state: 'IL', zip: '60611' },
});
/** The other clients of Bright Leads. The newcomer has everything of the set-up before them. */
export const BRIGHT_CLIENTS: readonly DemoClient[] = [
  HARBOR,
  invited('Rowan Cycles', 'Freya Rowan', '+1 612 555 0171', CHICAGO, {
    office: { street: '41 Mill Street', city: 'Minneapolis', state: 'MN', zip: '55401' },
  }),
  invited('Maple & Pine Interiors', 'Owen Pine', '+1 206 555 0182', PACIFIC, {
    office: { street: '730 Harbor Avenue', city: 'Seattle', state: 'WA', zip: '98101' },
  }),
  invited('Lumen Dental', 'Priya Raman', '+1 617 555 0193', EASTERN, {
    office: { street: '18 Tremont Street', city: 'Boston', state: 'MA', zip: '02108' },
  }),
  invited('Prairie Outfitters', 'June Calloway', '+1 402 555 0114', CHICAGO, {
    office: { street: '509 Capitol Avenue', city: 'Omaha', state: 'NE', zip: '68102' },
  }),
  invited('Copper Kettle Bakery', 'Marcel Dubois', '+1 504 555 0125', CHICAGO, {
    office: { street: '27 Royal Street', city: 'New Orleans', state: 'LA', zip: '70130' },
  }),
  invited('Sunroom Yoga', 'Nico Newcomer', '+1 303 555 0104', 'America/Denver', { email: 'newcomer@demo.test', password: true }),
];

/** The client of Juniper Growth who buys leads before any are delivered. */
export const FERN = invited('Fern & Field', 'Paula Payer', '+1 415 555 0166', PACIFIC, {
  email: 'payer@demo.test',
  password: true,
  office: { street: '5 Valencia Street', city: 'San Francisco', state: 'CA', zip: '94103' },
});
export const JUNIPER_CLIENTS: readonly DemoClient[] = [
  FERN,
  invited('Solstice Eyewear', 'Amara Osei', '+1 503 555 0177', PACIFIC, {
    term: 'Monthly',
    card: 'approved',
    office: { street: '615 Burnside Street', city: 'Portland', state: 'OR', zip: '97209' },
  }),
  invited('Tandem Travel', 'Luca Moretti', '+1 305 555 0188', EASTERN, {
    card: 'approved',
    office: { street: '90 Biscayne Road', city: 'Miami', state: 'FL', zip: '33132' },
  }),
  invited('Granite Gym', 'Dana Whitlock', '+1 720 555 0139', 'America/Denver', {
    card: 'declined',
    office: { street: '1400 Larimer Street', city: 'Denver', state: 'CO', zip: '80202' },
  }),
  invited('Violet Books', 'Hana Sato', '+1 617 555 0150', EASTERN, {
    card: 'approved',
    office: { street: '6 Newbury Street', city: 'Boston', state: 'MA', zip: '02116' },
  }),
];
/** The client whose card does not pay any more. */
export const DECLINED = 'Granite Gym';
/** The client whose card was declined once, and paid two days later. */
export const PAID_LATE = 'Tandem Travel';

export const COBALT_CLIENTS: readonly DemoClient[] = [
  invited('Kestrel Audio', 'Viktor Hale', '+1 503 555 0141', PACIFIC, {
    card: 'approved',
    office: { street: '233 Stark Street', city: 'Portland', state: 'OR', zip: '97204' },
  }),
  invited('Oak Street Law', 'Simone Archer', '+1 312 555 0152', CHICAGO, {
    term: 'Monthly',
    card: 'approved',
    office: { street: '77 Oak Street', city: 'Chicago', state: 'IL', zip: '60611' },
  }),
  invited('Nimbus Payroll', 'Ravi Menon', '+1 512 555 0163', CHICAGO, {
    term: 'Monthly',
    card: 'approved',
    office: { street: '350 Congress Avenue', city: 'Austin', state: 'TX', zip: '78701' },
  }),
  invited('Saffron Catering', 'Leila Farahani', '+1 713 555 0174', CHICAGO, {
    card: 'approved',
    office: { street: '1212 Westheimer Road', city: 'Houston', state: 'TX', zip: '77006' },
  }),
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
