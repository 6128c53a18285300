/** Who and what the demo is made of. All of it is made up. */

export const DEMO_PASSWORD = 'demo-passphrase-2026';

/** The plans of the operator, as the payment provider numbers them. */
export const PLANS = {
  nonwhitelabelmonthly: 'price_demo_nwm',
  nonwhitelabelyearly: 'price_demo_nwy',
  whitelabelmonthly: 'price_demo_wm',
  whitelabelyearly: 'price_demo_wy',
  free: 'price_demo_free',
};

export interface DemoAgency {
  name: string;
  owner: string;
  email: string;
  phone: string;
  subdomain: string;
  plan: keyof typeof PLANS;
  terms: ('Weekly' | 'Monthly' | 'OneTime' | 'Prepaid')[];
  whiteLabel?: true;
  manualBill?: true;
  /** Developer mode: it may make keys for the public API. */
  api?: true;
  /** Which of the sales people look after it. */
  rep?: 'sam' | 'erin';
  executive?: 'erin';
  /** Cost of a Site ID lead in cents, where it is not the usual one. */
  costPerLead?: number;
  /** Its owner signs in with the demo's password. */
  password?: true;
}

/** Settles with its clients by itself, and pays for leads from its data wallet. */
export const BRIGHT: DemoAgency = {
  name: 'Bright Leads',
  owner: 'Alex Agency',
  email: 'agency@demo.test',
  phone: '+1 312 555 0101',
  subdomain: 'bright',
  plan: 'whitelabelmonthly',
  terms: ['Weekly', 'Monthly', 'OneTime', 'Prepaid'],
  whiteLabel: true,
  password: true,
};

/** Charges the cards of its clients. */
export const JUNIPER: DemoAgency = {
  name: 'Juniper Growth',
  owner: 'Mateo Alvarez',
  email: 'juniper@demo.test',
  phone: '+1 415 555 0121',
  subdomain: 'juniper',
  plan: 'whitelabelyearly',
  terms: ['Weekly', 'Monthly', 'OneTime', 'Prepaid'],
  whiteLabel: true,
  api: true,
  rep: 'sam',
  executive: 'erin',
  costPerLead: 38,
  password: true,
};

/** Charges cards as well, under the platform's own look. */
export const COBALT: DemoAgency = {
  name: 'Cobalt Media',
  owner: 'Nora Lindqvist',
  email: 'nora@cobalt.example.com',
  phone: '+1 503 555 0110',
  subdomain: 'cobalt',
  plan: 'nonwhitelabelmonthly',
  terms: ['Weekly', 'Monthly'],
  rep: 'sam',
  costPerLead: 45,
  password: true,
};

/** The agencies beside Bright Leads; most of their owners are invited by mail. */
export const AGENCIES: readonly DemoAgency[] = [
  COBALT,
  JUNIPER,
  {
    name: 'Stonebridge Partners',
    owner: 'Imani Okafor',
    email: 'imani@stonebridge.example.com',
    phone: '+1 646 555 0132',
    subdomain: 'stonebridge',
    plan: 'free',
    terms: ['OneTime'],
    executive: 'erin',
  },
  {
    name: 'Al Noor Media',
    owner: 'Layla Haddad',
    email: 'layla@alnoor.example.com',
    phone: '+1 313 555 0143',
    subdomain: 'alnoor',
    plan: 'nonwhitelabelyearly',
    terms: ['Weekly', 'Monthly', 'Prepaid'],
    manualBill: true,
    rep: 'erin',
  },
  {
    name: 'Tidewater Ads',
    owner: 'Hugh Penrose',
    email: 'hugh@tidewater.example.com',
    phone: '+1 757 555 0154',
    subdomain: 'tidewater',
    plan: 'whitelabelmonthly',
    terms: ['Monthly'],
    whiteLabel: true,
    costPerLead: 55,
  },
];

/** Groups of Bright Leads' clients, by the names of the companies. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Food and retail': ['Harbor Coffee', 'Rowan Cycles', 'Prairie Outfitters', 'Copper Kettle Bakery'],
  'Home and health': ['Maple & Pine Interiors', 'Lumen Dental'],
};

/** Organizations of Bright Leads, each with those inside of it. */
export const ORGANIZATIONS: Readonly<Record<string, readonly string[]>> = { Midwest: ['Chicago', 'Minneapolis'], 'West coast': [] };

const grant = (...granted: string[]): Record<string, boolean> =>
  Object.fromEntries(['enable', 'create', 'update', 'delete'].map((right) => [right, granted.includes(right)]));
/** Roles of Bright Leads; what is not named is not granted. */
export const ROLES = [
  {
    name: 'Campaign manager',
    icon: 'briefcase',
    rights: { LeadsPeek: grant('enable', 'create', 'update', 'delete'), Campaign: grant('enable', 'create', 'update', 'delete') },
  },
  {
    name: 'Brand designer',
    icon: 'palette',
    rights: { AdsDesign: grant('enable', 'create', 'update'), Settings: grant('enable', 'update') },
  },
  { name: 'Analyst', icon: 'chart-bar', rights: { LeadsPeek: grant('enable') } },
] as const;

/** The colours of Bright Leads. */
export const THEME = {
  sidebarcolor: '#12263f',
  templatecolor: '#f5f7fa',
  boxcolor: '#ffffff',
  textcolor: '#17212e',
  linkcolor: '#b4480f',
};
/** The colours of Juniper Growth. */
export const JUNIPER_THEME = {
  sidebarcolor: '#14342b',
  templatecolor: '#f6f8f4',
  boxcolor: '#ffffff',
  textcolor: '#1c2a24',
  linkcolor: '#0f6b4f',
};
/** A rising sun over its beams; drawn, so that the demo needs no picture file. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="15" fill="#f0792b"/><path d="M16 43a16 16 0 0 1 32 0z" fill="#fff"/>
  <g stroke="#fff" stroke-width="4.5" stroke-linecap="round"><path d="M32 12v6M13.500 20l4.200 4.200M50.500 20l-4.200 4.200M14 51h36"/></g></svg>`;
/** A twig with three berries. */
export const JUNIPER_LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="15" fill="#1d7a5c"/><path d="M16 50C26 42 38 30 48 14" stroke="#fff" stroke-width="4.5" stroke-linecap="round" fill="none"/>
  <g fill="#fff"><circle cx="22" cy="32" r="5"/><circle cx="32" cy="22" r="5"/><circle cx="42" cy="38" r="5"/></g></svg>`;
