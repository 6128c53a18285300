import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { OptOuts } from '../exclusions/contract.ts';
import { AllPeople, PrivacyRequests } from '../../foundation/privacy/contract.ts';
import { listedHash } from './hashes.ts';
import {
  changeList,
  companiesDue,
  type DeletionList,
  endRequests,
  forgetMatches,
  lockNext,
  nextMatches,
  noteAsked,
  noteDone,
  noteMatches,
  openRequests,
  rowsBehind,
  settleDeleted,
  settleMatches,
} from './lists.store.ts';

export const TOPIC = 'deletion-lists';
/** Rows or people in one transaction: some 100 ms, and memory that does not grow with the list. */
const SLICE = 5_000;
/** People whose erasure is asked for in one transaction. */
const PEOPLE = 50;

/**
 * Works on lists a slice a transaction, its progress noted in it, so that a crash repeats and skips nothing: opts all of a list out, finds whom we know, and, once an
 * operator agreed, has these erased and waits until they are.
 */
export const workJob = defineJob({
  id: 'deletion-lists.work',
  payload: T.Object({}),
  timeoutMs: 600_000,
  every: '1 minute',
  db: 'intent',
  due: (ctx) => companiesDue(ctx.db),
  async run(ctx) {
    while (!ctx.signal.aborted && (await ctx.transaction(workSlice)));
  },
});

/** Answers whether there is more to do at once. */
async function workSlice(ctx: Ctx): Promise<boolean> {
  const list = await lockNext(ctx);
  if (!list) return false;
  const goesOn = await STEPS[list.state as keyof typeof STEPS](ctx, list);
  await ctx.live(TOPIC);
  return goesOn;
}

const STEPS = { suppressing: suppress, matching: match, deleting: erase };

async function suppress(ctx: Ctx, { id, type, at_position }: DeletionList): Promise<boolean> {
  const rows = await rowsBehind(ctx.db, id, at_position, SLICE);
  const last = rows.at(-1);
  if (!last) {
    await changeList(ctx.db, id, { state: 'matching' });
    return true;
  }
  await ctx.use(OptOuts).addListed(
    ctx.tenant.id,
    type,
    rows.map(({ hash }) => hash),
  );
  await changeList(ctx.db, id, { at_position: last.position });
  return true;
}

async function match(ctx: Ctx, list: DeletionList): Promise<boolean> {
  const kind = ctx.installed(AllPeople)[list.at_kind];
  if (!kind) {
    const matched = await settleMatches(ctx.db, list);
    if (matched === 0) await finish(ctx, list);
    else await changeList(ctx.db, list.id, { state: 'review', matched_rows: matched });
    return true;
  }
  const people = await kind.page(ctx, list.at_record, SLICE);
  const hashed = people.flatMap((person) => {
    const hash = listedHash(list.type, person[list.type]);
    return hash ? [{ person, hash }] : [];
  });
  await noteMatches(ctx, list, kind.id, hashed);
  const last = people.at(-1);
  await changeList(ctx.db, list.id, last ? { at_record: last.id } : { at_kind: list.at_kind + 1, at_record: null });
  return true;
}

async function erase(ctx: Ctx, list: DeletionList): Promise<boolean> {
  const matches = await nextMatches(ctx.db, list.id, PEOPLE);
  for (const group of Map.groupBy(matches, ({ position, kind, holder_id }) => `${position} ${holder_id ?? kind}`).values()) {
    const [first] = group;
    if (first!.holder_id === null) {
      const kind = ctx.installed(AllPeople).find(({ id }) => id === first!.kind);
      await kind?.erase?.(
        ctx,
        group.map(({ record }) => record),
      );
      await noteDone(ctx.db, first!, ctx.now);
    } else await noteAsked(ctx.db, first!, await askHolder(ctx, first!.holder_id, group));
  }
  if (matches.length > 0) return true;
  for (const { holder, requests } of await openRequests(ctx.db, list.id)) {
    const agency = await ctx.company(holder);
    const standing = agency ? await ctx.as(agency, (own) => own.use(PrivacyRequests).standing(requests)) : null;
    // Of a company that is gone the rows go with it.
    await endRequests(
      ctx.db,
      list.id,
      holder,
      requests.filter((id) => standing?.get(id) !== 'erasing'),
      ctx.now,
    );
  }
  if (await settleDeleted(ctx.db, list.id)) return false;
  await finish(ctx, list);
  return true;
}

async function askHolder(
  ctx: Ctx,
  holder: number,
  group: readonly { email: string; record: string; kind: string; person_key: string }[],
): Promise<number> {
  const agency = await ctx.company(holder);
  if (!agency) return 0;
  const email = group[0]?.email ?? '';
  const leads = group.filter(({ kind }) => kind === 'leads.lead').map(({ record }) => record);
  const keys = [...new Set(group.map(({ person_key }) => person_key))];
  return ctx.as(agency, (own) => own.use(PrivacyRequests).erase({ email, leads, keys }, 'drop'));
}

async function finish(ctx: Ctx, { id, filename }: DeletionList): Promise<void> {
  await forgetMatches(ctx.db, id);
  await changeList(ctx.db, id, { state: 'done', finished_at: ctx.now });
  await ctx.audit({
    action: 'deletion-lists.done',
    description: `Finished the deletion list ${filename}`,
    target: String(id),
    params: { filename },
  });
}
