import { type ConfigurationPart, ConfigurationParts, type Ctx, invalid, notFound, type Tenant } from '../../../../core/contract.ts';
import { AGENCY_NEWS } from '../../../foundation/companies/contract.ts';
import { agenciesOf } from '../agencies.store.ts';
import { type Change, changesBetween, type Parts, WITHIN } from './changes.ts';
import { dropOldest, insertSnapshot, type Snapshot, snapshotById } from './snapshots.store.ts';

export const SNAPSHOT_NEWS = 'operations.snapshots';

/** The parts that there are now, in their order. */
export const partsOf = (ctx: Ctx): ConfigurationPart[] => ctx.contributions(ConfigurationParts).toSorted((a, b) => a.order - b.order);

/** The parts of a snapshot in their order; those whose plugin is gone come last. */
export function partIds(ctx: Ctx, parts: Parts): string[] {
  const known: string[] = partsOf(ctx).map(({ id }) => id);
  const held = Object.keys(parts);
  return [...known.filter((id) => held.includes(id)), ...held.filter((id) => !known.includes(id))];
}

/** What a part is called; one whose plugin is gone, by its id. */
export const partTitle = (ctx: Ctx, id: string): string => {
  const part = partsOf(ctx).find((known) => known.id === id);
  return part ? ctx.t(part.title) : id;
};

/** What a name within a part is called, the path behind it as it stands. */
export function nameIn(ctx: Ctx, id: string, name: string): string {
  const [first, ...rest] = name.split(WITHIN);
  const part = partsOf(ctx).find((known) => known.id === id);
  const called = part?.called?.(ctx, first!) ?? first!;
  // The one setting of a part is called as the part, which stands beside it.
  const isThePart = part !== undefined && called === ctx.t(part.title);
  return (isThePart && rest.length > 0 ? rest : [called, ...rest]).join(WITHIN);
}

export async function agencyFor(ctx: Ctx, id: number): Promise<Tenant> {
  const [agency] = await agenciesOf(ctx, [id]);
  if (!agency) throw notFound();
  return agency;
}

export async function snapshotFor(ctx: Ctx, id: number): Promise<Snapshot> {
  const snapshot = await snapshotById(ctx, id);
  if (!snapshot) throw notFound();
  return snapshot;
}

/** What an agency has configured now, in these parts or all there are. */
export async function configuredNow(ctx: Ctx, agency: Tenant, only?: readonly string[]): Promise<Parts> {
  const now: Record<string, Awaited<ReturnType<ConfigurationPart['read']>>> = {};
  for (const part of partsOf(ctx)) if (only?.includes(part.id) ?? true) now[part.id] = await part.read(ctx, agency);
  return now;
}

/** Whoever changes an agency's configuration as a whole waits for the one before. */
const lock = (ctx: Ctx, agency: Tenant): Promise<unknown> =>
  ctx.db.raw(`select pg_advisory_xact_lock(hashtext('operations.configuration'), ?)`, [agency.id]);

export async function keepSnapshot(ctx: Ctx, agency: Tenant, name: string): Promise<number> {
  await lock(ctx, agency);
  const id = await insertSnapshot(ctx, { companyId: agency.id, name, reason: 'kept', parts: await configuredNow(ctx, agency) });
  await ctx.live(SNAPSHOT_NEWS);
  return id;
}

/** The parts of a snapshot that were asked for, or all where none was, as far as they are installed. Throws 422 where none is left. */
export function chosenParts(ctx: Ctx, snapshot: Snapshot, asked: readonly string[] = []): string[] {
  const chosen = partsOf(ctx).flatMap(({ id }) => (id in snapshot.parts && (asked.length === 0 || asked.includes(id)) ? [id] : []));
  if (chosen.length === 0) throw invalid('parts', 'operations.snapshots.no-parts');
  return chosen;
}

/**
 * Makes the parts of a snapshot an agency's configuration, all of them or none, and keeps what the agency had in them. Answers what that changed; nothing
 * is kept where nothing differs. Throws a `Problem` of the part that the agency cannot have now.
 */
export async function applySnapshot(
  ctx: Ctx,
  { snapshot, agency, parts, reason }: { snapshot: Snapshot; agency: Tenant; parts: readonly string[]; reason: 'push' | 'restore' },
): Promise<Change[]> {
  await lock(ctx, agency);
  const before = await configuredNow(ctx, agency, parts);
  const changes = changesBetween(before, snapshot.parts, parts);
  if (changes.length === 0) return [];
  await insertSnapshot(ctx, { companyId: agency.id, name: snapshot.name, reason, parts: before, sourceId: snapshot.id });
  const touched = new Set(changes.map(({ part }) => part));
  for (const part of partsOf(ctx)) if (touched.has(part.id)) await part.write(ctx, agency, snapshot.parts[part.id] ?? {});
  await dropOldest(ctx, agency.id);
  await ctx.audit({
    action: reason === 'push' ? 'operations.snapshot-pushed' : 'operations.snapshot-restored',
    companyId: agency.id,
    description: `${snapshot.name}: ${parts.join(', ')}`,
    params: { name: snapshot.name },
    target: agency.name,
    detail: { snapshot: snapshot.id, parts, changes: changes.length },
  });
  await ctx.live(SNAPSHOT_NEWS);
  await ctx.live(AGENCY_NEWS);
  return changes;
}
