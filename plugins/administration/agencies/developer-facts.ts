import { type Ctx, flagOf } from '../../../core/contract.ts';
import { Developer, type DeveloperState } from '../developer/contract.ts';
import { agencies } from './agencies.store.ts';
import type { CompanyFactsOf, NodeFacts } from '../../foundation/companies/contract.ts';

export type Indicator = 'orange' | 'green' | 'blue' | 'gray';

/**
 * The colour that says how an agency stands to developer mode. Orange: something is missing or left over, i.e. the mode is on without
 * agreement and payment, or there is a key without the mode. Green: in use. Blue: ready, no key yet. Gray: nothing.
 */
export function indicatorOf({ apiMode, hasKey, agreed, paid }: DeveloperState): Indicator {
  if (!apiMode) return hasKey ? 'orange' : 'gray';
  if (!agreed || !paid) return 'orange';
  return hasKey ? 'green' : 'blue';
}

/** Developer mode is the root's business: nobody else is told of it or may filter by it. */
const mayKnow = (ctx: Ctx): boolean => ctx.tenant.kind === 'root' && ctx.can('oversee', 'Agency') && ctx.has(Developer);

async function statesOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, DeveloperState>> {
  return mayKnow(ctx) ? ctx.use(Developer).stateOf(ids) : new Map<number, DeveloperState>();
}

const where =
  (holds: (state: DeveloperState) => boolean) =>
  async (ctx: Ctx): Promise<number[]> =>
    [...(await statesOf(ctx, await agencies.ids(ctx)))].flatMap(([id, state]) => (holds(state) ? [id] : []));

/** Developer mode in the agency list: fields, indicator and the two filters of the root. */
export const developerFacts: CompanyFactsOf = {
  id: 'agencies.developer',
  async of(ctx, companyIds) {
    const facts = new Map<number, NodeFacts>();
    for (const [id, state] of await statesOf(ctx, companyIds))
      facts.set(id, {
        api_mode: flagOf(state.apiMode),
        is_user_generate_api: flagOf(state.hasKey),
        is_marketing_services_agreement_developer: flagOf(state.agreed),
        api_indicator: indicatorOf(state),
      });
    return facts;
  },
  filters: { Filters: { api_key_generated: where((s) => s.hasKey), developer_mode_enabled: where((s) => s.apiMode) } },
};
