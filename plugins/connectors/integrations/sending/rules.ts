import { type Ctx, type Static, T } from '../../../../core/contract.ts';
import { type Lead, Leads } from '../../../lead-intake/leads/contract.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Which leads a connection sends; whatever is left out is left open, and all that is said must hold. */
export const RuleFields = {
  products: T.Optional(T.Array(T.String({ maxLength: 40 }), { maxItems: 20, uniqueItems: true })),
  campaigns: T.Optional(T.Array(Id, { maxItems: 200, uniqueItems: true })),
  /** Of the person, in two letters. */
  states: T.Optional(T.Array(T.String({ pattern: '^[A-Za-z]{2}$' }), { maxItems: 60, uniqueItems: true })),
  withEmail: T.Optional(T.Boolean()),
  withPhone: T.Optional(T.Boolean()),
  /** A part of the address of the page on which the person was met. */
  page: T.Optional(T.String({ maxLength: 200 })),
};
const RulesSchema = T.Object(RuleFields);
export type Rules = Static<typeof RulesSchema>;

/** Rules as they are kept: nothing that says nothing. */
export const keptRules = (rules: Rules): Rules =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([name, value]) => {
      const said = typeof value === 'string' ? value.trim() : value;
      return !said || (Array.isArray(said) && said.length === 0) ? [] : [[name, said]];
    }),
  );

/** The rule that a lead does not fit, or null where it is sent. */
export function unmet(ctx: Ctx, rules: Rules, lead: Lead): keyof Rules | null {
  const { products, campaigns, states, withEmail, withPhone, page } = rules;
  if (products && !products.includes(lead.product)) return 'products';
  if (campaigns && !campaigns.includes(lead.campaignId)) return 'campaigns';
  if (states && !states.some((state) => state.toUpperCase() === lead.state.toUpperCase())) return 'states';
  if (withEmail && !lead.email) return 'withEmail';
  if (withPhone && !lead.phone) return 'withPhone';
  return page && !pagesOf(ctx, lead).some((address) => address.toLowerCase().includes(page.toLowerCase())) ? 'page' : null;
}

/** Addresses among what the lead's source saw. */
const pagesOf = (ctx: Ctx, { source, evidence }: Lead): string[] =>
  (ctx.use(Leads).sources().get(source)?.fields ?? []).flatMap(({ name, as }) =>
    as === 'link' && evidence[name] ? [String(evidence[name])] : [],
  );
