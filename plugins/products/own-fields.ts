import { type FieldError, Problem } from '../../core/contract.ts';
import type { CampaignFieldSet } from '../campaigns/contract.ts';
import type { ProductDeclaration } from './declaration.ts';

/** The fields that a product's campaigns have of their own: one row of the product's table for each campaign. */
export function ownFields({ id, wire, fields, ui, omit = [], table, defaults, check }: ProductDeclaration): CampaignFieldSet {
  const columns = Object.entries(table.columns);

  /** The columns of what was sent; throws 422 with every fault on its field. */
  const columnsOf = (sent: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const row: Record<string, unknown> = {};
    const errors: FieldError[] = [];
    for (const [field, column] of columns) {
      if (sent[field] === undefined || sent[field] === null) continue;
      const kept = column.kept(sent[field]);
      if ('value' in kept) row[column.name] = kept.value;
      else errors.push({ field, ...kept });
    }
    if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
    return row;
  };

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
      const row = columnsOf(isNew ? { ...(await defaults?.(ctx, campaign)), ...sent } : sent);
      const place = { campaign_id: campaign.id, company_id: campaign.companyId };
      const kept = ctx
        .db(table.name)
        .insert({ ...place, ...row })
        .onConflict('campaign_id');
      await (Object.keys(row).length > 0 ? kept.merge(Object.keys(row)) : kept.ignore());
    },
  };
}
