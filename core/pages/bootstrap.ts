import { configVersion } from '../features/config-version.ts';
import { packedRules } from '../access/ability.ts';
import { BrandPort, type Ctx, PortraitsPort, type Tenant } from '../contract.ts';
import type { Bootstrap, Brand } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { bannersOf } from './banners.ts';
import { countryOf } from './country.ts';
import { readFirst } from './first-reads.ts';
import { menuOf } from './menu.ts';
import { homeOf, pageIndex } from './page-index.ts';
import { redirectsOf } from './redirects.ts';

/** Shown where no tenant's brand may be: an unknown host, or no plugin that knows brands. */
const NEUTRAL: Brand = {
  name: '',
  logo: null,
  colors: { primary: '#3b5bdb', sidebar: null, text: null, box: null, background: null },
  font: 'system',
};

/** Everything the browser needs before its first screen, in one answer. */
export async function bootstrapOf(kernel: Kernel, ctx: Ctx): Promise<Bootstrap> {
  await readFirst(kernel, ctx);
  const home = await homeOf(kernel, ctx);
  const pages = await pageIndex(kernel, ctx, home);
  return {
    brand: ctx.has(BrandPort) && ctx.host.id !== 0 ? await ctx.use(BrandPort).of(brandOwner(ctx)) : NEUTRAL,
    locale: ctx.locale,
    direction: ctx.locale === 'ar' ? 'rtl' : 'ltr',
    locales: [
      { id: 'en', title: 'English' },
      { id: 'ar', title: 'العربية' },
    ],
    country: countryOf(ctx.timezone),
    messages: kernel.catalogue.forBrowsers(ctx.locale),
    actor: await actorOf(ctx),
    rules: packedRules(ctx.ability),
    ...(await menuOf(kernel, ctx, pages)),
    // Nothing refers to what a visitor cannot open.
    pages: ctx.actor.kind === 'anonymous' ? pages.map((page) => (page.access.open ? page : { ...page, id: '' })) : pages,
    redirects: redirectsOf(kernel, ctx, pages),
    banners: await bannersOf(kernel, ctx),
    home,
    configVersion: configVersion(kernel, ctx.tenant),
    development: kernel.config.environment !== 'production',
  };
}

/** An agency's host shows its brand to everybody; on the root's host a signed-in person sees their own agency's. */
const brandOwner = (ctx: Ctx): Tenant => (ctx.host.kind === 'root' && ctx.actor.kind === 'user' ? ctx.tenant : ctx.host);

async function actorOf(ctx: Ctx): Promise<Bootstrap['actor']> {
  const { actor, tenant, timezone, viewedBy } = ctx;
  if (actor.kind !== 'user') return null;
  return {
    id: actor.id,
    name: actor.name,
    email: actor.email,
    picture: ctx.has(PortraitsPort) ? await ctx.use(PortraitsPort).of(actor.id) : null,
    userType: actor.userType ?? '',
    isSystemUser: actor.isSystemUser,
    companyId: tenant.id,
    companyName: tenant.name,
    companyKind: tenant.kind,
    timezone,
    viewedBy: viewedBy ? { id: viewedBy.id, name: viewedBy.name, until: viewedBy.until.toISOString() } : null,
  };
}
