import type { Knex } from 'knex';
import type { Product } from '../../foundation/companies/contract.ts';
import type { Term } from '../../money/pricing/contract.ts';
import type { CampaignTerms } from './contract.ts';
import type { MomentRow, TermsRow } from './rows.gen.ts';

/** Terms as they are kept, with what is between agency and root. Amounts in cents. */
export interface StoredTerms extends CampaignTerms {
  companyId: number;
  product: Product;
  wholesaleFeeCents: number;
  wholesaleMinimumCents: number;
  /** Leads from then on are billed by the calendar; null: all. */
  billedFrom: Date | null;
  /** Since when the present term holds. */
  termFrom: Date;
}

/** Writes a campaign's terms at its first activation. Answers whether it was the first. */
export async function insertTerms(db: Knex, terms: Omit<StoredTerms, 'billedFrom' | 'termFrom'>): Promise<boolean> {
  const written = await db('billing_terms')
    .insert({
      campaign_id: terms.campaignId,
      company_id: terms.companyId,
      product: terms.product,
      term: terms.term,
      price_version_id: terms.priceVersionId,
      platform_fee_cents: terms.platformFeeCents,
      minimum_cents: terms.minimumCents,
      wholesale_fee_cents: terms.wholesaleFeeCents,
      wholesale_minimum_cents: terms.wholesaleMinimumCents,
      activated_at: terms.activatedAt,
      term_from: terms.activatedAt,
    })
    .onConflict('campaign_id')
    .ignore()
    .returning('campaign_id');
  return written.length > 0;
}

export async function findTerms(db: Knex, campaignId: number): Promise<StoredTerms | null> {
  const row = (await db('billing_terms').where({ campaign_id: campaignId }).first()) as TermsRow | undefined;
  return row ? termsOf(row) : null;
}

/** Terms of those of the campaigns that were active before, by campaign. */
export async function findTermsOf(db: Knex, campaignIds: readonly number[]): Promise<Map<number, StoredTerms>> {
  const rows = (await db('billing_terms').whereIn('campaign_id', campaignIds)) as TermsRow[];
  return new Map(rows.map((row) => [row.campaign_id, termsOf(row)]));
}

export const isOnTerm = (db: Knex, column: string, terms: readonly Term[]): Knex.Raw =>
  db.raw('exists (select from billing_terms b where b.campaign_id = ?? and b.term = any(?::text[]))', [
    column,
    terms as unknown as Knex.RawBinding,
  ]);

/** Terms of a client's campaigns that narrow to a term or a product. */
export async function termsOfClient(db: Knex, of: { companyId: number; term?: Term; product?: Product }): Promise<StoredTerms[]> {
  const { companyId, ...narrow } = of;
  const rows = (await db('billing_terms')
    .where({ company_id: companyId, ...narrow })
    .orderBy('campaign_id')) as TermsRow[];
  return rows.map(termsOf);
}

/** Puts a campaign on another term, from now on. `billedFrom` is left as it is when undefined. */
export async function changeTerms(db: Knex, campaignId: number, change: Partial<Omit<StoredTerms, 'campaignId'>>): Promise<void> {
  await db('billing_terms').where({ campaign_id: campaignId }).update({
    term: change.term,
    price_version_id: change.priceVersionId,
    minimum_cents: change.minimumCents,
    wholesale_minimum_cents: change.wholesaleMinimumCents,
    billed_from: change.billedFrom,
    term_from: change.termFrom,
  });
}

/** Notes that a campaign was active or not from a moment on. */
export async function noteMoment(db: Knex, moment: { campaignId: number; companyId: number; at: Date; active: boolean }): Promise<void> {
  await db('billing_moment')
    .insert({ campaign_id: moment.campaignId, company_id: moment.companyId, at: moment.at, active: moment.active })
    .onConflict(['campaign_id', 'at'])
    .merge({ active: moment.active });
}

/** When a campaign was active: stretches in order, of which the last may be open. */
export async function activeStretches(db: Knex, campaignId: number): Promise<{ from: Date; to: Date | null }[]> {
  const moments = (await db('billing_moment').where({ campaign_id: campaignId }).orderBy('at').select('at', 'active')) as Pick<
    MomentRow,
    'at' | 'active'
  >[];
  const stretches: { from: Date; to: Date | null }[] = [];
  for (const { at, active } of moments) {
    const last = stretches.at(-1);
    const open = last !== undefined && last.to === null;
    if (active && !open) stretches.push({ from: at, to: null });
    else if (!active && open) last.to = at;
  }
  return stretches;
}

const termsOf = (row: TermsRow): StoredTerms => ({
  campaignId: row.campaign_id,
  companyId: row.company_id,
  product: row.product,
  term: row.term,
  priceVersionId: row.price_version_id,
  platformFeeCents: Number(row.platform_fee_cents),
  minimumCents: Number(row.minimum_cents),
  wholesaleFeeCents: Number(row.wholesale_fee_cents),
  wholesaleMinimumCents: Number(row.wholesale_minimum_cents),
  activatedAt: row.activated_at,
  billedFrom: row.billed_from,
  termFrom: row.term_from,
});
