import { type Ctx, notFound } from '../../core/contract.ts';

/** The call narrowed to the agency whose books they are, so that row-level security is the agency's whoever asks. */
export async function asAgency<R>(ctx: Ctx, agencyId: number, work: (ctx: Ctx) => Promise<R>): Promise<R> {
  if (ctx.tenant.id === agencyId) return work(ctx);
  const agency = await ctx.company(agencyId);
  if (agency?.kind !== 'agency') throw notFound();
  return ctx.as(agency, work);
}
