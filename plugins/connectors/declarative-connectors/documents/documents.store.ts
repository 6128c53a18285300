import type { Knex } from 'knex';
import { type Ctx, notFound } from '../../../../core/contract.ts';
import { BUILTIN } from './builtin.ts';

export interface DocumentRow {
  name: string;
  draft: string | null;
  edits: number;
  version: number | null;
  withdrawn: boolean;
  changed_at: Date;
}
interface VersionRow {
  version: number;
  published_at: Date;
  published_by: string | null;
}

const AS_SHIPPED: Omit<DocumentRow, 'name' | 'changed_at'> = { draft: null, edits: 0, version: null, withdrawn: false };

/** All documents, those that the product brings included, by name. */
export async function documents(ctx: Ctx): Promise<DocumentRow[]> {
  const rows = (await ctx.query('ConnectorDocument')) as DocumentRow[];
  const known = new Set(rows.map(({ name }) => name));
  const shipped = [...BUILTIN.keys()].filter((name) => !known.has(name)).map((name) => ({ ...AS_SHIPPED, name, changed_at: new Date(0) }));
  return [...rows, ...shipped].sort((a, b) => a.name.localeCompare(b.name));
}

export async function documentOf(ctx: Ctx, name: string): Promise<DocumentRow> {
  const row = (await ctx.query('ConnectorDocument').where({ name }).first()) as DocumentRow | undefined;
  if (row) return row;
  if (!BUILTIN.has(name)) throw notFound();
  return { ...AS_SHIPPED, name, changed_at: new Date(0) };
}

/** Makes the row of a document; answers whether there was none. */
export async function insertDocument(ctx: Ctx, name: string, draft: string | null): Promise<boolean> {
  const made = await ctx
    .db('declarative_connectors_document')
    .insert({ company_id: ctx.tenant.id, name, draft, changed_by: ctx.actor.id })
    .onConflict(['company_id', 'name'])
    .ignore()
    .returning('id');
  return made.length > 0;
}

/** A document that nobody else changes until the transaction ends. */
export async function lockedDocument(ctx: Ctx, name: string): Promise<DocumentRow> {
  if (BUILTIN.has(name)) await insertDocument(ctx, name, null);
  const row = (await ctx.query('ConnectorDocument', 'update').where({ name }).forUpdate().first()) as DocumentRow | undefined;
  if (!row) throw notFound();
  return row;
}

export async function changeDocument(
  ctx: Ctx,
  name: string,
  change: Partial<Pick<DocumentRow, 'draft' | 'version' | 'withdrawn'>>,
): Promise<void> {
  const isPublishing = 'version' in change || 'withdrawn' in change;
  await ctx
    .db('declarative_connectors_document')
    .where({ name })
    .update({
      ...change,
      ...('draft' in change ? { edits: ctx.db.raw('edits + 1') } : {}),
      ...(isPublishing ? { revision: ctx.db.raw('revision + 1') } : {}),
      changed_by: ctx.actor.id,
      changed_at: ctx.db.fn.now(),
    });
}

export const removeDocument = (ctx: Ctx, name: string): Promise<number> =>
  ctx.db('declarative_connectors_document').where({ name }).delete();

/** Keeps a text as the next version; answers its number. The document is locked. */
export async function insertVersion(ctx: Ctx, name: string, text: string): Promise<number> {
  const { max } = (await ctx.db('declarative_connectors_version').where({ name }).max('version').first()) as { max: number | null };
  const version = (max ?? 0) + 1;
  await ctx.db('declarative_connectors_version').insert({ company_id: ctx.tenant.id, name, version, text, published_by: ctx.actor.id });
  return version;
}

/** The text of a version; that of 0 is what the product brings. */
export async function textOfVersion(ctx: Ctx, name: string, version: number): Promise<string> {
  if (version === 0) {
    const shipped = BUILTIN.get(name);
    if (shipped === undefined) throw notFound();
    return shipped;
  }
  const row = (await ctx.db('declarative_connectors_version').where({ name, version }).first('text')) as { text: string } | undefined;
  if (!row) throw notFound();
  return row.text;
}

/** Every version that was published, the newest first, and by whom. */
export const versionsOf = async (ctx: Ctx, name: string): Promise<VersionRow[]> =>
  (await ctx
    .db('declarative_connectors_version as v')
    .leftJoin('core_public_account as a', 'a.id', 'v.published_by')
    .where({ 'v.name': name })
    .orderBy('v.version', 'desc')
    .limit(200)
    .select('v.version', 'v.published_at', 'a.name as published_by')) as VersionRow[];

/** Another number whenever another text is published. */
export async function publishedRevision(db: Knex): Promise<number> {
  const row = (await db('declarative_connectors_document').sum('revision as sum').first()) as { sum: string | null };
  return Number(row.sum ?? 0);
}

/** The texts that are published, by name; those that the product brings included. */
export async function publishedTexts(db: Knex): Promise<Map<string, string>> {
  const rows = (await db('declarative_connectors_document as d')
    .leftJoin('declarative_connectors_version as v', (on) =>
      on.on('v.company_id', 'd.company_id').andOn('v.name', 'd.name').andOn('v.version', 'd.version'),
    )
    .select('d.name', 'd.withdrawn', 'v.text')) as { name: string; withdrawn: boolean; text: string | null }[];
  const texts = new Map(BUILTIN);
  for (const { name, withdrawn, text } of rows) {
    if (withdrawn) texts.delete(name);
    else if (text !== null) texts.set(name, text);
  }
  return texts;
}
