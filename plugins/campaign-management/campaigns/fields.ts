import { type Contributions, type Ctx, type FieldError, Problem, T, type TSchema } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { pricesLacking } from './lead-prices.ts';
import { type Campaign, type CampaignFieldSet, CampaignFieldSets } from './contract.ts';

/** What a call sent, common fields and others. */
export type Sent = Readonly<Record<string, unknown>>;

/**
 * Fields of the specification's entity of which each belongs to some product. Whole entities are sent to and fro, so that they may come empty for
 * campaigns that have not got them.
 */
const OF_SOME_PRODUCT = [
  'urlCode',
  'urlCodeThankyou',
  'gtminstalled',
  'companyGroupID',
  'clientOrganizationID',
  'locationtarget',
  'locatordesc',
  'locatorkeyword',
  'locatorkeywordcontextual',
  'locatorrequire',
  'sificampaign',
  'sifiorganizationid',
  'externalcampaign',
  'externalorganizationid',
  'listAdvanceInformationId',
  'listB2BInformationId',
  'campaign_information_type',
  'answers',
];
const Text = T.String({ maxLength: 20_000 });
/** A field that nobody has brought; only what says nothing gets further. */
const Anything = T.Union([Text, T.Array(Text, { maxItems: 2_000 }), T.Number(), T.Boolean(), T.Null()]);

const hasProduct = ({ product }: CampaignFieldSet, of: Product): boolean => product === undefined || product === of;
const allFields = (sets: readonly CampaignFieldSet[]): Record<string, TSchema> => Object.assign({}, ...sets.map(({ fields }) => fields));

/**
 * The fields that plugins bring, as calls about campaigns take them. Products may call different things by one of the specification's names: the
 * call takes what any of them takes, and the campaign's own product refuses the rest (`saveFields`).
 */
export function broughtFields(from: Contributions): Record<string, TSchema> {
  const unclaimed = Object.fromEntries(OF_SOME_PRODUCT.map((name) => [name, Anything]));
  const named = Map.groupBy(
    from.of(CampaignFieldSets).flatMap(({ fields }) => Object.entries(withoutDefaults(fields))),
    ([name]) => name,
  );
  const brought = [...named].map(([name, all]): [string, TSchema] => {
    const [first, ...others] = [...new Map(all.map(([, schema]) => [JSON.stringify(schema), schema])).values()];
    return [name, others.length === 0 ? first! : T.Union([first!, ...others])];
  });
  return T.Partial(T.Object({ ...unclaimed, ...Object.fromEntries(brought) })).properties;
}

/** What is left out keeps its value, so that calls have no defaults as forms do. */
const withoutDefaults = (fields: Readonly<Record<string, TSchema>>): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const { default: _default, ...rest } = schema as TSchema & { default?: unknown };
      return [name, rest];
    }),
  );

/** The same as lists and forms show them. */
export const shownFields = (from: Contributions): Record<string, TSchema> =>
  T.Partial(T.Object(Object.assign({}, ...from.of(CampaignFieldSets).map(({ shown }) => shown)) as Record<string, TSchema>)).properties;

/** Names of the fields that plugins bring to campaigns of a product. */
export const fieldNames = (ctx: Ctx, product: Product): string[] =>
  Object.keys(allFields(ctx.contributions(CampaignFieldSets).filter((set) => hasProduct(set, product))));

/** Throws 422 for fields that campaigns of the product have not got, on each that says something. */
export function refuseForeignFields(ctx: Ctx, product: Product, sent: Sent): void {
  const sets = ctx.contributions(CampaignFieldSets).filter((set) => hasProduct(set, product));
  const own = allFields(sets);
  const others = [...OF_SOME_PRODUCT, ...Object.keys(allFields(ctx.installed(CampaignFieldSets)))].filter((name) => !(name in own));
  const errors = [...new Set([...others, ...pricesLacking(ctx, product), ...sets.flatMap(({ omits = [] }) => omits)])]
    .filter((name) => !isBlank(sent[name]))
    .map((field): FieldError => ({ field, message: 'campaigns.problem.no-field', params: { product: ctx.named(product).name } }));
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
}

/** Says nothing: what callers send for a field that they leave empty. */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === false || /^(\$?0(\.0+)?|F)?$/.test(String(value));

/** Has every plugin keep its part of what was sent. */
export async function saveFields(ctx: Ctx, campaign: Campaign, sent: Sent, isNew: boolean): Promise<void> {
  for (const set of ctx.contributions(CampaignFieldSets)) {
    if (!hasProduct(set, campaign.product)) continue;
    const own = Object.fromEntries(Object.entries(sent).filter(([name, value]) => name in set.fields && value !== undefined));
    ctx.checked(T.Partial(T.Object(withoutDefaults(set.fields))), own);
    if (isNew || Object.keys(own).length > 0) await set.save(ctx, campaign, own, isNew);
    await set.check?.(ctx, campaign, sent);
  }
}

/** What plugins show of campaigns, by campaign. */
export async function fieldsShown(ctx: Ctx, campaigns: readonly Campaign[]): Promise<Map<number, Record<string, unknown>>> {
  const shown = new Map<number, Record<string, unknown>>();
  const read = ctx.contributions(CampaignFieldSets).flatMap((set) => {
    const having = campaigns.filter(({ product }) => hasProduct(set, product));
    return having.length === 0 || Object.keys(set.shown).length === 0 ? [] : [() => set.of(ctx, having)];
  });
  for (const fields of await ctx.together(read)) for (const [id, values] of fields) shown.set(id, { ...shown.get(id), ...values });
  return shown;
}
