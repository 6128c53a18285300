import type { Knex } from 'knex';
import { conflict, type FormDef, type FormOp, notFound, type Tenant } from '../contract.ts';
import type { FormLayer } from './effective-form.ts';

interface LayerRow {
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
}

type Layers = (FormLayer & { rank: number })[];

/** The published layers of some forms that count for somebody of this company and role. Read over all companies: clients inherit. */
export async function layersOfForms(
  platform: Knex,
  formIds: readonly string[],
  tenant: Tenant,
  role: string,
): Promise<(formId: string) => Layers> {
  if (tenant.id === 0 || formIds.length === 0) return () => [];
  const rows = (await platform('core_form_layer')
    .where({ state: 'published' })
    .whereIn('form_id', formIds)
    .whereIn('company_id', [tenant.rootId, tenant.agencyId])
    .whereIn('role', ['', role])) as LayerRow[];
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

const toLayer = (r: LayerRow, tenant: Tenant): FormLayer & { rank: number } => ({
  rank: rank(r, tenant),
  level: r.role !== '' ? 'role' : r.company_id === tenant.rootId ? 'root' : 'agency',
  baseVersion: r.base_version,
  revision: r.revision,
  ops: r.ops,
  extra: r.extra,
});

/** A company's own draft, or what it published last. */
export async function ownLayer(db: Knex, companyId: number, formId: string, role: string): Promise<LayerRow | undefined> {
  return db('core_form_layer')
    .where({ company_id: companyId, form_id: formId, role })
    .whereIn('state', ['draft', 'published'])
    .orderByRaw(`state = 'draft' desc`)
    .first() as Promise<LayerRow | undefined>;
}

/** Saves a draft; `revision` is what the editor saw (0 for none), and a newer one refuses the save. */
export async function saveDraft(
  db: Knex,
  def: FormDef,
  companyId: number,
  role: string,
  seen: number,
  ops: readonly FormOp[],
  extra: Record<string, unknown>,
  actorId: number,
): Promise<number> {
  const at = { company_id: companyId, form_id: def.id, role };
  const last = await latestRevision(db, at);
  const current = (await ownLayer(db, companyId, def.id, role))?.revision ?? 0;
  if (current !== seen) throw conflict('core.forms.changed-meanwhile');
  await db('core_form_layer')
    .where({ ...at, state: 'draft' })
    .update({ state: 'dropped' });
  await db('core_form_layer').insert({
    ...at,
    revision: last + 1,
    state: 'draft',
    base_version: def.version,
    ops: JSON.stringify(ops),
    extra: JSON.stringify(extra),
    changed_by: actorId,
  });
  return last + 1;
}

/** Makes the draft the published layer; the one before stays as history. */
export async function publishDraft(db: Knex, companyId: number, formId: string, role: string): Promise<void> {
  const at = { company_id: companyId, form_id: formId, role };
  if (
    !(await db('core_form_layer')
      .where({ ...at, state: 'draft' })
      .first())
  )
    throw notFound();
  await db('core_form_layer')
    .where({ ...at, state: 'published' })
    .update({ state: 'replaced' });
  await db('core_form_layer')
    .where({ ...at, state: 'draft' })
    .update({ state: 'published' });
}

/** Takes back the last publishing: the layer before counts again, or none. */
export async function undoPublish(db: Knex, companyId: number, formId: string, role: string): Promise<void> {
  const at = { company_id: companyId, form_id: formId, role };
  const current = (await db('core_form_layer')
    .where({ ...at, state: 'published' })
    .first()) as LayerRow | undefined;
  if (!current) throw notFound();
  const before = (await db('core_form_layer')
    .where({ ...at, state: 'replaced' })
    .where('revision', '<', current.revision)
    .orderBy('revision', 'desc')
    .first()) as LayerRow | undefined;
  await db('core_form_layer')
    .where({ ...at, revision: current.revision })
    .update({ state: 'undone' });
  if (before)
    await db('core_form_layer')
      .where({ ...at, revision: before.revision })
      .update({ state: 'published' });
}

async function latestRevision(db: Knex, at: object): Promise<number> {
  const row = (await db('core_form_layer').where(at).max('revision as max').first()) as { max: number | null };
  return row.max ?? 0;
}
