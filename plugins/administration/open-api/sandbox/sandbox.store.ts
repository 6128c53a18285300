import { type Ctx, notFound } from '../../../../core/contract.ts';
import { pageFrom } from '../cursor.ts';
import { SAMPLES } from './samples.ts';
import type { NumberPlace } from '../cursor.ts';

/** What programs of the sandbox work on. */
export type Kind = keyof typeof SAMPLES;
interface Row<B> {
  n: string;
  id: string;
  body: B;
}

/** So much a sandbox holds of a kind; beyond that the oldest goes. */
const MOST = 1000;

async function fill(ctx: Ctx): Promise<void> {
  const company_id = ctx.tenant.id;
  if (await ctx.db('open_api_sandbox').where({ company_id }).first('n')) return;
  const rows = Object.entries(SAMPLES).flatMap(([kind, bodies]) =>
    bodies.map((body) => ({ company_id, kind, id: String(body.id), body: JSON.stringify(body) })),
  );
  await ctx.db('open_api_sandbox').insert(rows).onConflict(['company_id', 'kind', 'id']).ignore();
}

/** A page of the sandbox's things of a kind, the newest first. */
export async function sandboxPage<B extends object>(
  ctx: Ctx,
  kind: Kind,
  limit: number,
  place: NumberPlace | null,
  where: Record<string, unknown> = {},
) {
  await fill(ctx);
  const rows = (await ctx
    .db('open_api_sandbox')
    .where({ company_id: ctx.tenant.id, kind })
    .whereRaw('body @> ?::jsonb', [JSON.stringify(where)])
    .modify((q) => void (place && q.where('n', '<', place.id)))
    .orderBy('n', 'desc')
    .limit(limit + 1)) as Row<B>[];
  const { data, ...rest } = pageFrom(rows, limit, (last) => ({ id: Number(last.n) }));
  return { data: data.map((row) => row.body), ...rest };
}

/** One of them; throws 404. */
export async function sandboxOne<B>(ctx: Ctx, kind: Kind, id: string | number): Promise<B> {
  await fill(ctx);
  const row = (await ctx
    .db('open_api_sandbox')
    .where({ company_id: ctx.tenant.id, kind, id: String(id) })
    .first()) as Row<B> | undefined;
  if (!row) throw notFound();
  return row.body;
}

/** Keeps a thing, new or changed. */
export async function keep<B extends { id: string | number }>(ctx: Ctx, kind: Kind, body: B): Promise<B> {
  await fill(ctx);
  const at = { company_id: ctx.tenant.id, kind };
  await ctx
    .db('open_api_sandbox')
    .insert({ ...at, id: String(body.id), body: JSON.stringify(body) })
    .onConflict(['company_id', 'kind', 'id'])
    .merge(['body']);
  const kept = ctx.db('open_api_sandbox').where(at).orderBy('n', 'desc').limit(MOST).select('n');
  await ctx.db('open_api_sandbox').where(at).whereNotIn('n', kept).delete();
  return body;
}

/** Removes one of them. */
export const drop = (ctx: Ctx, kind: Kind, id: string | number): Promise<number> =>
  ctx
    .db('open_api_sandbox')
    .where({ company_id: ctx.tenant.id, kind, id: String(id) })
    .delete();

/** An id that no other thing of the kind has in this sandbox. */
export async function newId(ctx: Ctx, kind: Kind): Promise<number> {
  await fill(ctx);
  const row = (await ctx
    .db('open_api_sandbox')
    .where({ company_id: ctx.tenant.id, kind })
    .max({ most: ctx.db.raw('id::int') as never })
    .first()) as { most: number | null };
  return (row.most ?? 0) + 1;
}

/** The sandbox is as it was at first; events of it stay, for they are a log. */
export async function reset(ctx: Ctx): Promise<void> {
  await ctx.db('open_api_sandbox').where({ company_id: ctx.tenant.id }).delete();
  await fill(ctx);
}
