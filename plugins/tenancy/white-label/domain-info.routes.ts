import { Companies, PAYMENT_TERMS } from '../../foundation/companies/contract.ts';
import { Captcha, type Ctx, defineRoute, defineService, Flag, flagOf, type Static, T, type Tenant } from '../../../core/contract.ts';
import { hostsOf } from './domains.store.ts';
import { MenuEntry, type Sidebars, sidebarsOf } from './menus.ts';
import { contactOf } from './theme.settings.ts';

/** Of the provider of payments browsers know its public key alone. */
const Stripe = defineService<{ publishableKey: string }>('stripe');

/** How an agency stands with its payment provider is not for strangers: `GET /user` tells it to the agency's own people. */
const NotHere = T.Null();
const DomainInfo = T.Object({
  idsys: T.Optional(T.Integer()),
  companyrootid: T.Optional(T.Integer()),
  ownedcompanyid: T.Optional(T.Integer()),
  company_name: T.String(),
  company_root_name: T.String(),
  company_root_legal: T.String(),
  company_root_nick: T.String(),
  company_root_address: T.String(),
  company_root_city: T.String(),
  company_root_zip: T.String(),
  company_root_state_code: T.String(),
  company_root_state_name: T.String(),
  phone: T.String(),
  userrootname: T.String(),
  userrootemail: T.String(),
  userrootaddres: T.String(),
  domain: T.String(),
  subdomain: T.String(),
  /** The payment provider's public key, where its library draws the card form. */
  sppubkey: T.Union([T.String(), T.Null()]),
  /** The public key of the captcha service, where one is configured. */
  recapkey: T.Union([T.String(), T.Null()]),
  charges_enabled: NotHere,
  payouts_enabled: NotHere,
  account_requirements: NotHere,
  rootcomp: Flag,
  agencyplatformroot: Flag,
});

const NOBODY: Static<typeof DomainInfo> = {
  company_name: '',
  company_root_name: '',
  company_root_legal: '',
  company_root_nick: '',
  company_root_address: '',
  company_root_city: '',
  company_root_zip: '',
  company_root_state_code: '',
  company_root_state_name: '',
  phone: '',
  userrootname: '',
  userrootemail: '',
  userrootaddres: '',
  domain: '',
  subdomain: '',
  sppubkey: null,
  recapkey: null,
  charges_enabled: null,
  payouts_enabled: null,
  account_requirements: null,
  rootcomp: 'F',
  agencyplatformroot: 'F',
};
const NO_MENUS: Sidebars = { rootsidemenu: [], sidemenu: [], agencysidebar: [], clientsidebar: [] };

/**
 * The lookup that a sign-in screen makes before anybody is known. It answers for the company whose host was asked and for no other,
 * gives the company's contact and names nobody, and meets every other name with the same neutral answer.
 */
export const domainInfoRoutes = [
  defineRoute({
    id: 'white-label.domain-info',
    method: 'POST',
    path: '/getdomainorsubinfo',
    summary: 'Whose screens stand under this domain',
    ability: 'public',
    spends: [],
    scope: 'host',
    rate: 'white-label.domain-info',
    viewMode: 'allow',
    body: T.Object({ domainorsub: T.String({ minLength: 1, maxLength: 260 }) }),
    response: T.Object({
      params: DomainInfo,
      paymenttermlist: T.Array(T.Object({ value: T.String(), label: T.String() })),
      rootsidemenu: T.Array(MenuEntry),
      sidemenu: T.Array(MenuEntry),
      agencysidebar: T.Array(MenuEntry),
      clientsidebar: T.Array(MenuEntry),
    }),
    async handler(ctx, { body }) {
      const found = await askedHost(ctx, body.domainorsub);
      if (!found) return { params: NOBODY, paymenttermlist: [], ...NO_MENUS };
      return { params: await infoOf(ctx, found), paymenttermlist: await termsOf(ctx, ctx.host), ...(await sidebarsOf(ctx, ctx.host)) };
    },
  }),
];

/** The host of this request's company that was meant, in full or by its subdomain. */
async function askedHost(ctx: Ctx, typed: string): Promise<string | undefined> {
  const asked = typed
    .trim()
    .toLowerCase()
    .replace(/:\d{1,5}$/, '');
  // An unknown host belongs to the platform's own number, which no row has.
  const own = await hostsOf(ctx, ctx.host.id);
  return own.find(({ host, is_custom }) => host === asked || (ctx.host.kind === 'agency' && !is_custom && host.split('.')[0] === asked))
    ?.host;
}

async function infoOf(ctx: Ctx, found: string): Promise<Static<typeof DomainInfo>> {
  const { host } = ctx;
  const contact = await contactOf(ctx, host);
  const subdomain = (await hostsOf(ctx, host.id)).find((h) => !h.is_custom)?.host.split('.')[0] ?? '';
  const isRoot = flagOf(host.kind === 'root');
  return {
    ...NOBODY,
    sppubkey: ctx.service(Stripe)?.publishableKey ?? null,
    idsys: host.rootId,
    companyrootid: host.rootId,
    ownedcompanyid: host.id,
    company_name: host.name,
    company_root_name: host.name,
    company_root_legal: contact.legal_name ?? host.name,
    company_root_nick: contact.short_name ?? host.name,
    company_root_address: contact.address ?? '',
    company_root_city: contact.city ?? '',
    company_root_zip: contact.zip ?? '',
    company_root_state_code: contact.state_code ?? '',
    company_root_state_name: contact.state_name ?? '',
    phone: contact.phone ?? '',
    userrootname: contact.contact_name ?? '',
    userrootemail: contact.contact_email ?? '',
    userrootaddres: contact.address ?? '',
    recapkey: ctx.use(Captcha).siteKey,
    domain: found,
    subdomain: host.kind === 'agency' ? subdomain : '',
    rootcomp: isRoot,
    agencyplatformroot: isRoot,
  };
}

/** The payment terms on offer, in the order of the specification. */
export async function termsOf(ctx: Ctx, company: Tenant): Promise<{ value: string; label: string }[]> {
  const offered = await ctx.use(Companies).paymentTerms(company);
  return PAYMENT_TERMS.filter((term) => offered.includes(term)).map((value) => ({
    value,
    label: ctx.t(`white-label.payment-term.${value}`),
  }));
}
