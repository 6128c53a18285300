import { defineRoute, Flag, List, listOf, listOfAll, ListQuery, Switches, T } from '../../../core/contract.ts';
import { agencies } from './agencies.store.ts';
import { asked, betaFeature, betaFeatures, Id, obstacles } from '../../foundation/companies/shared.ts';
import { applyToAll, setBetaFeature } from './beta.service.ts';
import { agencyOf } from './selections.service.ts';

const Key = T.String({ pattern: '^[a-z][a-z0-9-]*\\.[a-z0-9_]+$', maxLength: 100 });
const State = T.Enum(['on', 'off', 'inherit']);
const Feature = T.Object({ id: T.String(), slug: T.String(), name: T.String(), is_beta: Flag, apply_to_all_agency: Flag });
/** Root's word about a feature for one agency; the form of the bulk action asks the same. */
export const BetaChoice = T.Object({ companyID: Id, feature: Key, state: State });
const AGENCY_SORTS = ['company_name', 'created_at'] as const;

/** Beta features: for all agencies, and for one. */
export const betaRoutes = [
  defineRoute({
    id: 'agencies.beta-features',
    method: 'GET',
    path: '/configuration/agencies/beta-features',
    summary: 'Beta features and whether all agencies have them',
    ability: ['oversee', 'Agency'],
    query: T.Object(ListQuery(['name'])),
    response: List(Feature),
    async handler(ctx, { query }) {
      return listOfAll(betaFeatures(ctx, ctx.tenant), query, ctx.locale, ({ name }) => name);
    },
  }),
  defineRoute({
    id: 'agencies.apply-beta-feature',
    method: 'PUT',
    path: '/configuration/agencies/beta-features/:key',
    summary: 'Give a beta feature to all agencies, or to none but those it was granted to',
    ability: ['update', 'Agency'],
    withoutStepUp: 'turns a feature on or off, which the same switch undoes',
    params: T.Object({ key: Key }),
    body: T.Object({ apply_to_all_agency: Flag }),
    response: T.Object({ apply_to_all_agency: Flag, message: T.String() }),
    async handler(ctx, { params, body }) {
      await applyToAll(ctx, params.key, body.apply_to_all_agency === 'T');
      return { ...body, message: ctx.t('agencies.saved') };
    },
  }),
  defineRoute({
    id: 'agencies.beta-agencies',
    method: 'GET',
    path: '/configuration/agencies/beta-features/:key/agencies',
    summary: 'How each agency stands to a beta feature',
    ability: ['oversee', 'Agency'],
    params: T.Object({ key: Key }),
    query: T.Object(ListQuery(AGENCY_SORTS)),
    response: List(
      T.Object({
        company_id: T.Integer(),
        company_name: T.String(),
        key: T.String(),
        feature: T.String(),
        state: State,
        effective: T.Enum(['on', 'waiting', 'off']),
        missing: T.String(),
      }),
    ),
    async handler(ctx, { params, query }) {
      const feature = betaFeature(ctx, ctx.tenant, params.key);
      const at = asked(query);
      const { rows, total } = await agencies.page(ctx, at);
      const shown = [];
      for (const { company_id, company_name } of rows) {
        const agency = await agencyOf(ctx, company_id, 'oversee');
        const switches = ctx.use(Switches).list(agency);
        const { on, explicit } = switches.find(({ key }) => key === params.key)!;
        const missing = on ? (await obstacles(ctx, agency, params.key)).join(' ') : '';
        shown.push({
          company_id,
          company_name,
          key: params.key,
          feature: feature.name,
          state: explicit === null ? ('inherit' as const) : explicit ? ('on' as const) : ('off' as const),
          effective: !on ? ('off' as const) : missing ? ('waiting' as const) : ('on' as const),
          missing,
        });
      }
      return listOf(shown, total, at);
    },
  }),
  defineRoute({
    id: 'agencies.set-beta-feature',
    method: 'PUT',
    path: '/configuration/agencies/beta-feature',
    summary: 'Grant a beta feature to an agency, keep it off there, or let the agency follow the others',
    ability: ['update', 'Agency'],
    withoutStepUp: 'turns a feature on or off, which the same switch undoes',
    body: BetaChoice,
    response: T.Object({ state: State, message: T.String() }),
    async handler(ctx, { body: { companyID, feature, state } }) {
      const agency = await agencyOf(ctx, companyID, 'update');
      await setBetaFeature(ctx, agency, feature, state);
      return { state, message: ctx.t('agencies.beta.saved', { name: agency.name }) };
    },
  }),
  defineRoute({
    id: 'agencies.beta-options',
    method: 'GET',
    path: '/configuration/agencies/beta-options',
    summary: 'Beta features to choose from',
    ability: ['oversee', 'Agency'],
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
    handler: async (ctx) => ({ options: betaFeatures(ctx, ctx.tenant).map(({ id, name }) => ({ value: id, label: name })) }),
  }),
];
