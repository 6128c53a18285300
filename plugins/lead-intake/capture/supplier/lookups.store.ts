import type { Ctx } from '../../../../core/contract.ts';
import type { SupplierUsesOf } from '../contract.ts';
import { refusedSince } from './lookup-budget.store.ts';

export interface Lookups {
  asked: number;
  found: number;
  failed: number;
  costCents: number;
}

/** Adds to the agency's figures of the day (UTC). */
export async function addLookups(ctx: Ctx, { asked, found, failed, costCents }: Lookups): Promise<void> {
  await ctx.db.raw(
    `insert into capture_lookup_day as d (company_id, day, asked, found, failed, cost_cents) values (?, ?, ?, ?, ?, ?)
     on conflict (company_id, day) do update set asked = d.asked + excluded.asked, found = d.found + excluded.found, failed = d.failed + excluded.failed,
       cost_cents = d.cost_cents + excluded.cost_cents`,
    [ctx.tenant.id, ctx.now.toISOString().slice(0, 10), asked, found, failed, costCents],
  );
}

/** The figures of the last thirty days over all agencies that the caller sees. */
export async function recentLookups(ctx: Ctx): Promise<Lookups & { refused: number }> {
  const since = new Date(ctx.now.getTime() - 30 * 86_400_000).toISOString().slice(0, 10);
  const row = (await ctx
    .db('capture_lookup_day')
    .where('day', '>=', since)
    .sum({ asked: 'asked', found: 'found', failed: 'failed', cents: 'cost_cents' })
    .first()) as Record<'asked' | 'found' | 'failed' | 'cents', string | null>;
  return {
    asked: Number(row.asked ?? 0),
    found: Number(row.found ?? 0),
    failed: Number(row.failed ?? 0),
    costCents: Number(row.cents ?? 0),
    refused: await refusedSince(ctx.db, since),
  };
}

/** What the identity supplier was asked for each agency that the caller sees. */
export const lookupUses: SupplierUsesOf = async (ctx, { first, last }) => {
  const rows = (await ctx
    .db('capture_lookup_day')
    .whereBetween('day', [first, last])
    .groupBy('agency_id')
    .select('agency_id')
    .sum({ asked: 'asked', found: 'found', failed: 'failed', cents: 'cost_cents' })) as {
    agency_id: number;
    asked: string;
    found: string;
    failed: string;
    cents: string;
  }[];
  return rows.map(({ agency_id: agencyId, asked, found, failed, cents }) => ({
    supplier: 'capture',
    name: ctx.t('capture.supplier-kind'),
    agencyId,
    asked: Number(asked),
    found: Number(found),
    failed: Number(failed),
    costCents: Number(cents),
  }));
};
