import type { Ctx } from '../../../../core/contract.ts';
import type { ConnectionRow } from '../connections.store.ts';
import { deliverJob } from '../deliver.jobs.ts';
import type { Rules } from './rules.ts';

/** Keeps which fields are sent, and under which names. */
export async function saveFields(ctx: Ctx, row: ConnectionRow, fields: Readonly<Record<string, string>>): Promise<void> {
  await ctx
    .db('integrations_connection')
    .where({ id: row.id })
    .update({ fields: JSON.stringify(fields) });
  await noted(ctx, row, 'fields', Object.keys(fields).length);
}

/** Keeps which leads are sent; those that wait follow it too. */
export async function saveRules(ctx: Ctx, row: ConnectionRow, rules: Rules): Promise<void> {
  await ctx
    .db('integrations_connection')
    .where({ id: row.id })
    .update({ rules: JSON.stringify(rules) });
  await noted(ctx, row, 'rules', Object.keys(rules).length);
}

/** Keeps the payload that a company wrote; null: the connector makes it again. */
export async function saveTemplate(ctx: Ctx, row: ConnectionRow, template: string | null): Promise<void> {
  await ctx.db('integrations_connection').where({ id: row.id }).update({ template });
  await noted(ctx, row, 'template', template?.length ?? 0);
}

const WHAT = { fields: 'which fields', rules: 'which leads', template: 'the payload that' } as const;

async function noted(ctx: Ctx, { id, name, company_id: company }: ConnectionRow, what: keyof typeof WHAT, count: number): Promise<void> {
  await ctx.audit({
    action: `integrations.${what}-changed`,
    description: `Changed ${WHAT[what]} ${name} sends`,
    target: String(id),
    params: { name, count },
  });
  await ctx.live('integrations', company);
  await ctx.wake(deliverJob);
}
