import { domainsOf, instructionsOf } from './domains.service.ts';
import { type Ctx, defineRoute, List, ListQuery, listOf, notFound, pageOf, T } from '../../../core/contract.ts';
import { Domains } from './contract.ts';
import { FormerHosts } from './former-hosts.routes.ts';
import { checkClaim } from './domains.job.ts';
import { currentClaim, hostsOf } from './domains.store.ts';
import { tidyHost } from './host-rules.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Ignored = T.Optional(T.Union([T.String({ maxLength: 200 }), T.Integer({ minimum: 0, maximum: 2_147_483_647 })]));
const Done = T.Object({ result: T.String(), message: T.String() });

export const domainRates = [
  { id: 'white-label.domain-info' as const, points: 60, seconds: 60, by: 'ip' as const },
  // The proxy in front asks from one address, once for each name it does not know yet.
  { id: 'white-label.ask' as const, points: 1200, seconds: 60, by: 'ip' as const },
  { id: 'white-label.check' as const, points: 6, seconds: 60, by: 'company' as const },
  { id: 'white-label.test-mail' as const, points: 5, seconds: 60, by: 'account' as const },
];

export const domainRoutes = [
  defineRoute({
    id: 'white-label.ask',
    method: 'GET',
    path: '/tls/ask',
    summary: 'Whether a certificate may be fetched for a host: only for those that belong to a company',
    ability: 'public',
    spends: [],
    scope: 'host',
    rate: 'white-label.ask',
    viewMode: 'allow',
    query: T.Object({ domain: T.String({ minLength: 1, maxLength: 253 }) }),
    response: T.Object({ result: T.String() }),
    async handler(ctx, { query }) {
      const known = await ctx
        .db('core_public_host')
        .where({ host: tidyHost(query.domain) })
        .whereNotNull('verified_at')
        .whereRaw('(leaves_at is null or leaves_at > now())')
        .first('host');
      if (!known) throw notFound();
      return { result: 'success' };
    },
  }),
  defineRoute({
    id: 'white-label.addresses',
    method: 'GET',
    path: '/configuration/addresses',
    summary: "The agency's subdomain and domain, and how far the claim is",
    ability: ['read', 'Domain'],
    response: T.Object({
      subdomain: T.String(),
      host: T.String(),
      root_host: T.String(),
      domain: T.String(),
      state: T.Enum(['none', 'pending', 'verified', 'failed']),
      fault: T.String(),
      fault_text: T.String(),
      checked_at: T.Union([T.String(), T.Null()]),
      redirect_days: T.Integer(),
      /** The same once more under the names of the calls that change them, for the forms. */
      DownlineSubDomain: T.String(),
      DownlineDomain: T.String(),
    }),
    handler: (ctx) => addressesOf(ctx),
  }),
  defineRoute({
    id: 'white-label.domain-records',
    method: 'GET',
    path: '/configuration/domain-records',
    summary: 'The DNS records that prove the claim to a domain',
    ability: ['read', 'Domain'],
    query: T.Object(ListQuery(['type'])),
    response: List(T.Object({ type: T.String(), name: T.String(), value: T.String() })),
    async handler(ctx, { query }) {
      const claim = await currentClaim(ctx, ctx.tenant.id);
      const wanted = claim && (await instructionsOf(ctx, claim, ctx.tenant.rootId));
      const rows = wanted
        ? [
            { type: 'TXT', name: wanted.txtName, value: wanted.txtValue },
            { type: 'CNAME', name: wanted.cnameName, value: wanted.targets[0] ?? '' },
          ]
        : [];
      return listOf(rows, rows.length, pageOf(query));
    },
  }),
  defineRoute({
    id: 'white-label.save-subdomain',
    method: 'PUT',
    path: '/configuration/subdomain',
    summary: "Change the agency's subdomain",
    ability: ['update', 'Domain'],
    stepUp: true,
    audit: 'white-label.subdomain-changed',
    body: T.Object({
      companyID: T.Optional(Id),
      DownlineSubDomain: T.String({ minLength: 1, maxLength: 63 }),
      idsys: Ignored,
    }),
    response: Done,
    async handler(ctx, { body }) {
      refuseOther(ctx, body.companyID);
      const before = await addressesOf(ctx);
      await domainsOf(ctx).giveSubdomain(ctx.tenant.id, body.DownlineSubDomain, 'DownlineSubDomain');
      const isNew = before.subdomain !== '' && before.subdomain !== (await addressesOf(ctx)).subdomain;
      const message = isNew ? ctx.t('white-label.subdomain.saved', { count: before.redirect_days }) : ctx.t('white-label.saved');
      return { result: 'success', message };
    },
  }),
  defineRoute({
    id: 'white-label.save-domain',
    method: 'PUT',
    path: '/configuration/update-custom-domain',
    summary: 'Claim a domain for the agency, or give it up',
    ability: ['update', 'Domain'],
    stepUp: true,
    body: T.Object({ companyID: T.Optional(Id), DownlineDomain: T.String({ maxLength: 260 }), idsys: Ignored }),
    response: Done,
    async handler(ctx, { body }) {
      refuseOther(ctx, body.companyID);
      await ctx.use(Domains).claimDomain(ctx.tenant, body.DownlineDomain, 'DownlineDomain');
      return {
        result: 'success',
        message: ctx.t(body.DownlineDomain.trim() ? 'white-label.domain.claimed' : 'white-label.domain.released'),
      };
    },
  }),
  defineRoute({
    id: 'white-label.check-domain',
    method: 'POST',
    path: '/configuration/check-custom-domain',
    summary: 'Look at the DNS of the claimed domain now',
    ability: ['update', 'Domain'],
    withoutStepUp: 'looks whether the DNS records are there by now',
    rate: 'white-label.check',
    audit: 'white-label.domain-checked',
    db: 'intent',
    response: T.Object({ result: T.String(), state: T.String(), message: T.String() }),
    async handler(ctx) {
      const claim = await ctx.transaction((at) => currentClaim(at, ctx.tenant.id));
      if (!claim) throw notFound();
      const fault = await checkClaim(ctx, claim);
      const { state } = (await ctx.transaction((at) => currentClaim(at, ctx.tenant.id))) ?? claim;
      return {
        result: fault ? 'failed' : 'success',
        state,
        message: ctx.t(`white-label.domain.look.${fault ?? 'fine'}`, { domain: claim.host }),
      };
    },
  }),
];

async function addressesOf(ctx: Ctx) {
  const { tenant } = ctx;
  const hosts = await hostsOf(ctx, tenant.id);
  const rootHost = (await hostsOf(ctx, tenant.rootId)).find((h) => h.canonical)?.host ?? '';
  const sub = hosts.find((h) => !h.is_custom)?.host ?? '';
  const claim = await currentClaim(ctx, tenant.id);
  const state: 'none' | 'pending' | 'verified' | 'failed' = !claim || claim.state === 'released' ? 'none' : claim.state;
  const subdomain = rootHost && sub.endsWith(`.${rootHost}`) ? sub.slice(0, -rootHost.length - 1) : '';
  return {
    subdomain,
    DownlineSubDomain: subdomain,
    DownlineDomain: claim?.host ?? '',
    host: (hosts.find((h) => h.canonical && h.is_custom) ?? hosts[0])?.host ?? '',
    root_host: rootHost,
    domain: claim?.host ?? '',
    state,
    fault: claim?.fault ?? '',
    fault_text: claim?.fault ? ctx.t(`white-label.domain.look.${claim.fault}`, { domain: claim.host }) : '',
    checked_at: claim?.checked_at?.toISOString() ?? null,
    redirect_days: (await ctx.setting(FormerHosts)).days,
  };
}

/** These calls are about the caller's own company; any other answers like a missing one. */
export function refuseOther(ctx: Ctx, companyId: number | undefined): void {
  if (companyId !== undefined && companyId !== ctx.tenant.id) throw notFound();
}
