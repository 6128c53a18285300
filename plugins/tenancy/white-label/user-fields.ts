import { type Ctx, flagOf, type Tenant } from '../../../core/contract.ts';
import type { UserFieldsOf } from '../../foundation/accounts/contract.ts';
import { logoPath } from './logo.routes.ts';
import { logoHashOf } from './logo.store.ts';
import { sidebarsOf } from './menus.ts';
import { termsOf } from './domain-info.routes.ts';
import { Theme } from './theme.settings.ts';

/** The specification's fields of the signed-in user about the look of their agency and what it calls its products. */
export const brandFields: UserFieldsOf = {
  id: 'white-label.brand',
  async of(ctx) {
    const [theme, { clientsidebar, agencysidebar, ...menus }, logo, parent, parentLogo, terms] = await ctx.together([
      () => ctx.setting(Theme),
      () => sidebarsOf(ctx, ctx.tenant),
      () => logoOf(ctx, ctx.tenant.id),
      () => parentName(ctx),
      () => logoOf(ctx, parentOf(ctx.tenant)),
      () => termsOf(ctx, ctx.tenant),
    ]);
    const shown = ctx.tenant.kind === 'client' ? clientsidebar : agencysidebar;
    return {
      company_logo: logo,
      companyparentname: parent,
      companyparentlogo: parentLogo,
      box_bgcolor: theme.boxcolor ?? '',
      text_color: theme.textcolor ?? '',
      link_color: theme.linkcolor ?? '',
      template_bgcolor: theme.templatecolor ?? '',
      sidebar_bgcolor: theme.sidebarcolor ?? '',
      font_theme: theme.fonttheme ?? '',
      colors_parent: { text_color: theme.textcolor ?? '', sidebar_bgcolor: theme.sidebarcolor ?? '' },
      paymenttermlist: terms,
      ...Object.fromEntries(
        menus.rootsidemenu.flatMap((m) => [
          [`lead${m.type}name`, m.name],
          [`lead${m.type}url`, m.url],
        ]),
      ),
      menuLeadspeek: flagOf(ctx.tenant.kind !== 'root' && ctx.can('read', 'Campaign') && shown.length > 0),
      ...menus,
      ...(ctx.tenant.kind === 'client' ? { clientsidebar } : { agencysidebar }),
    };
  },
};

/** Whose customer the company is; empty for the root. */
async function parentName(ctx: Ctx): Promise<string> {
  const { rows } = (await ctx.db.raw('select white_label_parent_name() as name')) as { rows: { name: string | null }[] };
  return rows[0]?.name ?? '';
}

/** The company above; the root stands for itself. An agency's clients see their agency's logo, an agency no logo of its root's. */
const parentOf = (tenant: Tenant): number => (tenant.kind === 'client' ? tenant.agencyId : tenant.id);

async function logoOf(ctx: Ctx, companyId: number): Promise<string> {
  const hash = await logoHashOf(ctx, companyId);
  return hash ? logoPath(hash) : '';
}
