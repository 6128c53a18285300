import type { Ctx, Locale } from '../../../core/contract.ts';
import { sha256 } from './rendering.ts';

/** One published text in one language. */
export interface Version {
  name: string;
  version: number;
  locale: Locale;
  html: string;
  sha256: Buffer;
  /** YYYY-MM-DD. */
  effective_on: string;
  material: boolean;
  published_at: Date;
}

/** All versions of a root's documents, newest first; of one document when named. Open to every caller: these texts are public. */
export async function versionsOf(ctx: Ctx, rootId: number, name: string | null): Promise<Version[]> {
  const { rows } = (await ctx.db.raw('select * from agreements_versions(?, ?)', [rootId, name])) as { rows: Version[] };
  return rows;
}

/** Brings a text that came with the product to the root; nothing changes where this version is there already. */
export async function ship(ctx: Ctx, rootId: number, text: Omit<Version, 'sha256' | 'published_at'>): Promise<void> {
  await ctx.db.raw('select agreements_ship(?, ?, ?, ?, ?, ?, ?)', [
    rootId,
    text.name,
    text.version,
    text.locale,
    text.html,
    text.effective_on,
    text.material,
  ]);
}

export async function rootName(ctx: Ctx, rootId: number): Promise<string> {
  const { rows } = (await ctx.db.raw('select agreements_root_name(?) as name', [rootId])) as { rows: { name: string | null }[] };
  return rows[0]?.name ?? '';
}

/** Stores a new version; false when somebody else published that number in the meantime. */
export async function insertVersion(ctx: Ctx, texts: readonly Omit<Version, 'sha256' | 'published_at'>[]): Promise<boolean> {
  const rows = texts.map((text) => ({
    ...text,
    company_id: ctx.tenant.id,
    sha256: sha256(text.html),
    published_by: ctx.actor.id,
    published_at: ctx.now,
  }));
  const done = (await ctx.db('agreements_document').insert(rows).onConflict().ignore().returning('id')) as unknown[];
  return done.length === rows.length;
}

export interface Draft {
  name: string;
  locale: Locale;
  html: string;
  saved_at: Date;
}

export const draftsOf = async (ctx: Ctx, name?: string): Promise<Draft[]> =>
  (await ctx
    .db('agreements_draft')
    .where({ company_id: ctx.tenant.id, ...(name ? { name } : {}) })
    .select('name', 'locale', 'html', 'saved_at')) as Draft[];

export async function saveDraft(ctx: Ctx, name: string, locale: Locale, html: string): Promise<void> {
  await ctx
    .db('agreements_draft')
    .insert({ company_id: ctx.tenant.id, name, locale, html, saved_by: ctx.actor.id, saved_at: ctx.now })
    .onConflict(['company_id', 'name', 'locale'])
    .merge();
}

export const dropDrafts = (ctx: Ctx, name: string): Promise<number> =>
  ctx.db('agreements_draft').where({ company_id: ctx.tenant.id, name }).delete();
