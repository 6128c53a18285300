import { conflict, type Ctx, invalid, notFound } from '../../../core/contract.ts';
import { type AudienceRow, changeAudience, countLocked, deleteAudience, findAudience, insertAudience } from './audiences.store.ts';
import { checkedFilters, type Filters } from './filters.ts';

const MOST_AUDIENCES = 500;

/** Throws 404 and 422 for filters that the company cannot have, 409 for too many. */
export async function createAudience(ctx: Ctx, audienceName: string, filters: Filters): Promise<number> {
  const name = nameOf(audienceName);
  const kept = await checkedFilters(ctx, filters);
  if ((await countLocked(ctx)) >= MOST_AUDIENCES) throw conflict('audiences.problem.too-many', { params: { most: MOST_AUDIENCES } });
  const id = await insertAudience(ctx, name, kept);
  await noted(ctx, 'audiences.created', { id, name });
  return id;
}

/** The filters are those sent, and no others. */
export async function saveAudience(ctx: Ctx, id: number, audienceName: string, filters: Filters): Promise<void> {
  await found(ctx, id, 'update');
  const name = nameOf(audienceName);
  await changeAudience(ctx, id, name, await checkedFilters(ctx, filters));
  await noted(ctx, 'audiences.changed', { id, name });
}

/** Answers the name of what was removed. */
export async function removeAudience(ctx: Ctx, id: number): Promise<string> {
  const audience = await found(ctx, id, 'delete');
  await deleteAudience(ctx, id);
  await noted(ctx, 'audiences.removed', audience);
  return audience.name;
}

export async function found(ctx: Ctx, id: number, action: Parameters<typeof findAudience>[2]): Promise<AudienceRow> {
  const audience = await findAudience(ctx, id, action);
  if (!audience) throw notFound();
  return audience;
}

function nameOf(typed: string): string {
  const name = typed.trim();
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) throw invalid('audienceName', 'audiences.problem.name');
  return name;
}

/** Logs what was done, and tells open screens. */
export async function noted(
  ctx: Ctx,
  action: string,
  { id, name }: Pick<AudienceRow, 'id' | 'name'>,
  detail?: Record<string, unknown>,
): Promise<void> {
  const concerns = { kind: 'audience', id };
  await ctx.audit({ action, description: `Audience "${name}"`, target: name, concerns, ...(detail && { detail }) });
  await ctx.live('audiences');
}
