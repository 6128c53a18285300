import { defineRoute, T } from '../../core/contract.ts';
import { CampaignTypes } from '../campaigns/contract.ts';
import { PaymentTerms } from './agencies.settings.ts';

const MenuEntry = T.Object({ type: T.String(), name: T.String(), url: T.String() });
const DomainInfo = T.Object({
  idsys: T.Optional(T.Integer()),
  companyrootid: T.Optional(T.Integer()),
  ownedcompanyid: T.Optional(T.Integer()),
  company_name: T.String(),
  domain: T.String(),
  subdomain: T.String(),
  rootcomp: T.Enum(['T', 'F']),
  agencyplatformroot: T.Enum(['T', 'F']),
});

export const domainRates = [{ id: 'agencies.domain-info' as const, points: 60, seconds: 60, by: 'ip' as const }];

/**
 * The lookup that a sign-in screen makes before anybody is known. It answers for the company whose host was asked and for no other,
 * names nobody, and meets every other name with the same neutral answer.
 */
export const domainRoutes = [
  defineRoute({
    id: 'agencies.domain-info',
    method: 'POST',
    path: '/getdomainorsubinfo',
    summary: 'Whose screens stand under this domain',
    ability: 'public',
    scope: 'host',
    rate: 'agencies.domain-info',
    viewMode: 'allow',
    body: T.Object({ domainorsub: T.String({ minLength: 1, maxLength: 260 }) }),
    response: T.Object({
      params: DomainInfo,
      paymenttermlist: T.Array(T.Object({ value: T.String(), label: T.String() })),
      rootsidemenu: T.Array(MenuEntry),
      sidemenu: T.Array(MenuEntry),
      agencysidebar: T.Array(MenuEntry),
    }),
    async handler(ctx, { body }) {
      const { host } = ctx;
      const asked = body.domainorsub.toLowerCase().replace(/:\d{1,5}$/, '');
      // An unknown host belongs to the platform's own number, which no row has.
      const own: { host: string }[] = await ctx.db('core_host').where({ tenant_id: host.id }).whereNotNull('verified_at').select('host');
      const found = own.find((h) => h.host === asked || (host.kind === 'agency' && h.host.split('.')[0] === asked));
      if (!found) {
        return {
          params: { company_name: '', domain: '', subdomain: '', rootcomp: 'F' as const, agencyplatformroot: 'F' as const },
          paymenttermlist: [],
          rootsidemenu: [],
          sidemenu: [],
          agencysidebar: [],
        };
      }
      // One list under the specification's three names: what is on here, as it is called here.
      const menu = ctx.slot(CampaignTypes).map(({ product }) => ({ type: product, ...ctx.named(product) }));
      const isRoot = host.kind === 'root' ? ('T' as const) : ('F' as const);
      return {
        params: {
          idsys: host.rootId,
          companyrootid: host.rootId,
          ownedcompanyid: host.id,
          company_name: host.name,
          domain: found.host,
          subdomain: host.kind === 'agency' ? found.host.split('.')[0]! : '',
          rootcomp: isRoot,
          agencyplatformroot: isRoot,
        },
        paymenttermlist: (await ctx.setting(PaymentTerms, host)).map((term) => ({
          value: term,
          label: ctx.t(`agencies.payment-term.${term}`),
        })),
        rootsidemenu: menu,
        sidemenu: menu,
        agencysidebar: menu,
      };
    },
  }),
];
