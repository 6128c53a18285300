import {
  asking,
  type Ctx,
  defineRoute,
  dollarsOf,
  Flag,
  flagOf,
  invalid,
  List,
  notFound,
  pageOfAll,
  PageQuery,
  type Question,
  SessionsPort,
  shownMoney,
  T,
} from '../../../core/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { agencyToChange, agree, developerOf, makeKey } from './developer.service.ts';
import { Terms } from './developer.settings.ts';
import { scopesOf } from './scopes.ts';
import { keysOf, type KeyRow, makersOf, revokeKey } from './keys.store.ts';
import { modeOf, statesOf } from './mode.store.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Done = T.Object({ result: T.String(), message: T.String() });
const stateOfKey = (key: KeyRow): 'revoked' | 'suspended' | 'active' =>
  key.revoked_at ? 'revoked' : key.suspended_at ? 'suspended' : 'active';

/** The caller's own agency, whatever id was claimed; 404 for another. */
function own(ctx: Ctx, claimed: number | undefined): number {
  if (ctx.tenant.kind !== 'agency' || (claimed !== undefined && claimed !== ctx.tenant.id)) throw notFound();
  return ctx.tenant.id;
}

const getAgreement = defineRoute({
  id: 'developer.agreement',
  method: 'GET',
  path: '/developer/marketing-services-agreement/:company_id',
  summary: 'Whether the developer agreement was accepted, and what it costs',
  ability: ['read', 'ApiKey'],
  params: T.Object({ company_id: Id }),
  response: T.Object({
    is_marketing_services_agreement_developer: Flag,
    api_mode: Flag,
    /** Dollars, as text. */
    first_time_charge: T.String(),
    minimum_spend_max: T.String(),
    /** The same for people. */
    first_time_charge_text: T.String(),
    minimum_spend_max_text: T.String(),
    minimum_spend_amount_texts: T.Array(T.String()),
    minimum_spend_amount_list: T.Array(T.String()),
    /** `off`, `agree`, `pay` or `ready`. */
    state: T.Enum(['off', 'agree', 'pay', 'ready']),
  }),
  async handler(ctx, { params }) {
    const id = own(ctx, params.company_id);
    const [state] = await statesOf(ctx, [id]);
    const terms = await ctx.setting(Terms);
    const { api_mode: on, agreed, paid } = state!;
    return {
      is_marketing_services_agreement_developer: flagOf(agreed),
      api_mode: flagOf(on),
      first_time_charge: dollarsOf(terms.first_time_charge),
      first_time_charge_text: shownMoney(terms.first_time_charge),
      minimum_spend_max_text: shownMoney(terms.minimum_spend_max),
      minimum_spend_max: dollarsOf(terms.minimum_spend_max),
      minimum_spend_amount_list: terms.minimum_spend_amount_list.map(dollarsOf),
      minimum_spend_amount_texts: terms.minimum_spend_amount_list.map(shownMoney),
      state: !on ? ('off' as const) : !agreed ? ('agree' as const) : paid ? ('ready' as const) : ('pay' as const),
    };
  },
});

const acceptAgreement = defineRoute({
  id: 'developer.accept-agreement',
  method: 'POST',
  path: '/developer/marketing-services-agreement',
  summary: 'Accept the developer agreement',
  ability: ['agree', 'ApiKey'],
  stepUp: true,
  charges: true,
  viewMode: 'deny',
  audit: 'developer.agreement-accepted',
  body: T.Object({
    is_marketing_services_agreement_developer: Flag,
    // Claims; the caller's own person and agency count.
    user_id: T.Optional(Id),
    company_id: T.Optional(Id),
    company_name: T.Optional(T.String({ maxLength: 200 })),
    location_menu: T.Optional(T.String({ maxLength: 200 })),
    document_type: T.Optional(T.String({ maxLength: 100 })),
    sha256: T.Optional(T.String({ pattern: '^[0-9a-f]{64}$' })),
  }),
  response: Done,
  async handler(ctx, { body }) {
    own(ctx, body.company_id);
    if ((body.user_id ?? ctx.actor.id) !== ctx.actor.id) throw notFound();
    if (body.is_marketing_services_agreement_developer !== 'T')
      throw invalid('is_marketing_services_agreement_developer', 'developer.problem.agree');
    await agree(ctx, body.location_menu ?? 'Developer', body.sha256);
    return { result: 'success', message: ctx.t('developer.agreed') };
  },
});

/** The fee is charged once the agreement stands. Whoever did not agree is not asked, for the call refuses. */
async function agreeQuestion(ctx: Ctx, hasAgreed: boolean): Promise<Question | null> {
  const { api_mode: on, agreed_at: agreed } = await modeOf(ctx, ctx.tenant.id);
  if (!on || agreed || !hasAgreed) return null;
  const { first_time_charge: cents } = await ctx.setting(Terms);
  return ctx.use(Payments).question(ctx.tenant.id, { what: ctx.t('developer.ask.fee'), cents });
}

const generate = defineRoute({
  id: 'developer.generate-key',
  method: 'POST',
  path: '/developer/open-api/authenticate',
  summary: 'Make an API key; its secret is shown this once',
  ability: ['create', 'ApiKey'],
  stepUp: true,
  body: T.Object({
    subdomain: T.Optional(T.String({ maxLength: 253 })),
    email: T.Optional(T.String({ maxLength: 254 })),
    name: T.Optional(T.String({ minLength: 1, maxLength: 60 })),
    mode: T.Optional(T.Enum(['live', 'sandbox'])),
    /** All that there are when left out. */
    scopes: T.Optional(T.Array(T.String({ maxLength: 60 }), { maxItems: 50 })),
  }),
  response: T.Object({
    result: T.String(),
    client_id: T.String(),
    secret_key: T.String(),
    base_url: T.String(),
    oneTimeSecret: T.Object({ title: T.String(), text: T.String(), values: T.Array(T.Object({ label: T.String(), value: T.String() })) }),
  }),
  async handler(ctx, { body }) {
    const { subdomain = '', email = '', name = '', mode, scopes } = body;
    const key = await makeKey(ctx, { subdomain, email, name: name.trim(), scopes, sandbox: mode === 'sandbox' });
    const shown = { client_id: key.client_id, secret_key: key.secret, base_url: key.base_url };
    return {
      result: 'success',
      ...shown,
      oneTimeSecret: {
        title: ctx.t('developer.key.title'),
        text: ctx.t('developer.key.once'),
        values: Object.entries(shown).map(([part, value]) => ({ label: ctx.t(`developer.key.${part}`), value })),
      },
    };
  },
});

const getKey = defineRoute({
  id: 'developer.key',
  method: 'GET',
  path: '/developer/open-api/authenticate/:companyID',
  summary: 'The newest API key, without its secret',
  ability: ['read', 'ApiKey'],
  params: T.Object({ companyID: Id }),
  response: T.Object({ client_id: T.String(), secret_key: T.String(), base_url: T.String() }),
  async handler(ctx, { params }) {
    const key = (await keysOf(ctx, own(ctx, params.companyID))).find((k) => stateOfKey(k) === 'active' && !k.sandbox);
    return { client_id: key?.client_id ?? '', secret_key: key ? `••••${key.hint}` : '', base_url: key?.base_url ?? '' };
  },
});

const keys = defineRoute({
  id: 'developer.keys',
  method: 'GET',
  path: '/developer/keys',
  summary: 'All API keys of the own agency',
  ability: ['read', 'ApiKey'],
  query: T.Object(PageQuery),
  response: List(
    T.Object({
      client_id: T.String(),
      name: T.String(),
      mode: T.Enum(['live', 'sandbox']),
      scopes: T.Array(T.String()),
      /** The same in words. */
      access: T.String(),
      /** Who made it, and in whose name its programs act. */
      person: T.String(),
      secret_key: T.String(),
      base_url: T.String(),
      state: T.Enum(['active', 'suspended', 'revoked']),
      made_at: T.String(),
      used_at: T.Union([T.String(), T.Null()]),
    }),
  ),
  async handler(ctx, { query }) {
    const all = await keysOf(ctx, own(ctx, undefined));
    const people = await makersOf(ctx, all);
    const known = scopesOf(ctx).map(({ id }) => id);
    const isEvery = (held: readonly string[]): boolean => known.every((id) => held.includes(id));
    const rows = all.map((key) => ({
      client_id: key.client_id,
      name: key.name,
      mode: key.sandbox ? ('sandbox' as const) : ('live' as const),
      scopes: key.scopes,
      access: isEvery(key.scopes) ? ctx.t('developer.key.every-scope') : key.scopes.join(', '),
      person: people.get(key.made_by) ?? '',
      secret_key: `••••${key.hint}`,
      base_url: key.base_url,
      state: stateOfKey(key),
      made_at: key.made_at.toISOString(),
      used_at: key.used_at?.toISOString() ?? null,
    }));
    return pageOfAll(rows, query);
  },
});

const revoke = defineRoute({
  id: 'developer.revoke-key',
  method: 'DELETE',
  path: '/developer/keys/:client_id',
  summary: 'Revoke an API key at once',
  ability: ['delete', 'ApiKey'],
  stepUp: true,
  audit: 'developer.key-revoked',
  params: T.Object({ client_id: T.String({ format: 'uuid' }) }),
  response: Done,
  async handler(ctx, { params }) {
    if (!(await revokeKey(ctx, params.client_id))) throw notFound();
    await ctx.use(SessionsPort).endPrograms([params.client_id]);
    return { result: 'success', message: ctx.t('developer.key.revoked') };
  },
});

const scopes = defineRoute({
  id: 'developer.scopes',
  method: 'GET',
  path: '/developer/scopes',
  summary: 'What keys may be good for',
  ability: ['read', 'ApiKey'],
  response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
  handler: async (ctx) => ({ options: scopesOf(ctx).map(({ id, title }) => ({ value: id, label: `${id} · ${ctx.t(title)}` })) }),
});

const CompanyId = T.Object({ companyId: Id });

const terms = defineRoute({
  id: 'developer.terms-of',
  method: 'GET',
  path: '/developer/terms/:companyId',
  summary: 'Fee and minimum spend of developer mode, for all agencies (the root itself) or one',
  ability: ['update', 'DeveloperMode'],
  params: CompanyId,
  response: T.Object({
    companyId: T.Integer(),
    api_mode: Flag,
    first_time_charge: T.Number(),
    minimum_spend_max: T.Number(),
    ramp: T.String(),
  }),
  async handler(ctx, { params }) {
    const of = params.companyId === ctx.tenant.id ? ctx.tenant : await agencyToChange(ctx, params.companyId);
    const value = await ctx.setting(Terms, of);
    return {
      companyId: of.id,
      api_mode: flagOf((await modeOf(ctx, of.id)).api_mode),
      first_time_charge: value.first_time_charge,
      minimum_spend_max: value.minimum_spend_max,
      ramp: value.minimum_spend_amount_list.map(dollarsOf).join(', '),
    };
  },
});

/** `500, 1000.50` as cents; throws 422 on `ramp`. */
function rampOf(text: string): number[] {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  return parts.map((part) => {
    const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(part);
    if (!match) throw invalid('ramp', 'developer.problem.ramp');
    return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  });
}

const saveTerms = defineRoute({
  id: 'developer.save-terms',
  method: 'PUT',
  path: '/developer/terms/:companyId',
  summary: 'Set fee and minimum spend of developer mode',
  ability: ['update', 'DeveloperMode'],
  stepUp: true,
  audit: 'developer.terms-changed',
  params: CompanyId,
  body: T.Object({
    first_time_charge: T.Integer({ minimum: 0, maximum: 100_000_000 }),
    minimum_spend_max: T.Integer({ minimum: 0, maximum: 100_000_000 }),
    ramp: T.Optional(T.String({ maxLength: 300 })),
  }),
  response: Done,
  async handler(ctx, { params, body }) {
    const of = params.companyId === ctx.tenant.id ? ctx.tenant : await agencyToChange(ctx, params.companyId);
    const { ramp = '', ...amounts } = body;
    await ctx.saveSetting(Terms, { ...amounts, minimum_spend_amount_list: rampOf(ramp).slice(0, 24) }, of);
    return { result: 'success', message: ctx.t('developer.terms.saved') };
  },
});

const setMode = defineRoute({
  id: 'developer.set-mode',
  method: 'PUT',
  path: '/developer/mode/:companyId',
  summary: 'Switch developer mode of an agency',
  ability: ['update', 'DeveloperMode'],
  stepUp: true,
  params: CompanyId,
  body: T.Object({ api_mode: Flag }),
  response: Done,
  async handler(ctx, { params, body }) {
    await developerOf(ctx).setMode(params.companyId, body.api_mode === 'T');
    return { result: 'success', message: ctx.t(body.api_mode === 'T' ? 'developer.mode.on' : 'developer.mode.off') };
  },
});

const settle = defineRoute({
  id: 'developer.settle',
  method: 'POST',
  path: '/developer/settle/:companyId',
  summary: "Note that an agency's developer fee was paid otherwise",
  ability: ['update', 'DeveloperMode'],
  stepUp: true,
  idempotent: true,
  params: CompanyId,
  response: Done,
  async handler(ctx, { params }) {
    await developerOf(ctx).settle(params.companyId);
    return { result: 'success', message: ctx.t('developer.settled') };
  },
});

export const developerRoutes = [
  getAgreement,
  ...asking(acceptAgreement, (ctx, { body }) =>
    ctx.transaction((inner) => agreeQuestion(inner, body.is_marketing_services_agreement_developer === 'T')),
  ),
  generate,
  getKey,
  keys,
  scopes,
  revoke,
  terms,
  saveTerms,
  setMode,
  settle,
];
