import type { Knex } from 'knex';
import { conflict, type FormOp, notFound, type Tenant } from '../contract.ts';
import type { FormLayer } from './form-shapes.ts';

export interface LayerRow {
  form_id: string;
  company_id: number;
  role: string;
  revision: number;
  state: 'draft' | 'dropped' | 'published' | 'replaced' | 'undone';
  base_version: number;
  ops: FormOp[];
  extra: Record<string, Record<string, unknown>>;
  created_at: Date;
  changed_by: number | null;
  /** Of a draft: when it is to be published. */
  publish_at: Date | null;
  published_at: Date | null;
  published_by: number | null;
}
/** Whose changes to which form, and for which role; the role is empty where they are for everybody. */
export interface LayerPlace {
  company: Tenant;
  /** The form that the changes are stored with (`layerIdOf`). */
  formId: string;
  role: string;
}

type Layers = (FormLayer & { rank: number })[];

const LAYER = ['form_id', 'company_id', 'role', 'revision', 'base_version', 'ops', 'extra'] as const;

/** The published layers of some forms that count for somebody of this company and role. Read over all companies: clients inherit. */
export async function layersOfForms(
  platform: Knex,
  formIds: readonly string[],
  tenant: Tenant,
  role: string,
): Promise<(formId: string) => Layers> {
  if (tenant.id === 0 || formIds.length === 0) return () => [];
  const rows = (await platform('core_form_layer')
    .whereRaw(`state = 'published'`)
    .whereIn('form_id', formIds)
    .whereIn('company_id', [tenant.rootId, tenant.agencyId])
    .whereIn('role', ['', role])
    .select(LAYER)) as Pick<LayerRow, (typeof LAYER)[number]>[];
  const byForm = Map.groupBy(
    rows.sort((a, b) => rank(a, tenant) - rank(b, tenant)),
    (row) => row.form_id,
  );
  return (formId) => (byForm.get(formId) ?? []).map((row) => toLayer(row, tenant));
}

/** The published layers of one form that count for somebody of this company and role. */
export const layersFor = async (platform: Knex, formId: string, tenant: Tenant, role: string): Promise<Layers> =>
  (await layersOfForms(platform, [formId], tenant, role))(formId);

/** Those of them that a company's own layer for the role is laid upon. */
export async function layersBelow(platform: Knex, formId: string, tenant: Tenant, role: string): Promise<FormLayer[]> {
  const layers = await layersFor(platform, formId, tenant, role);
  const own = rank({ company_id: tenant.id, role }, tenant);
  return layers.filter((l) => l.rank < own);
}

/** Root before agency, everybody before a role. */
const rank = (at: { company_id: number; role: string }, tenant: Tenant): number =>
  (at.role !== '' ? 2 : 0) + (at.company_id === tenant.rootId ? 0 : 1);

export const toLayer = (r: Pick<LayerRow, (typeof LAYER)[number]>, tenant: Tenant): FormLayer & { rank: number } => ({
  rank: rank(r, tenant),
  level: r.role !== '' ? 'role' : r.company_id === tenant.rootId ? 'root' : 'agency',
  baseVersion: r.base_version,
  revision: r.revision,
  ops: r.ops,
  extra: r.extra,
});

const rowsAt = (db: Knex, { company, formId, role }: LayerPlace): Knex.QueryBuilder =>
  db('core_form_layer').where({ company_id: company.id, form_id: formId, role });

/** Whoever changes a company's layers of a form takes this first, before it reads how they stand, and waits for whoever is changing them. */
export const lockLayers = (db: Knex, { company, formId }: LayerPlace): Promise<unknown> =>
  db.raw('select pg_advisory_xact_lock(hashtext(?), ?)', [`core_form_layer ${formId}`, company.id]);

/** A company's own draft, or what it published last. */
export async function ownLayer(db: Knex, at: LayerPlace): Promise<LayerRow | undefined> {
  return rowsAt(db, at).whereIn('state', ['draft', 'published']).orderByRaw(`state = 'draft' desc`).first() as Promise<
    LayerRow | undefined
  >;
}

/** What a company has published, or undefined. */
export const publishedLayer = async (db: Knex, at: LayerPlace): Promise<LayerRow | undefined> =>
  rowsAt(db, at).where({ state: 'published' }).first() as Promise<LayerRow | undefined>;

/** What was published some time, the latest first, with the name of whoever did it; null where that was the schedule. */
export async function publications(db: Knex, at: LayerPlace, most: number): Promise<(LayerRow & { name: string | null })[]> {
  const rows = (await rowsAt(db, at).whereNotNull('published_at').orderBy('revision', 'desc').limit(most)) as LayerRow[];
  const people = (await db('core_account')
    .whereIn('id', [...new Set(rows.flatMap(({ published_by: id }) => id ?? []))])
    .select('id', 'name')) as { id: number; name: string }[];
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, name: names.get(row.published_by ?? 0) ?? null }));
}

/** The drafts and published layers of some companies, of all forms. */
export async function layersOfCompanies(db: Knex, companyIds: readonly number[]): Promise<LayerRow[]> {
  return (await db('core_form_layer')
    .whereIn('company_id', companyIds)
    .whereIn('state', ['draft', 'published'])
    .orderBy(['form_id', 'company_id', 'role'])) as LayerRow[];
}

interface Changes {
  ops: readonly FormOp[];
  extra: Record<string, unknown>;
  baseVersion: number;
}

/** Saves a draft; `seen` is the revision that the editor saw (0 for none), and a newer one refuses the save. So does a draft that waits to be published. */
export async function saveDraft(db: Knex, at: LayerPlace, seen: number, changes: Changes, actorId: number): Promise<number> {
  const current = await ownLayer(db, at);
  if ((current?.revision ?? 0) !== seen) throw conflict('core.forms.changed-meanwhile');
  if (current?.publish_at) throw conflict('core.forms.scheduled');
  await rowsAt(db, at).where({ state: 'draft' }).update({ state: 'dropped' });
  return addRevision(db, at, 'draft', changes, actorId);
}

/** Throws the draft away. Answers whether there was one. */
export const dropDraft = async (db: Knex, at: LayerPlace): Promise<boolean> =>
  (await rowsAt(db, at).where({ state: 'draft' }).update({ state: 'dropped', publish_at: null })) > 0;

export const draftAt = async (db: Knex, at: LayerPlace): Promise<LayerRow | undefined> =>
  rowsAt(db, at).where({ state: 'draft' }).first() as Promise<LayerRow | undefined>;

/** Says when the draft is to be published; null: when somebody does it. */
export async function scheduleDraft(db: Knex, at: LayerPlace, when: Date | null): Promise<LayerRow> {
  const draft = await draftAt(db, at);
  if (!draft) throw notFound();
  await rowsAt(db, at).where({ revision: draft.revision }).update({ publish_at: when });
  return draft;
}

/** Makes the draft the published layer; the one before stays as history. */
export async function publishDraft(db: Knex, at: LayerPlace, now: Date, actorId: number | null): Promise<LayerRow> {
  const draft = await draftAt(db, at);
  if (!draft) throw notFound();
  await rowsAt(db, at).where({ state: 'published' }).update({ state: 'replaced' });
  await rowsAt(db, at)
    .where({ revision: draft.revision })
    .update({ state: 'published', publish_at: null, published_at: now, published_by: actorId });
  return draft;
}

/** Takes back the last publishing: the layer before counts again, or none. */
export async function undoPublish(db: Knex, at: LayerPlace): Promise<void> {
  const current = (await rowsAt(db, at).where({ state: 'published' }).first()) as LayerRow | undefined;
  if (!current) throw notFound();
  const before = (await rowsAt(db, at)
    .where({ state: 'replaced' })
    .where('revision', '<', current.revision)
    .orderBy('revision', 'desc')
    .first()) as LayerRow | undefined;
  await rowsAt(db, at).where({ revision: current.revision }).update({ state: 'undone' });
  if (before) await rowsAt(db, at).where({ revision: before.revision }).update({ state: 'published' });
}

/** Takes what is published out of effect, for a form that is gone. Answers whether that was it. */
export const dropPublished = async (db: Knex, at: LayerPlace, revision: number): Promise<boolean> =>
  (await rowsAt(db, at).where({ state: 'published', revision }).update({ state: 'dropped' })) > 0;

/** Publishes other changes in place of what is published, as a revision of their own. */
export async function replacePublished(db: Knex, at: LayerPlace, changes: Changes, now: Date, actorId: number): Promise<void> {
  await rowsAt(db, at).where({ state: 'published' }).update({ state: 'replaced' });
  const revision = await addRevision(db, at, 'published', changes, actorId);
  await rowsAt(db, at).where({ revision }).update({ published_at: now, published_by: actorId });
}

async function addRevision(
  db: Knex,
  at: LayerPlace,
  state: LayerRow['state'],
  { ops, extra, baseVersion }: Changes,
  actorId: number,
): Promise<number> {
  const last = (await rowsAt(db, at).max('revision as max').first()) as { max: number | null };
  const revision = (last.max ?? 0) + 1;
  await db('core_form_layer').insert({
    company_id: at.company.id,
    form_id: at.formId,
    role: at.role,
    revision,
    state,
    base_version: baseVersion,
    ops: JSON.stringify(ops),
    extra: JSON.stringify(extra),
    changed_by: actorId,
  });
  return revision;
}
