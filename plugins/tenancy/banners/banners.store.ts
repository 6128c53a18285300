import type { Knex } from 'knex';
import { type Ctx, likeOf, type Picture, rowsAndTotal } from '../../../core/contract.ts';
import type { BannerRow as Row } from './rows.gen.ts';

/** A banner without its picture, which is large. */
export type BannerRow = Omit<Row, 'bytes' | 'agency_id' | 'root_id'> & { company_name: string };
/** `version` grows with each picture of the banner. */
export interface PublicPicture {
  type: string;
  bytes: Buffer;
  version: number;
}
export interface BannerQuery {
  companyId?: number;
  search?: string;
  sort: 'name' | 'created_at';
  order: 'asc' | 'desc';
  offset: number;
  perPage: number;
}

const COLUMNS = [
  'id',
  'company_id',
  'name',
  'click_url',
  'picture_key',
  'picture_version',
  'type',
  'width',
  'height',
  'created_at',
] as const;
const companyName = (ctx: Ctx) =>
  ctx.db('core_public_company').whereRaw('core_public_company.id = banners_banner.company_id').select('name').as('company_name');

/** A page of the banners that the actor may read, and how many there are. */
export async function pageOfBanners(ctx: Ctx, query: BannerQuery): Promise<{ rows: BannerRow[]; total: number }> {
  const found = ctx.query('Banner');
  if (query.companyId !== undefined) void found.where({ company_id: query.companyId });
  if (query.search) void found.whereRaw('name ilike ?', [likeOf(query.search)]);
  const sort = query.sort === 'name' ? 'lower(name)' : 'created_at';
  const read = (all: Knex.QueryBuilder): Knex.QueryBuilder =>
    all.select(...COLUMNS, companyName(ctx)).orderByRaw(`${sort} ${query.order}, id ${query.order}`);
  return rowsAndTotal<BannerRow>(ctx, found, read, query);
}

/** A banner that the actor may `action`; locked unless it is only read. */
export async function findBanner(ctx: Ctx, id: number, action = 'read'): Promise<BannerRow | undefined> {
  const found = ctx
    .query('Banner', action)
    .where({ id })
    .select(...COLUMNS, companyName(ctx));
  if (action !== 'read') void found.forUpdate();
  return (await found.first()) as BannerRow | undefined;
}

/** By company, how many of the banners that the actor may read. */
export async function bannerCounts(ctx: Ctx): Promise<Map<number, number>> {
  const rows = (await ctx.query('Banner').groupBy('company_id').select('company_id').count({ n: '*' })) as {
    company_id: number;
    n: string;
  }[];
  return new Map(rows.map(({ company_id, n }) => [company_id, Number(n)]));
}

/** The company's banners, which nobody adds to until the transaction ends. */
export async function countLocked(ctx: Ctx, companyId: number): Promise<number> {
  await ctx.db.raw(`select pg_advisory_xact_lock(hashtext('banners.count'), ?)`, [companyId]);
  const { n } = (await ctx.db('banners_banner').where({ company_id: companyId }).count({ n: '*' }).first()) as unknown as { n: string };
  return Number(n);
}

export async function insertBanner(
  ctx: Ctx,
  companyId: number,
  of: { name: string; click_url: string },
  picture: Picture,
): Promise<number> {
  const row = { company_id: companyId, ...of, ...picture, picture_key: ctx.db.raw('gen_random_uuid()') };
  const [{ id }] = (await ctx.db('banners_banner').insert(row).returning('id')) as [{ id: number }];
  return id;
}

export const changeBanner = async (ctx: Ctx, id: number, change: { name: string; click_url: string }): Promise<void> =>
  void (await ctx.db('banners_banner').where({ id }).update(change));

/** Another picture at the same address, which websites show. */
export const changePicture = async (ctx: Ctx, id: number, picture: Picture): Promise<void> =>
  void (await ctx
    .db('banners_banner')
    .where({ id })
    .update({ ...picture, picture_version: ctx.db.raw('picture_version + 1') }));

export const deleteBanner = async (ctx: Ctx, id: number): Promise<void> => void (await ctx.db('banners_banner').where({ id }).delete());

/** The picture of this key, whoever asks. */
export async function pictureOf(ctx: Ctx, key: string): Promise<PublicPicture | undefined> {
  const { rows } = (await ctx.db.raw('select type, bytes, version from banners_shown(?)', [key])) as { rows: PublicPicture[] };
  return rows[0];
}
