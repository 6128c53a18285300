import { conflict, type Ctx, denied, invalid, notFound, type Tenant } from '../../../core/contract.ts';
import { bannerPicture } from './banner-picture.ts';
import { type BannerRow, changeBanner, changePicture, countLocked, deleteBanner, findBanner, insertBanner } from './banners.store.ts';

/** Each holds a picture. */
const MOST_BANNERS = 500;

export interface BannerFields {
  bannerName: string;
  clickURL: string;
}

/** Makes a banner of the caller's company, or of a client of its. Throws 404 for a foreign company, 409 for too many, 422 on a field. */
export async function createBanner(ctx: Ctx, companyId: number | undefined, fields: BannerFields, bytes: Buffer): Promise<BannerRow> {
  const company = await companyOf(ctx, companyId);
  const kept = keptOf(fields);
  const picture = await bannerPicture(bytes);
  if ((await countLocked(ctx, company.id)) >= MOST_BANNERS) throw conflict('banners.problem.too-many', { params: { most: MOST_BANNERS } });
  const id = await insertBanner(ctx, company.id, kept, picture);
  await noted(ctx, 'banners.created', { id, name: kept.name, company_id: company.id });
  return (await findBanner(ctx, id))!;
}

export async function saveBanner(ctx: Ctx, id: number, fields: BannerFields): Promise<void> {
  const banner = await found(ctx, id, 'update');
  await changeBanner(ctx, banner.id, keptOf(fields));
  await noted(ctx, 'banners.changed', banner);
}

/** Gives a banner another picture, of any size. */
export async function replacePicture(ctx: Ctx, id: number, bytes: Buffer): Promise<void> {
  const banner = await found(ctx, id, 'update');
  await changePicture(ctx, banner.id, await bannerPicture(bytes));
  await noted(ctx, 'banners.picture-replaced', banner);
}

/** Answers the name of what was removed. */
export async function removeBanner(ctx: Ctx, id: number): Promise<string> {
  const banner = await found(ctx, id, 'delete');
  await deleteBanner(ctx, banner.id);
  await noted(ctx, 'banners.removed', banner);
  return banner.name;
}

async function found(ctx: Ctx, id: number, action: string): Promise<BannerRow> {
  const banner = await findBanner(ctx, id, action);
  if (!banner) throw notFound();
  return banner;
}

async function companyOf(ctx: Ctx, companyId: number | undefined): Promise<Tenant> {
  const company = companyId === undefined ? ctx.tenant : await ctx.company(companyId);
  if (!company) throw notFound();
  const owners = { company_id: company.id, agency_id: company.agencyId, root_id: company.rootId };
  if (!ctx.can('create', 'Banner', owners)) throw denied();
  return company;
}

function keptOf({ bannerName, clickURL }: BannerFields): { name: string; click_url: string } {
  const name = bannerName.trim();
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) throw invalid('bannerName', 'banners.problem.name');
  return { name, click_url: addressOf(clickURL.trim()) };
}

/** An address of the web, written as browsers do. One with a name or password in it leads people astray. */
function addressOf(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname || url.username || url.password)
    throw invalid('clickURL', 'banners.problem.address');
  return url.href;
}

/** Logs what was done, and tells open screens. */
async function noted(ctx: Ctx, action: string, { id, name, company_id }: Pick<BannerRow, 'id' | 'name' | 'company_id'>): Promise<void> {
  await ctx.audit({ action, description: `Banner "${name}"`, companyId: company_id, target: name, concerns: { kind: 'banner', id } });
  await ctx.live('banners', company_id);
}
