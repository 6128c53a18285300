import { DateTime } from 'luxon';
import { asAgency, conflict, type Ctx, DEFAULT_ZONE } from '../../../core/contract.ts';
import { arrangeBalance, holdBalance, openAccounts, openBalance } from './accounts.store.ts';
import { contentHash, movingEntries } from './content.ts';
import type { AccountOf, LedgerApi, Posting, Run } from './contract.ts';
import { type Declarations, declarationsOf, floorOf } from './declared.ts';
import { type Checked, postBatch, type Posted } from './post.store.ts';

/** The port that posts: every function runs in the caller's transaction. */
export const ledgerOf = (ctx: Ctx): LedgerApi => ({
  async post(agencyId, posting) {
    const { posted, refused } = await asAgency(ctx, agencyId, (inner) => postRun(inner, [posting], false));
    if (refused.length > 0) throw conflict('ledger.problem.floor');
    return posted.length > 0;
  },
  postRun: (agencyId, postings, how) => asAgency(ctx, agencyId, (inner) => postRun(inner, postings, how?.pastFloor === true)),
  open: (agencyId, account) =>
    asAgency(ctx, agencyId, (inner) => openBalance(inner.db, { companyId: agencyId, account }, floorOf(inner, account).cents)),
  hold: (agencyId, account) => asAgency(ctx, agencyId, (inner) => holdBalance(inner.db, { companyId: agencyId, account })),
  arrange: (agencyId, account, as) => asAgency(ctx, agencyId, (inner) => arrangeBalance(inner.db, { companyId: agencyId, account }, as)),
});

/** The day of the zone that money is billed in, by which it is counted what is drawn. */
const dayOf = (at: Date): string => DateTime.fromJSDate(at, { zone: DEFAULT_ZONE }).toISODate()!;

async function postRun(ctx: Ctx, postings: readonly Posting[], pastFloor: boolean): Promise<Run> {
  const declared = declarationsOf(ctx);
  const batch = checkedOf(ctx, declared, postings);
  if (batch.length === 0) return { posted: [], refused: [], balances: [] };
  const place = { agencyId: ctx.tenant.id, rootId: ctx.tenant.rootId, day: dayOf(ctx.now) };
  const how = { pastFloor, hasFloor: declared.hasFloor };
  const first = noClash(ctx, await postBatch(ctx.db, place, batch, how));
  if (first.refused.length === 0) return first;
  // An account that was never posted to, or a repeat that another transaction posted a moment ago: both are clear at a second look.
  const again = new Set(first.refused);
  const rest = batch.filter(({ posting }) => again.has(posting.key));
  await openAccounts(ctx.db, ordinaryAccounts(declared, rest));
  const second = noClash(ctx, await postBatch(ctx.db, place, rest, how));
  const balances = second.balances.length > 0 ? second.balances : first.balances;
  return { posted: [...first.posted, ...second.posted], refused: second.refused, balances };
}

/** What is to be posted, each key once. Throws for what no plugin declares, and for two contents under one key. */
function checkedOf(ctx: Ctx, declared: Declarations, postings: readonly Posting[]): Checked[] {
  const batch = new Map<string, Checked>();
  for (const posting of postings) {
    const entries = movingEntries(posting);
    declared.check(posting, entries);
    const hash = contentHash(posting, entries);
    const same = batch.get(posting.key);
    if (same && same.hash !== hash) throw clash(ctx, [posting.key]);
    if (!same) batch.set(posting.key, { posting, entries, hash });
  }
  return [...batch.values()];
}

function noClash(ctx: Ctx, posted: Posted): Run {
  const { clashing, ...run } = posted;
  if (clashing.length > 0) throw clash(ctx, clashing);
  return run;
}

function clash(ctx: Ctx, keys: readonly string[]) {
  ctx.log.error({ agency: ctx.tenant.id, keys }, 'a posting was made before with other content');
  return conflict('ledger.problem.other-content');
}

/** The accounts without a floor that postings name; those with one are opened by their plugin. */
function ordinaryAccounts({ hasFloor }: Declarations, batch: readonly Checked[]): AccountOf[] {
  const named = new Map<string, AccountOf>();
  for (const { companyId, account, orElse } of batch.flatMap(({ entries }) => entries)) {
    for (const kind of orElse === undefined ? [account] : [account, orElse]) {
      if (!hasFloor(kind)) named.set(`${companyId} ${kind}`, { companyId, account: kind });
    }
  }
  return [...named.values()];
}
