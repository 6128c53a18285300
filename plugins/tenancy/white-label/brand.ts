import type { BrandApi, Ctx, ReadsAhead, Tenant } from '../../../core/contract.ts';
import { logoPath } from './logo.routes.ts';
import { logoHashOf, logoRow } from './logo.store.ts';
import { ClientMenu, Theme } from './theme.settings.ts';

export const PRIMARY = '#3b5bdb';

const brandName = (ctx: Ctx, agencyId: number) => ctx.db.raw('select companies_brand_name(?) as name', [agencyId]);
const hasCode = (ctx: Ctx, agencyId: number) => ctx.db.raw('select white_label_has_code(?) as embeds', [agencyId]);

/** The name an agency's own people and clients see; empty for a company that the caller does not belong to. */
export async function brandNameOf(ctx: Ctx, tenant: Tenant): Promise<string> {
  if (tenant.kind !== 'client') return tenant.name;
  const { rows } = (await brandName(ctx, tenant.agencyId)) as { rows: { name: string | null }[] };
  return rows[0]?.name ?? '';
}

/** The look of the company that the actor is shown, and what its agency keeps from clients. */
export const firstReads = (ctx: Ctx): ReadsAhead => ({
  rows: [
    logoRow(ctx, ctx.tenant.agencyId),
    hasCode(ctx, ctx.tenant.agencyId),
    ...(ctx.tenant.kind === 'client' ? [brandName(ctx, ctx.tenant.agencyId)] : []),
  ],
  settings: [Theme, ClientMenu],
});

/** The look of the agency a company belongs to; of the root for the root. Asked before anybody is signed in, too. */
export const brandOf = (ctx: Ctx): BrandApi => ({
  async of(tenant) {
    const theme = await ctx.setting(Theme, tenant);
    const hash = await logoHashOf(ctx, tenant.agencyId);
    const { rows } = (await hasCode(ctx, tenant.agencyId)) as { rows: { embeds: boolean }[] };
    return {
      name: await brandNameOf(ctx, tenant),
      logo: hash && logoPath(hash),
      colors: {
        primary: theme.linkcolor ?? PRIMARY,
        sidebar: theme.sidebarcolor ?? null,
        text: theme.textcolor ?? null,
        box: theme.boxcolor ?? null,
        background: theme.templatecolor ?? null,
      },
      font: theme.fonttheme ?? 'system',
      ...(rows[0]?.embeds ? { embeds: true as const } : {}),
    };
  },
});
