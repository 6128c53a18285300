import {
  defineRoute,
  FileResponse,
  List,
  listOf,
  listOfAll,
  ListQuery,
  notFound,
  pageOf,
  type RateDef,
  type Static,
  T,
} from '../../../core/contract.ts';
import { Clients } from '../clients/contract.ts';
import { adCode, picturePath } from './ad-code.ts';
import { MOST_BYTES } from './banner-picture.ts';
import { type BannerRow, bannerCounts, findBanner, pageOfBanners, pictureOf } from './banners.store.ts';
import { createBanner, removeBanner, replacePicture, saveBanner } from './banners.service.ts';

/** Websites show the picture under an address that stays: a new one is seen after five minutes at the most. */
const RECHECK = 300;
const YEAR = 365 * 24 * 3600;
const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const BannerID = T.Object({ bannerID: Id });
const Said = T.Object({ result: T.String(), message: T.String() });

export const BannerFields = {
  bannerName: T.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  /** Where a click on the banner leads: an http or https address. */
  clickURL: T.String({ minLength: 1, maxLength: 2000 }),
};

const Banner = T.Object({
  bannerID: T.Integer(),
  ...BannerFields,
  companyID: T.Integer(),
  company_name: T.String(),
  /** Pixels. */
  width: T.Integer(),
  height: T.Integer(),
  /** Both in one, for narrow columns. */
  size: T.String(),
  picture: T.Object({ src: T.String(), width: T.Integer(), height: T.Integer(), alt: T.String() }),
  created_at: T.String(),
});

export const bannerRates: RateDef[] = [
  // Drawing a picture anew takes a processor for a moment.
  { id: 'banners.upload', points: 30, seconds: 60, by: 'company' },
  // Whoever reads pages with banners needs one for each, and then has it.
  { id: 'banners.picture', points: 600, seconds: 60, by: 'ip', inMemory: true },
];
const upload = { maxBytes: MOST_BYTES, as: 'bytes' } as const;

export const bannerRoutes = [
  defineRoute({
    id: 'banners.list',
    method: 'GET',
    path: '/banner',
    summary: 'Banners of the own company and those below it',
    ability: ['read', 'Banner'],
    query: T.Object({ ...ListQuery(['bannerName', 'created_at']), companyID: T.Optional(Id) }),
    response: List(Banner),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const search = query.search?.trim();
      const { rows, total } = await pageOfBanners(ctx, {
        ...(query.companyID === undefined ? {} : { companyId: query.companyID }),
        ...(search ? { search } : {}),
        sort: query.sortby === 'bannerName' ? 'name' : 'created_at',
        order: query.order ?? (query.sortby ? 'asc' : 'desc'),
        offset: at.offset,
        perPage: at.perPage,
      });
      return listOf(rows.map(shown), total, at);
    },
  }),
  defineRoute({
    id: 'banners.create',
    method: 'POST',
    path: '/banner',
    summary: 'Create a banner from an uploaded picture',
    ability: ['create', 'Banner'],
    rate: 'banners.upload',
    upload,
    body: T.Object({ ...BannerFields, companyID: T.Optional(T.Union([Id, T.String({ pattern: '^[1-9][0-9]{0,8}$' })])) }),
    response: T.Object({ ...Said.properties, bannerID: T.Integer() }),
    async handler(ctx, { body, file }) {
      const companyId = body.companyID === undefined ? undefined : Number(body.companyID);
      const banner = await createBanner(ctx, companyId, body, file!.bytes);
      return { result: 'success', message: ctx.t('banners.created'), bannerID: banner.id };
    },
  }),
  defineRoute({
    id: 'banners.clients',
    method: 'GET',
    path: '/banner/clients',
    summary: 'Clients with the number of their banners',
    ability: ['list', 'BannerClient'],
    query: T.Object(ListQuery(['company_name'])),
    response: List(T.Object({ companyID: T.Integer(), company_name: T.String(), banners: T.Integer() })),
    async handler(ctx, { query }) {
      const counts = await bannerCounts(ctx);
      const clients = (await ctx.use(Clients).options()).map(({ value, label }) => ({
        companyID: value,
        company_name: label,
        banners: counts.get(value) ?? 0,
      }));
      return listOfAll(clients, query, ctx.locale, ({ company_name }) => company_name);
    },
  }),
  defineRoute({
    id: 'banners.picture',
    method: 'GET',
    path: '/banner/image/:key',
    summary: 'The picture of a banner, for any website that shows it',
    ability: 'public',
    spends: [],
    rate: 'banners.picture',
    viewMode: 'allow',
    params: T.Object({ key: T.String({ format: 'uuid' }) }),
    // With the number of the picture, as the product's own pages show it, an address is of one picture for ever.
    query: T.Object({ v: T.Optional(T.Integer({ minimum: 1, maximum: 2_147_483_647 })) }),
    response: FileResponse,
    async handler(ctx, { params, query }) {
      const file = await pictureOf(ctx, params.key);
      if (!file) throw notFound();
      const kept = query.v === file.version ? { maxAge: YEAR } : { recheck: RECHECK };
      return { filename: `banner.${file.type.slice('image/'.length)}`, type: file.type, body: file.bytes, inline: true, ...kept };
    },
  }),
  defineRoute({
    id: 'banners.one',
    method: 'GET',
    path: '/banner/:bannerID',
    summary: 'One banner, with the code that shows it on a website',
    ability: ['read', 'Banner'],
    params: BannerID,
    response: T.Object({ ...Banner.properties, code: T.String() }),
    async handler(ctx, { params }) {
      const banner = await findBanner(ctx, params.bannerID);
      if (!banner) throw notFound();
      return { ...shown(banner), code: adCode(banner, await ctx.origin()) };
    },
  }),
  defineRoute({
    id: 'banners.update',
    method: 'PUT',
    path: '/banner/:bannerID',
    summary: 'Change the name and the click address of a banner',
    ability: ['update', 'Banner'],
    params: BannerID,
    body: T.Object(BannerFields),
    response: Said,
    async handler(ctx, { params, body }) {
      await saveBanner(ctx, params.bannerID, body);
      return { result: 'success', message: ctx.t('banners.saved') };
    },
  }),
  defineRoute({
    id: 'banners.replace-picture',
    method: 'POST',
    path: '/banner/:bannerID/image',
    summary: 'Give a banner another picture',
    ability: ['update', 'Banner'],
    rate: 'banners.upload',
    upload,
    params: BannerID,
    body: T.Object({}),
    response: Said,
    async handler(ctx, { params, file }) {
      await replacePicture(ctx, params.bannerID, file!.bytes);
      return { result: 'success', message: ctx.t('banners.replaced') };
    },
  }),
  defineRoute({
    id: 'banners.remove',
    method: 'DELETE',
    path: '/banner/:bannerID',
    summary: 'Remove a banner and its picture',
    ability: ['delete', 'Banner'],
    params: BannerID,
    response: Said,
    async handler(ctx, { params }) {
      const name = await removeBanner(ctx, params.bannerID);
      return { result: 'success', message: ctx.t('banners.removed', { name }) };
    },
  }),
];

const shown = (row: BannerRow): Static<typeof Banner> => ({
  bannerID: row.id,
  bannerName: row.name,
  clickURL: row.click_url,
  companyID: row.company_id,
  company_name: row.company_name,
  width: row.width,
  height: row.height,
  size: `${row.width} × ${row.height}`,
  picture: { src: `${picturePath(row.picture_key)}?v=${row.picture_version}`, width: row.width, height: row.height, alt: row.name },
  created_at: row.created_at.toISOString(),
});
