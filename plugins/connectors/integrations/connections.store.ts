import type { Knex } from 'knex';
import { type Ctx, notFound } from '../../../core/contract.ts';
import type { Fields } from './sending/fields.ts';
import type { Rules } from './sending/rules.ts';

export const CONNECTION_STATES = ['untested', 'ok', 'failing', 'reauthorise', 'held', 'disabled'] as const;
/** Those that somebody must look at. */
export const BROKEN = ['failing', 'reauthorise', 'held', 'disabled'] as const;

export interface ConnectionRow {
  id: number;
  company_id: number;
  connector: string;
  name: string;
  config: Record<string, unknown>;
  /** Field -> sealed value. */
  secrets: Record<string, string>;
  /** What is sent, and under which names. */
  fields: Fields;
  /** Which leads are sent. */
  rules: Rules;
  /** Ids of the triggers that are sent. */
  triggers: string[];
  enabled: boolean;
  state: (typeof CONNECTION_STATES)[number];
  /** Made by the database: switched on, and not waiting for a person. */
  open: boolean;
  revision: number;
  last_result: string;
  /** What its owner is to do, as a message key; empty where the state says it. */
  remedy: string;
  last_at: Date | null;
  shown_until: Date | null;
  /** Until when the values that the platform made before are used beside the new ones. */
  replaced_until: Date | null;
  /** The payload as its company wrote it; null where the connector makes it. */
  template: string | null;
  created_at: Date;
}

/** A connection that the actor may `action`, locked against others' changes; 404 for anything else. */
export async function connectionFor(ctx: Ctx, id: number, action: 'read' | 'update' | 'delete'): Promise<ConnectionRow> {
  const query: Knex.QueryBuilder = ctx.query('Connection', action).where('integrations_connection.id', id);
  const row = (await (action === 'read' ? query : query.forUpdate()).first()) as ConnectionRow | undefined;
  if (!row) throw notFound();
  return row;
}

/** The actor's connections, by name. */
export async function connectionsOf(ctx: Ctx): Promise<ConnectionRow[]> {
  return (await ctx.query('Connection').orderBy(['name', 'id'])) as ConnectionRow[];
}

export async function insertConnection(
  ctx: Ctx,
  row: { connector: string; name: string; config: object; triggers: string[] },
): Promise<number> {
  const [{ id }] = (await ctx
    .db('integrations_connection')
    .insert({ company_id: ctx.tenant.id, created_by: ctx.actor.id, ...row, config: JSON.stringify(row.config) })
    .returning('id')) as [{ id: number }];
  return id;
}

export async function updateConnection(
  ctx: Ctx,
  id: number,
  change: Partial<Pick<ConnectionRow, 'name' | 'config' | 'secrets'>>,
): Promise<void> {
  const { config, secrets, ...plain } = change;
  await ctx
    .db('integrations_connection')
    .where({ id })
    .update({
      ...plain,
      ...(config ? { config: JSON.stringify(config) } : {}),
      ...(secrets ? { secrets: JSON.stringify(secrets) } : {}),
      revision: ctx.db.raw('revision + 1'),
    });
}

/** A person says that it works again: nothing counts against it, and the next call shows whether that is so. */
export async function reopen(ctx: Ctx, id: number): Promise<void> {
  await ctx
    .db('integrations_connection')
    .where({ id })
    .update({
      enabled: true,
      state: 'untested',
      remedy: '',
      last_result: '',
      failures: 0,
      refused: 0,
      rest_until: null,
      revision: ctx.db.raw('revision + 1'),
    });
}

export async function switchOff(ctx: Ctx, id: number): Promise<void> {
  await ctx
    .db('integrations_connection')
    .where({ id })
    .update({ enabled: false, revision: ctx.db.raw('revision + 1') });
}

/** The person who looks at it saw it fail: it no longer counts as working, and needs no mail. A closed connection stays closed. */
export async function noteFailedTest(ctx: Ctx, id: number): Promise<void> {
  await ctx.db('integrations_connection').where({ id }).whereIn('state', ['untested', 'ok']).update({ state: 'failing' });
  await ctx.db('integrations_connection').where({ id }).update({ told_at: ctx.db.fn.now() });
}

/** For so many hours the values that the platform made before are used beside the new ones. */
export async function usedUntil(ctx: Ctx, id: number, hours: number): Promise<void> {
  await ctx
    .db('integrations_connection')
    .where({ id })
    .update({ replaced_until: hours > 0 ? ctx.db.raw('now() + make_interval(hours => ?)', [hours]) : null });
}

/** Forgets the values that the platform made before and that are used no longer. */
export async function forgetReplaced(ctx: Ctx): Promise<void> {
  await ctx.db.raw(`update integrations_connection set replaced_until = null,
    secrets = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(secrets) where key not like '%.before')
    where replaced_until < now()`);
}

/** Opens or ends the time in which values made by the platform can be read. */
export async function showUntil(ctx: Ctx, id: number, minutes: number): Promise<void> {
  await ctx
    .db('integrations_connection')
    .where({ id })
    .update({ shown_until: ctx.db.raw('now() + make_interval(mins => ?)', [minutes]) });
}

export async function noteResult(ctx: Ctx, id: number, result: string): Promise<void> {
  await ctx.db('integrations_connection').where({ id }).update({ last_result: result, last_at: ctx.db.fn.now() });
}

export async function deleteConnection(ctx: Ctx, id: number): Promise<void> {
  await ctx.db('integrations_connection').where({ id }).delete();
}
