import type { Knex } from 'knex';
import type { AskedTermsRow } from './rows.gen.ts';

/** What was said for one campaign alone, in cents; null: nothing. */
export interface AskedTerms {
  platformFeeCents: number | null;
  minimumCents: number | null;
}
const NOTHING: AskedTerms = { platformFeeCents: null, minimumCents: null };
const TABLE = 'billing_asked_terms';

export async function askedTerms(db: Knex, campaignIds: readonly number[]): Promise<Map<number, AskedTerms>> {
  const rows = (await db(TABLE).whereIn('campaign_id', campaignIds)) as AskedTermsRow[];
  return new Map(rows.map((row) => [row.campaign_id, termsOf(row)]));
}

export const askedTermsOf = async (db: Knex, campaignId: number): Promise<AskedTerms> =>
  (await askedTerms(db, [campaignId])).get(campaignId) ?? NOTHING;

/** Says what is given for a campaign alone, and leaves the rest as it was said. */
export async function askTerms(db: Knex, campaign: { id: number; companyId: number }, given: Partial<AskedTerms>): Promise<void> {
  const change = {
    ...(given.platformFeeCents === undefined ? {} : { platform_fee_cents: given.platformFeeCents }),
    ...(given.minimumCents === undefined ? {} : { minimum_cents: given.minimumCents }),
  };
  if (Object.keys(change).length === 0) return;
  await db(TABLE)
    .insert({ campaign_id: campaign.id, company_id: campaign.companyId, ...change })
    .onConflict(['company_id', 'campaign_id'])
    .merge(change);
}

const cents = (value: string | null): number | null => (value === null ? null : Number(value));
const termsOf = (row: AskedTermsRow): AskedTerms => ({
  platformFeeCents: cents(row.platform_fee_cents),
  minimumCents: cents(row.minimum_cents),
});
