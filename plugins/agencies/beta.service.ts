import { type Ctx, notFound, Switches, type Tenant } from '../../core/contract.ts';
import { AgreementDocuments, Agreements } from '../agreements/contract.ts';
import { flag } from './company-fields.ts';
import { AGENCY_NEWS, type AgencyState, type BetaCondition, BetaConditions, type BetaFeature } from './contract.ts';

/** The name of a feature without its plugin: `wallet.data_wallet` -> `data_wallet`. */
const slugOf = (key: string): string => key.slice(key.indexOf('.') + 1);

/** The beta features of all installed plugins, as root stands to them. */
export function betaFeatures(ctx: Ctx, root: Tenant): BetaFeature[] {
  return ctx
    .use(Switches)
    .list(root)
    .filter(({ kind, beta }) => kind === 'feature' && beta)
    .map(({ key, title, explicit }) => ({
      id: key,
      slug: slugOf(key),
      name: ctx.t(title),
      is_beta: 'T',
      apply_to_all_agency: flag(explicit === true),
    }));
}

/** One beta feature; throws 404 for a key that is none. */
export function betaFeature(ctx: Ctx, root: Tenant, key: string): BetaFeature {
  const feature = betaFeatures(ctx, root).find(({ id }) => id === key);
  if (!feature) throw notFound();
  return feature;
}

/** Gives a beta feature to all agencies that have no word of their own about it, or takes it back from them. */
export async function applyToAll(ctx: Ctx, key: string, on: boolean): Promise<void> {
  betaFeature(ctx, ctx.tenant, key);
  await ctx.use(Switches).grant(ctx.tenant, key, on ? true : null);
  await ctx.live(AGENCY_NEWS);
}

/** Grants a beta feature to one agency, keeps it off there whatever holds for the others, or lets it follow the others. */
export async function setBetaFeature(ctx: Ctx, agency: Tenant, key: string, state: AgencyState): Promise<void> {
  betaFeature(ctx, ctx.tenant, key);
  await ctx.use(Switches).grant(agency, key, state === 'inherit' ? null : state === 'on');
  await ctx.live(AGENCY_NEWS);
}

/** Why a granted feature cannot be used by the agency yet, as texts; empty where nothing stands in the way. */
export async function obstacles(ctx: Ctx, agency: Tenant, key: string): Promise<string[]> {
  const said: string[] = [];
  for (const condition of ctx.slot(BetaConditions)) {
    if (condition.feature !== key) continue;
    const why = await condition.obstacle(ctx, agency);
    if (why) said.push(ctx.t(why));
  }
  return said;
}

/** The features in the answers about a signed-in person: by their slug, and whether any of them can be used. */
export async function betaFieldsOf(
  ctx: Ctx,
  company: Tenant,
): Promise<{ isBeta: boolean; betaFeature: Record<string, BetaFeature & { status: 'T' | 'F' }> }> {
  const switches = ctx.use(Switches).list(company);
  const features: Record<string, BetaFeature & { status: 'T' | 'F' }> = {};
  const root: Tenant = { ...company, id: company.rootId, kind: 'root', agencyId: company.rootId };
  for (const feature of betaFeatures(ctx, root)) {
    const on = switches.some(({ key, on: isOn }) => key === feature.id && isOn) && (await obstacles(ctx, company, feature.id)).length === 0;
    features[feature.slug] = { ...feature, status: flag(on) };
  }
  return { isBeta: Object.values(features).some(({ status }) => status === 'T'), betaFeature: features };
}

const B2B = 'b2b_module';

/** The B2B product asks for its accepted agreement, where there is one. Clients act under their agency's. */
export const b2bCondition: BetaCondition = {
  feature: `agencies.${B2B}`,
  async obstacle(ctx, company) {
    const document = ctx.slot(AgreementDocuments).find(({ feature }) => feature?.slug === B2B);
    if (!document || company.kind === 'client' || !ctx.has(Agreements)) return null;
    return (await ctx.use(Agreements).accepted(document.name, company.id)) ? null : 'agencies.beta.missing.agreement';
  },
};
