import type { BrandApi, Ctx } from '../../core/contract.ts';
import { Theme } from './agencies.settings.ts';
import { brandNameOf } from './agencies.store.ts';

const PRIMARY = '#3b5bdb';

/** The look of the agency a company belongs to; of the root for the root. Asked before anybody is signed in, too. */
export const brandOf = (ctx: Ctx): BrandApi => ({
  async of(tenant) {
    const theme = await ctx.setting(Theme, tenant);
    return {
      name: tenant.kind === 'client' ? ((await brandNameOf(ctx, tenant)) ?? '') : tenant.name,
      logo: null,
      colors: {
        primary: theme.linkcolor ?? PRIMARY,
        sidebar: theme.sidebarcolor ?? null,
        text: theme.textcolor ?? null,
        box: theme.boxcolor ?? null,
        background: theme.templatecolor ?? null,
      },
      font: theme.fonttheme ?? 'system',
    };
  },
});
