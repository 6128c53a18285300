import { type ConnectorDef, Connectors, type Ctx, type Refused, type Tokens } from '../../../../core/contract.ts';
import { ofConnection, openOne, sealAll, type Sealed, TOKENS } from '../credentials.ts';

/** Tokens are renewed so long before they end, in milliseconds. */
const MARGIN_MS = 60_000;
/** A process that renews has so long for it, in seconds; others wait for it so long and look so often, in milliseconds. */
const LEASE_SECONDS = 30;
const WAIT_MS = 10_000;
const LOOK_MS = 150;

/** What is sealed of a connection's tokens. */
export type Kept = Pick<Tokens, 'access' | 'until'> & { refresh: string };

const sealTokens = (ctx: Ctx, companyId: number, connectionId: number, { access, refresh, until }: Kept): Promise<Record<string, string>> =>
  sealAll(ctx, companyId, ofConnection(connectionId), { [TOKENS]: JSON.stringify({ access, refresh, until }) });

async function openTokens(ctx: Ctx, { id, company_id: company, secrets }: Sealed): Promise<Kept | null> {
  const sealed = secrets[TOKENS];
  return sealed === undefined ? null : (JSON.parse(await openOne(ctx, company, ofConnection(id), TOKENS, sealed)) as Kept);
}

/**
 * An access token of the connection that is good for a minute, renewed where it must be, or why there is none. `refused` is one that the other system
 * did not take any more. Many refresh tokens can be used once, so one process renews and the others wait for it. Never inside a transaction.
 */
export async function goodToken(ctx: Ctx, connector: ConnectorDef, connection: Sealed, refused?: string): Promise<string | Refused> {
  const isGood = ({ access, until }: Kept): boolean => access !== refused && (until === null || until > ctx.now.getTime() + MARGIN_MS);
  const known = await openTokens(ctx, connection);
  if (!known) return NOT_AUTHORISED;
  if (isGood(known)) return known.access;
  for (let waited = 0; waited <= WAIT_MS; waited += LOOK_MS) {
    const { row, isMine } = await ctx.transaction((tx) => beginRenewing(tx, connection.id));
    if (!row) return { ok: false, then: 'retry', note: 'integrations.log.token-busy' };
    const tokens = await openTokens(ctx, row);
    if (!tokens) return NOT_AUTHORISED;
    if (isGood(tokens)) {
      if (isMine) await ctx.transaction((tx) => endRenewing(tx, row.id));
      return tokens.access;
    }
    if (isMine) return renewed(ctx, connector, row, tokens);
    await new Promise((look) => setTimeout(look, LOOK_MS));
  }
  return { ok: false, then: 'retry', note: 'integrations.log.token-busy' };
}

const NOT_AUTHORISED: Refused = { ok: false, then: 'reauthorise', note: 'integrations.log.not-authorised' };

async function renewed(ctx: Ctx, connector: ConnectorDef, row: Sealed, { refresh }: Kept): Promise<string | Refused> {
  const answer = refresh ? await ctx.use(Connectors).renew(connector, refresh) : NOT_AUTHORISED;
  if ('ok' in answer) {
    await ctx.transaction((tx) => endRenewing(tx, row.id));
    return answer;
  }
  // Where a person has authorised the connection anew meanwhile, theirs stay.
  const kept = { access: answer.access, until: answer.until, refresh: answer.refresh ?? refresh };
  await ctx.transaction(async (tx) => {
    await tx
      .db('integrations_connection')
      .where({ id: row.id })
      .whereRaw('secrets->>? = ?', [TOKENS, row.secrets[TOKENS]!])
      .update({ secrets: tx.db.raw('secrets || ?::jsonb', [JSON.stringify(await sealTokens(tx, row.company_id, row.id, kept))]) });
    await endRenewing(tx, row.id);
  });
  return answer.access;
}

async function beginRenewing(tx: Ctx, id: number): Promise<{ row: Sealed | null; isMine: boolean }> {
  const row = (await tx.db('integrations_connection').where({ id }).forUpdate().first()) as
    | (Sealed & { renewing_until: Date | null; is_renewing: boolean })
    | undefined;
  if (!row) return { row: null, isMine: false };
  const taken = await tx
    .db('integrations_connection')
    .where({ id })
    .whereRaw('(renewing_until is null or renewing_until < now())')
    .update({ renewing_until: tx.db.raw('now() + make_interval(secs => ?)', [LEASE_SECONDS]) });
  return { row, isMine: taken === 1 };
}

/** No new revision: tokens that were renewed are no change by a person, so calls under way still say how the connection stands. */
const endRenewing = async (tx: Ctx, id: number): Promise<void> =>
  void (await tx.db('integrations_connection').where({ id }).update({ renewing_until: null }));
