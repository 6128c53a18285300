import { type Ctx, flagOf, notFound, Switches, type Tenant } from '../../../../core/contract.ts';
import { BetaConditions, type BetaFeature } from '../contract.ts';

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
      apply_to_all_agency: flagOf(explicit === true),
    }));
}

/** One beta feature; throws 404 for a key that is none. */
export function betaFeature(ctx: Ctx, root: Tenant, key: string): BetaFeature {
  const feature = betaFeatures(ctx, root).find(({ id }) => id === key);
  if (!feature) throw notFound();
  return feature;
}

/** Why a granted feature cannot be used by the agency yet, as texts; empty where nothing stands in the way. */
export async function obstacles(ctx: Ctx, agency: Tenant, key: string): Promise<string[]> {
  const said: string[] = [];
  for (const condition of ctx.contributions(BetaConditions)) {
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
    features[feature.slug] = { ...feature, status: flagOf(on) };
  }
  return { isBeta: Object.values(features).some(({ status }) => status === 'T'), betaFeature: features };
}
