import { conflict, type Ctx, denied, invalid, notFound, SessionsPort, type Tenant } from '../../../core/contract.ts';
import { AgencyBilling } from '../../commerce/agency-billing/contract.ts';
import { Agreements } from '../../tenancy/agreements/contract.ts';
import { countsAsConnected, SetupChecks, type SetupState } from '../../tenancy/profile/contract.ts';
import { type DeveloperApi, DeveloperAgreed, type DeveloperState } from './contract.ts';
import { Terms } from './developer.settings.ts';
import { activeKeys, insertKey, type KeyRow, suspendKeys } from './keys.store.ts';
import { chosenScopes } from './scopes.ts';
import { changeMode, insertDue, lockMode, modeOf, settleDues, statesOf } from './mode.store.ts';

export const AGREEMENT = 'marketing-services-agreement-developer';
/** Of each kind two, so that one can take the other's place without an interruption. */
const MOST_KEYS = 2;

/** The port's implementation for one call. */
export const developerOf = (ctx: Ctx): DeveloperApi => ({
  async stateOf(agencyIds) {
    const rows = agencyIds.length > 0 ? await statesOf(ctx, agencyIds) : [];
    return new Map(
      rows.map((r): [number, DeveloperState] => [r.company_id, { apiMode: r.api_mode, hasKey: r.has_key, agreed: r.agreed, paid: r.paid }]),
    );
  },
  setMode: (agencyId, on) => setMode(ctx, agencyId, on),
  settle: (agencyId) => settle(ctx, agencyId),
});

/** An agency below the operator who may change its mode; throws 404 for anything else. */
export async function agencyToChange(ctx: Ctx, id: number): Promise<Tenant> {
  const company = await ctx.company(id);
  if (company?.kind !== 'agency') throw notFound();
  if (!ctx.can('update', 'DeveloperMode')) throw denied();
  return company;
}

async function setMode(ctx: Ctx, agencyId: number, on: boolean): Promise<void> {
  const agency = await agencyToChange(ctx, agencyId);
  const mode = await lockMode(ctx, agency.id);
  if (mode.api_mode === on) return;
  await changeMode(ctx, agency.id, {
    api_mode: on,
    agreed_at: null,
    agreed_by: null,
    occasion: on ? mode.occasion + 1 : mode.occasion,
  });
  if (!on) await ctx.use(SessionsPort).endPrograms(await suspendKeys(ctx, agency.id));
  if (!on && ctx.has(AgencyBilling)) await ctx.use(AgencyBilling).developerModeOff(agency);
  await ctx.audit({
    action: on ? 'developer.mode-on' : 'developer.mode-off',
    description: `Developer mode ${on ? 'on' : 'off'}`,
    companyId: agency.id,
    target: agency.name,
  });
}

async function settle(ctx: Ctx, agencyId: number): Promise<void> {
  const agency = await ctx.company(agencyId);
  if (agency?.kind !== 'agency') throw notFound();
  if ((await settleDues(ctx, agency.id)) === 0) return;
  await ctx.audit({ action: 'developer.fee-settled', description: 'Developer fee settled', companyId: agency.id, target: agency.name });
  // A charge of the fee that failed is not to be tried again.
  if (ctx.has(AgencyBilling)) await ctx.use(AgencyBilling).settle(agency, 'developer_fee');
}

/** Accepts the developer agreement for the actor's own agency. Notes the fee and tells billing; a second time nothing happens. */
export async function agree(ctx: Ctx, locationMenu: string, sha256?: string): Promise<void> {
  const agencyId = ctx.tenant.id;
  const mode = await lockMode(ctx, agencyId);
  if (!mode.api_mode) throw conflict('developer.problem.off');
  if (mode.agreed_at) return;
  await ctx.use(Agreements).accept({ document: AGREEMENT, locationMenu, sha256, occasion: `developer mode ${mode.occasion}` });
  const terms = await ctx.setting(Terms);
  const due = {
    occasion: mode.occasion,
    fee_cents: terms.first_time_charge,
    minimum_max_cents: terms.minimum_spend_max,
    minimum_list_cents: terms.minimum_spend_amount_list,
  };
  await changeMode(ctx, agencyId, { agreed_at: ctx.now, agreed_by: ctx.actor.id });
  await insertDue(ctx, agencyId, due);
  await ctx.emit(DeveloperAgreed, {
    agencyId,
    feeCents: due.fee_cents,
    minimumMaxCents: due.minimum_max_cents,
    minimumListCents: due.minimum_list_cents,
    agreedAt: ctx.now.toISOString(),
  });
}

type Setup = Pick<SetupState, 'cardSet' | 'accountConnected' | 'planSet'>;

/** What the other plugins know of card, payment account and plan; as if in order where none knows anything. */
async function setupOf(ctx: Ctx): Promise<Setup> {
  let state: Setup = { cardSet: true, accountConnected: 'completed', planSet: true };
  for (const check of [...ctx.contributions(SetupChecks)].sort((a, b) => a.order - b.order)) state = { ...state, ...(await check.of(ctx)) };
  return state;
}

/** Whether the Developer item is there for the actor: the mode is on, and they have a card and a connected account. */
export async function isOffered(ctx: Ctx): Promise<boolean> {
  if (ctx.tenant.kind !== 'agency' || !(await modeOf(ctx, ctx.tenant.id)).api_mode) return false;
  const setup = await setupOf(ctx);
  return ctx.actor.isSystemUser || (setup.cardSet && countsAsConnected(setup));
}

/** What a new key is to be. `email` and `subdomain` are claims and must be the actor's own; without scopes it gets all that there are. */
interface WantedKey {
  subdomain: string;
  email: string;
  name: string;
  scopes: readonly string[] | undefined;
  sandbox: boolean;
}

/** Makes a key for the actor's own agency. */
export async function makeKey(ctx: Ctx, { name, scopes, sandbox, ...claims }: WantedKey): Promise<KeyRow & { secret: string }> {
  const agency = ctx.tenant;
  const mode = await lockMode(ctx, agency.id);
  if (!mode.api_mode) throw conflict('developer.problem.off');
  if (!mode.agreed_at) throw conflict('developer.problem.agree-first');
  if (claims.email && claims.email.trim().toLowerCase() !== ctx.actor.email.toLowerCase())
    throw invalid('email', 'developer.problem.email');
  const origin = await ctx.origin(agency);
  const { hostname } = new URL(origin);
  if (claims.subdomain && !namesHost(claims.subdomain, hostname)) throw invalid('subdomain', 'developer.problem.subdomain');
  const same = (await activeKeys(ctx, agency.id)).filter((key) => key.sandbox === sandbox);
  if (same.length >= MOST_KEYS) throw conflict(sandbox ? 'developer.problem.two-sandbox-keys' : 'developer.problem.two-keys');
  const chosen = chosenScopes(ctx, scopes);
  const key = await insertKey(ctx, { base_url: `${origin}/api`, subdomain: hostname, name, scopes: chosen, sandbox });
  const detail = { hint: key.hint, scopes: chosen, sandbox };
  await ctx.audit({ action: 'developer.key-made', description: 'Made an API key', target: key.client_id, detail });
  return key;
}

/** Whether what somebody typed is the host or its first label. */
export const namesHost = (typed: string, host: string): boolean => {
  const asked = typed
    .trim()
    .toLowerCase()
    .replace(/:\d{1,5}$/, '');
  return asked === host || asked === host.split('.')[0];
};
