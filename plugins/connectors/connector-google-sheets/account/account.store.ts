import { conflict, type Ctx } from '../../../../core/contract.ts';

export interface AccountRow {
  id: number;
  company_id: number;
  email: string;
  token: string;
  state: 'ok' | 'reauthorise' | 'revoked';
  revision: number;
  failures: number;
  last_result: string;
  last_at: Date | null;
}
const SHEET = 'connector_google_sheets_sheet';
const TABLE = 'connector_google_sheets_account';
const placeOf = (companyId: number): string => `${TABLE}|${companyId}|token`;

/** The Google account of a company, one that was given up included. */
export const accountOf = async (ctx: Ctx, companyId: number, lock = false): Promise<AccountRow | null> => {
  const query = ctx.db(TABLE).where({ company_id: companyId });
  return ((await (lock ? query.forUpdate() : query).first()) as AccountRow | undefined) ?? null;
};

export const accountById = async (ctx: Ctx, id: number): Promise<AccountRow | null> =>
  ((await ctx.db(TABLE).where({ id }).first()) as AccountRow | undefined) ?? null;

/** Keeps an authorization that Google has proven, in place of the one before. Answers the account's id. */
export async function saveAccount(ctx: Ctx, email: string, refreshToken: string): Promise<number> {
  const token = await ctx.secrets.seal(ctx.tenant.id, placeOf(ctx.tenant.id), refreshToken);
  const fresh = { email, token, state: 'ok', failures: 0, rest_until: null, told_at: null, last_result: '', last_at: ctx.db.fn.now() };
  const [{ id }] = (await ctx
    .db(TABLE)
    .insert({ company_id: ctx.tenant.id, created_by: ctx.actor.id, ...fresh })
    .onConflict('company_id')
    .merge({ ...fresh, revision: ctx.db.raw(`${TABLE}.revision + 1`) })
    .returning('id')) as [{ id: number }];
  await passOn(ctx, id, 'ok');
  // What was out of reach may be within it again.
  await ctx.db(SHEET).where({ account_id: id }).whereIn('state', ['missing', 'denied']).update({ state: 'ok', note: '', told_at: null });
  return id;
}

/** Spreadsheets of the account say how it stands, to readers who do not see it. */
const passOn = async (ctx: Ctx, id: number, state: AccountRow['state']): Promise<void> =>
  void (await ctx.db(SHEET).where({ account_id: id }).whereNot({ account_state: state }).update({ account_state: state }));

/** The refresh token in the open; throws 409 when it does not open, e.g. under a changed key. */
export async function openToken(ctx: Pick<Ctx, 'secrets' | 'log'>, account: AccountRow): Promise<string> {
  try {
    return await ctx.secrets.open(account.company_id, placeOf(account.company_id), account.token);
  } catch (error) {
    ctx.log.error({ account: account.id, error: String(error) }, 'token does not open');
    throw conflict('connector-google-sheets.problem.sealed');
  }
}

/** The token is gone from here, whatever Google says of it. */
export async function forgetAccount(ctx: Ctx, id: number): Promise<void> {
  await ctx
    .db(TABLE)
    .where({ id })
    .update({ token: '', state: 'revoked', last_result: '', last_at: ctx.db.fn.now(), revision: ctx.db.raw('revision + 1') });
  await passOn(ctx, id, 'revoked');
}

/** What a call showed of the account; one that was authorized anew meanwhile stays as it is. Answers whether that is so. */
export async function noteAccount(
  ctx: Ctx,
  { id, revision }: Pick<AccountRow, 'id' | 'revision'>,
  change: { state: 'ok' | 'reauthorise'; note: string },
): Promise<boolean> {
  const { state, note } = change;
  const changed = await ctx
    .db(TABLE)
    .where({ id, revision })
    .whereNot({ state: 'revoked' })
    .update({
      state,
      last_result: note,
      last_at: ctx.db.fn.now(),
      ...(state === 'ok' ? { failures: 0, rest_until: null, told_at: null } : {}),
    });
  if (changed === 1) await passOn(ctx, id, state);
  return changed === 1;
}

/** Nobody calls Google for the account for so many seconds. */
export async function restAccount(ctx: Ctx, id: number, seconds: number, note: string): Promise<void> {
  await ctx
    .db(TABLE)
    .where({ id })
    .update({
      failures: ctx.db.raw('failures + 1'),
      rest_until: ctx.db.raw('now() + make_interval(secs => ?)', [seconds]),
      last_result: note,
      last_at: ctx.db.fn.now(),
    });
}
