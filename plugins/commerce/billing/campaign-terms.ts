import { centsOf, type Ctx, dollarsOf, type FieldError, Problem, T } from '../../../core/contract.ts';
import type { Campaign, CampaignFieldSet } from '../../campaign-management/campaigns/contract.ts';
import { DEFAULT_TERM, Pricing } from '../../money/pricing/contract.ts';
import { askedTerms, askTerms } from './asked-terms.store.ts';
import type { CampaignTerms } from './contract.ts';
import { findTermsOf } from './terms.store.ts';

/** What a campaign costs besides its leads; `agreed` when it first went live, and to be changed in the client's prices alone from then on. */
type Terms = Pick<CampaignTerms, 'term' | 'platformFeeCents' | 'minimumCents'> & { agreed: boolean };

const UNIT = { 'x-unit': 'US dollars' };
const Dollars = T.Union(
  [T.String({ maxLength: 14, pattern: '^(\\$?\\d{1,7}(\\.\\d{1,2})?)?$' }), T.Number({ minimum: 0, maximum: 1_000_000 })],
  UNIT,
);
const FEES = { PlatformFee: 'platformFeeCents', CostMonth: 'minimumCents' } as const;

/**
 * The specification's `PaymentTerm`, `PlatformFee` and `CostMonth` of a campaign. What a call sends is what the campaign has afterwards, or is
 * refused: fees are said by whoever sets prices until the campaign first goes live, the term is that of the client.
 */
export const campaignTerms: CampaignFieldSet = {
  fields: { PaymentTerm: T.String({ maxLength: 20 }), PlatformFee: Dollars, CostMonth: Dollars },
  shown: { PaymentTerm: T.String(), PlatformFee: T.String(UNIT), CostMonth: T.String(UNIT) },
  ui: {},
  texts: 'billing.field',
  async of(ctx, campaigns) {
    const terms = await termsOfAll(ctx, campaigns);
    return new Map(
      [...terms].map(([id, { term, platformFeeCents, minimumCents }]) => [
        id,
        { PaymentTerm: term, PlatformFee: dollarsOf(platformFeeCents), CostMonth: dollarsOf(minimumCents) },
      ]),
    );
  },
  async save(ctx, campaign, sent) {
    const said = Object.entries(sent).filter(([, value]) => value !== undefined && value !== '');
    if (said.length === 0) return;
    const terms = (await termsOfAll(ctx, [campaign])).get(campaign.id)!;
    const errors: FieldError[] = [];
    const changes: { platformFeeCents?: number; minimumCents?: number } = {};
    for (const [field, value] of said) {
      const { message, cents } = field === 'PaymentTerm' ? { message: refusedTerm(terms, value) } : fee(ctx, terms, field, value);
      if (message) errors.push({ field, message, params: { term: ctx.t(`billing.term.${terms.term}`) } });
      else if (cents !== undefined) changes[FEES[field as keyof typeof FEES]] = cents;
    }
    if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
    await askTerms(ctx.db, campaign, changes);
  },
};

const refusedTerm = ({ term }: Terms, sent: unknown): string | null => (sent === term ? null : 'billing.problem.term-of-client');

/** Cents of a fee that is another than before, or why it cannot be. */
function fee(ctx: Ctx, terms: Terms, field: string, sent: unknown): { message: string | null; cents?: number } {
  const cents = centsOf(sent as string | number);
  if (cents === null) return { message: 'billing.problem.amount' };
  if (cents === terms[FEES[field as keyof typeof FEES]]) return { message: null };
  if (!ctx.can('update', 'CampaignPrice')) return { message: 'campaigns.problem.price-of-agency' };
  return terms.agreed ? { message: 'billing.problem.terms-agreed' } : { message: null, cents };
}

/** Terms of campaigns: those agreed, else what they would agree to now. */
async function termsOfAll(ctx: Ctx, campaigns: readonly Campaign[]): Promise<Map<number, Terms>> {
  const ids = campaigns.map(({ id }) => id);
  const clients = campaigns.map(({ companyId }) => companyId);
  const [agreed, asked, costs] = await ctx.together([
    () => findTermsOf(ctx.db, ids),
    () => askedTerms(ctx.db, ids),
    () => ctx.use(Pricing).latestCosts([...new Set(clients)]),
  ]);
  return new Map(
    campaigns.map((campaign): [number, Terms] => {
      const known = agreed.get(campaign.id);
      if (known) return [campaign.id, { ...known, agreed: true }];
      const cost = costs.get(campaign.companyId)?.get(campaign.product);
      const own = asked.get(campaign.id);
      return [
        campaign.id,
        {
          term: cost?.paymentTerm ?? DEFAULT_TERM,
          platformFeeCents: own?.platformFeeCents ?? cost?.platformFeeCents ?? 0,
          minimumCents: own?.minimumCents ?? cost?.costMonthCents ?? 0,
          agreed: false,
        },
      ];
    }),
  );
}
