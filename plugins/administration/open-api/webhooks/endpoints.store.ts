import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { EndpointOut } from '../shapes.ts';

export interface EndpointRow {
  id: string;
  company_id: number;
  url: string;
  types: string[];
  sandbox: boolean;
  secret: string;
  /** The secret before, good until then; null where there is none. */
  old_secret: string | null;
  old_until: Date | null;
  state: 'active' | 'stopped' | 'disabled';
  position: string;
  failures: number;
  last_sent_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  made_at: Date;
}

export const endpointOut = (row: EndpointRow): EndpointOut => ({
  id: row.id,
  url: row.url,
  types: row.types,
  state: row.state,
  failures: row.failures,
  last_sent_at: row.last_sent_at?.toISOString() ?? null,
  last_status: row.last_status,
  last_error: row.last_error,
  old_secret_until: row.old_until?.toISOString() ?? null,
  created_at: row.made_at.toISOString(),
});

/** Endpoints of the agency, the oldest first. */
export const endpointsOf = async (ctx: Ctx, sandbox?: boolean): Promise<EndpointRow[]> =>
  (await ctx
    .query('WebhookEndpoint')
    .modify((q) => void (sandbox !== undefined && q.where({ sandbox })))
    .orderBy(['made_at', 'id'])) as EndpointRow[];

export const endpointFor = async (ctx: Ctx, action: string, id: string, sandbox?: boolean): Promise<EndpointRow | undefined> =>
  (await ctx
    .query('WebhookEndpoint', action)
    .where({ id })
    .modify((q) => void (sandbox !== undefined && q.where({ sandbox })))
    .forUpdate()
    .first()) as EndpointRow | undefined;

/** Where the sealed secret of an endpoint belongs. */
export const secretPlace = (id: string): string => `open_api_endpoint.secret.${id}`;

export async function insertEndpoint(
  ctx: Ctx,
  endpoint: Pick<EndpointRow, 'url' | 'types' | 'sandbox'> & { position: number },
  secret: string,
): Promise<EndpointRow> {
  const id = randomUUID();
  const sealed = await ctx.secrets.seal(ctx.tenant.id, secretPlace(id), secret);
  const [row] = (await ctx
    .db('open_api_endpoint')
    .insert({ ...endpoint, id, company_id: ctx.tenant.id, secret: sealed, made_at: ctx.now, next_at: ctx.now })
    .returning('*')) as [EndpointRow];
  return row;
}

export const removeEndpoint = (ctx: Ctx, id: string): Promise<number> => ctx.db('open_api_endpoint').where({ id }).delete();

/** Sends again what came behind a place. Whoever is sending meanwhile lets go. */
export const moveBack = async (ctx: Ctx, id: string, position: number): Promise<EndpointRow> => {
  const change = { position, state: 'active', failures: 0, next_at: ctx.now, claim: null, lease_until: null, last_error: null };
  const [row] = (await ctx.db('open_api_endpoint').where({ id }).update(change).returning('*')) as [EndpointRow];
  return row;
};

/** For so many hours messages are signed with the secret before, too. */
const OVERLAP_HOURS = 24;

/** Gives an endpoint another secret; the one that it had is good for a day more. */
export async function rotateSecret(ctx: Ctx, row: EndpointRow, secret: string): Promise<EndpointRow> {
  const sealed = await ctx.secrets.seal(ctx.tenant.id, secretPlace(row.id), secret);
  const until = new Date(ctx.now.getTime() + OVERLAP_HOURS * 3_600_000);
  const change = { secret: sealed, old_secret: row.secret, old_until: until };
  const [changed] = (await ctx.db('open_api_endpoint').where({ id: row.id }).update(change).returning('*')) as [EndpointRow];
  return changed;
}

/** Sends an endpoint nothing more until somebody resumes it; events are kept meanwhile. Whoever is sending lets go. */
export async function disableEndpoint(ctx: Ctx, id: string): Promise<EndpointRow> {
  const change = { state: 'disabled', claim: null, lease_until: null };
  const [changed] = (await ctx.db('open_api_endpoint').where({ id }).update(change).returning('*')) as [EndpointRow];
  return changed;
}

/** Longer than one message may take, so that nobody else takes over while it is being sent. */
const LEASE = '1 minute';
/** The first event behind the place of an endpoint `e`. Asked whether there is any, the database would join all events with all endpoints. */
const nextEvent = (mode: 'v.sandbox' | 'not v.sandbox'): string =>
  `(select v.position from open_api_event v where v.agency_id = e.company_id and v.position > e.position and ${mode} order by v.position limit 1)`;
const WAITING = `e.state = 'active' and e.next_at <= now() and (e.lease_until is null or e.lease_until < now())
  and case when e.sandbox then ${nextEvent('v.sandbox')} else ${nextEvent('not v.sandbox')} end is not null`;

/** Agencies with something to send. */
export async function agenciesWithWork(platform: Knex): Promise<number[]> {
  const { rows } = (await platform.raw(`select distinct e.company_id from open_api_endpoint e where ${WAITING}`)) as {
    rows: { company_id: number }[];
  };
  return rows.map((row) => row.company_id);
}

/** Takes the agency's endpoint that has waited longest, for as long as one message may take. */
export async function claimEndpoint(ctx: Ctx): Promise<(EndpointRow & { claim: string }) | undefined> {
  const { rows } = (await ctx.db.raw(
    `update open_api_endpoint set claim = ?, lease_until = now() + interval '${LEASE}'
     where id = (select e.id from open_api_endpoint e where e.company_id = ? and ${WAITING} order by e.next_at limit 1 for update skip locked)
     returning *`,
    [randomUUID(), ctx.tenant.id],
  )) as { rows: (EndpointRow & { claim: string })[] };
  return rows[0];
}

/** Notes how far a claimed endpoint is and gives it back, or keeps it for the next message. False: somebody moved it meanwhile. */
export async function settleEndpoint(
  ctx: Ctx,
  { id, claim }: { id: string; claim: string },
  change: Record<string, unknown>,
  keep: boolean,
): Promise<boolean> {
  const held = keep ? { lease_until: ctx.db.raw(`now() + interval '${LEASE}'`) } : { claim: null, lease_until: null };
  return (
    (await ctx
      .db('open_api_endpoint')
      .where({ id, claim })
      .update({ ...change, ...held })) === 1
  );
}
