import { csvLines, type Ctx, denied, invalid, notFound, type Tenant } from '../../../core/contract.ts';
import { readExcluded } from './address.ts';
import { addEntries, purgeEntries, removeEntry } from './entries.store.ts';
import { mergeJob } from './exclusions.jobs.ts';
import { readFileOfExcluded, type RefusedRow, safeName } from './upload-file.ts';
import { acceptUpload, dropWaitingUploads } from './uploads.store.ts';

/** Topic of the lists' live news. */
export const TOPIC = 'exclusions';

/**
 * The company a request speaks of: the caller's own when it names none, else one the caller may do `action` for. What the request
 * says is a claim; a company out of sight answers like one that does not exist.
 */
export async function companyOf(ctx: Ctx, claim: number | string | undefined, action: 'read' | 'create' | 'delete'): Promise<Tenant> {
  const company = claim === undefined || claim === '' ? ctx.tenant : await ctx.company(Number(claim));
  if (!company) throw notFound();
  const row = { company_id: company.id, agency_id: company.agencyId, root_id: company.rootId };
  if (!ctx.can('read', 'Exclusion', row)) throw notFound();
  if (!ctx.can(action, 'Exclusion', row)) throw denied();
  return company;
}

/** Puts one address or hash on a list; answers whether it was new. Throws 422 on `entry` for anything else. */
export async function addOne(ctx: Ctx, company: Tenant, text: string): Promise<boolean> {
  const entry = readExcluded(text);
  if (!entry) throw invalid('entry', 'exclusions.entry.invalid');
  const added = await addEntries(ctx, company.id, [entry], 'single', ctx.actor.id);
  if (added > 0) {
    await ctx.audit({
      action: 'exclusions.added',
      companyId: company.id,
      description: `Added ${entry.masked || `a hash (${entry.kind})`} to the exclusion list`,
      params: { entry: entry.masked || entry.kind.toUpperCase() },
    });
    await ctx.live(TOPIC, company);
  }
  return added > 0;
}

interface Uploaded {
  id: string;
  /** Different entries that are to be merged. */
  count: number;
  /** Rows that hold neither an address nor a hash. */
  refused: number;
}

/** Reads a file whole and hands what can be taken to the merge job; what cannot is kept with its reasons for a day. */
export async function upload(ctx: Ctx, company: Tenant, file: { name: string; text: string }): Promise<Uploaded> {
  const read = readFileOfExcluded(file);
  const { length: count } = read.entries;
  const { length: refused } = read.refused;
  const filename = safeName(file.name);
  const id = await acceptUpload(ctx, company.id, filename, read, refusedFile(ctx, read.refused));
  await ctx.audit({
    action: 'exclusions.uploaded',
    companyId: company.id,
    description: `Uploaded ${filename} with ${count} entries${refused > 0 ? `, ${refused} rows rejected` : ''}`,
    params: { filename, count },
    detail: { refused, duplicates: read.duplicates },
    target: id,
  });
  await ctx.wake(mergeJob);
  await ctx.live(TOPIC, company);
  return { id, count, refused };
}

const refusedFile = (ctx: Ctx, rows: readonly RefusedRow[]): string =>
  csvLines([
    ['line', 'value', 'reason'].map((name) => ctx.t(`exclusions.refused.${name}`)),
    ...rows.map(({ line, value, why }) => [String(line), value, ctx.t(`exclusions.refused.why.${why}`)]),
  ]);

/** Takes one entry off the list it stands on. */
export async function remove(ctx: Ctx, id: number): Promise<void> {
  const gone = await removeEntry(ctx, id);
  if (!gone) throw notFound();
  await ctx.audit({
    action: 'exclusions.removed',
    description: `Removed ${gone.masked || 'a hash'} from the exclusion list`,
    params: { entry: gone.masked || '#' },
    target: String(id),
  });
  await ctx.live(TOPIC);
}

/** Empties a company's own list, files on their way included; the lists above it stay. Answers how many entries went. */
export async function purge(ctx: Ctx, company: Tenant): Promise<number> {
  await dropWaitingUploads(ctx, company);
  const count = await purgeEntries(ctx, company.id);
  await ctx.audit({
    action: 'exclusions.purged',
    companyId: company.id,
    description: `Purged the exclusion list: ${count} entries`,
    params: { count },
  });
  await ctx.live(TOPIC, company);
  return count;
}
