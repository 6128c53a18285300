import type { Ctx } from './context.ts';
import { notFound } from './problem.ts';

/** Work narrowed to an agency, so that row-level security, features and events are the agency's, whoever asks. Throws 404 for what is none. */
export async function asAgency<R>(ctx: Ctx, agencyId: number, work: (ctx: Ctx) => Promise<R>): Promise<R> {
  if (ctx.tenant.id === agencyId) return work(ctx);
  const agency = await ctx.company(agencyId);
  if (agency?.kind !== 'agency') throw notFound();
  return ctx.as(agency, work);
}
