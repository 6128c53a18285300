import type { Ctx } from '../contract.ts';
import { companyRow } from '../data/tenant.ts';
import type { Kernel } from '../kernel.ts';

/** Reads in one go what the plugins' guards, banners, menu entries and landing pages will ask for this person. */
export async function readFirst(kernel: Kernel, ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const reads = kernel.registry.firstReads.filter(({ plugin }) => kernel.features.isOn(plugin, ctx.tenant)).map(({ def }) => def(ctx));
  await ctx.readAhead({
    rows: [companyRow(ctx.db, ctx.tenant.id), ...reads.flatMap(({ rows = [] }) => rows)],
    settings: reads.flatMap(({ settings = [] }) => settings),
  });
}
