import { type Ctx, type FieldError, Problem } from '../../../core/contract.ts';
import type { CampaignFieldSet } from '../../campaign-management/campaigns/contract.ts';
import type { ProductDeclaration } from './declaration.ts';

type Sent = Readonly<Record<string, unknown>>;

/** The columns of what was sent; throws 422 with every fault on its field. */
function columnsOf({ table }: ProductDeclaration, sent: Sent): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [field, column] of Object.entries(table.columns)) {
    if (sent[field] === undefined || sent[field] === null) continue;
    const kept = column.kept(sent[field]);
    if ('value' in kept) row[column.name] = kept.value;
    else errors.push({ field, ...kept });
  }
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
  return row;
}

/** A campaign's row of the product's table as it would be with what was sent; throws 422 on a field. */
export async function triedRow(ctx: Ctx, product: ProductDeclaration, campaignId: number, sent: Sent): Promise<Record<string, unknown>> {
  const { name, columns } = product.table;
  const standard = Object.fromEntries(Object.values(columns).map((column) => [column.name, column.standard]));
  const row = (await ctx.db(name).where({ campaign_id: campaignId }).first()) as Record<string, unknown> | undefined;
  return { ...standard, ...row, ...columnsOf(product, sent) };
}

/** The fields that a product's campaigns have of their own: one row of the product's table for each campaign. */
export function ownFields(product: ProductDeclaration): CampaignFieldSet {
  const { id, wire, fields, ui, omit = [], table, defaults, check } = product;
  const columns = Object.entries(table.columns);
  return {
    product: wire.type,
    omits: omit,
    fields: Object.fromEntries(columns.map(([field, { sent }]) => [field, sent ?? fields[field]!])),
    shown: Object.fromEntries(columns.map(([field, { shown }]) => [field, shown.as])),
    ui,
    texts: `${id}.field`,
    ...(check && { check }),
    async of(ctx, campaigns) {
      const rows = (await ctx.db(table.name).whereIn(
        'campaign_id',
        campaigns.map((campaign) => campaign.id),
      )) as Record<string, unknown>[];
      const byId = new Map(rows.map((row) => [row['campaign_id'], row]));
      return new Map(
        campaigns.map((campaign) => {
          const row = byId.get(campaign.id);
          return [
            campaign.id,
            Object.fromEntries(columns.map(([field, { name, standard, shown }]) => [field, shown.of(row ? row[name] : standard)])),
          ];
        }),
      );
    },
    async save(ctx, campaign, sent, isNew) {
      const row = columnsOf(product, isNew ? { ...(await defaults?.(ctx, campaign)), ...sent } : sent);
      const place = { campaign_id: campaign.id, company_id: campaign.companyId };
      const kept = ctx
        .db(table.name)
        .insert({ ...place, ...row })
        .onConflict('campaign_id');
      await (Object.keys(row).length > 0 ? kept.merge(Object.keys(row)) : kept.ignore());
    },
  };
}
