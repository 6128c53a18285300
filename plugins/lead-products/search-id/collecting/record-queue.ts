import type { Ctx, Static } from '../../../../core/contract.ts';
import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import { type FoundRecord, Intent, type IntentQuery, START } from '../../../lead-intake/intent/contract.ts';
import { LeadFunding, type LeadQueue, type Queued } from '../../../lead-intake/leads/contract.ts';
import type { SearchRow } from '../campaign.store.ts';
import { isComplete } from '../required-data.ts';
import type { IntentRecords } from '../source.ts';
import { claimReading, type Reading, noteReading, noteRecords, positionsHad, positionsToRetry } from './reading.store.ts';

type Evidence = Static<typeof IntentRecords.evidence>;
interface QueuedRecord extends Queued {
  record: FoundRecord;
}

/** What one run looks for. */
export interface Search {
  search: SearchRow;
  query: IntentQuery;
  /** Of what is looked for; with another one reading begins anew. */
  rule: Buffer;
  /** Records from before are too old to be worth anything. */
  since: Date;
  /** How many leads there is room and money for. */
  room: number;
  /** The last position of all imports, when the run began. */
  newest: string;
}

/** Records looked at in one transaction. */
const AT_ONCE = 2_000;

const refOf = (campaignId: number, { position }: FoundRecord): string => `${campaignId}:${position}`;
const positionOf = (ref: string): string => ref.slice(ref.indexOf(':') + 1);
/** Positions are whole numbers, too large for JavaScript's own. */
const before = (position: string): string => String(BigInt(position) - 1n);

/**
 * Records of intent for one campaign as the intake's runner works them. What is taken at once fits the room, so that nobody is used up by a cap that is
 * reached: they are read again when there is room. How far the campaign has read moves in the transaction that makes the leads.
 */
export function recordQueue({ search, query, rule, since, room, newest }: Search): LeadQueue<QueuedRecord, Evidence> {
  const { campaign_id: campaignId, company_id: companyId } = search;
  const queued = (record: FoundRecord, at: Date): QueuedRecord => ({ ref: refOf(campaignId, record), campaignId, at, record });

  /** Records at these positions, as far as they are still there and still what is looked for. */
  async function recordsAt(ctx: Ctx, positions: readonly string[]): Promise<FoundRecord[]> {
    const found: FoundRecord[] = [];
    for (const position of positions) {
      const { records } = await ctx.use(Intent).read(query, before(position), 1);
      found.push(...records.filter((record) => record.position === position));
    }
    return found;
  }

  /** The same, without those that the campaign has had meanwhile. */
  async function openAt(ctx: Ctx, positions: readonly string[]): Promise<FoundRecord[]> {
    const had = await positionsHad(ctx.db, campaignId, positions);
    return recordsAt(
      ctx,
      positions.filter((position) => had.get(position)?.isWaiting !== false),
    );
  }

  async function nextRecords(ctx: Ctx, reading: Reading): Promise<FoundRecord[]> {
    const again = await positionsToRetry(ctx.db, campaignId, Math.min(room, AT_ONCE));
    if (again.length > 0) {
      await noteRecords(ctx.db, campaignId, companyId, again);
      return recordsAt(ctx, again);
    }
    const behind = reading.rule?.equals(rule) ? reading.position : START;
    const batch = await ctx.use(Intent).read(query, behind, AT_ONCE);
    const had = await positionsHad(
      ctx.db,
      campaignId,
      batch.records.map(({ position }) => position),
    );
    const fresh = batch.records.filter(({ position, searchedAt }) => !had.has(position) && searchedAt >= since);
    const taken = fresh.slice(0, room);
    const isCut = taken.length < fresh.length;
    const position = isCut ? before(fresh[room]!.position) : batch.position;
    await noteReading(ctx.db, campaignId, { rule, position }, batch.isEnd && !isCut ? newest : null);
    return taken;
  }

  return {
    async claim(ctx, which) {
      // One worker at a time: what it reads nobody else reads.
      const reading = await claimReading(ctx.db, campaignId);
      if (!reading) return [];
      const records = 'refs' in which ? await openAt(ctx, which.refs.map(positionOf)) : await nextRecords(ctx, reading);
      return records.map((record) => queued(record, ctx.now));
    },

    async screen(_ctx, items, rules) {
      const isOpen = (of: CampaignRules | undefined, at: Date): boolean =>
        of?.status === 'active' && !(of.startsAt && at < of.startsAt) && !(of.endsAt && at >= of.endsAt);
      const open = items.filter((item) => isOpen(rules.get(campaignId), item.at));
      const complete = open.filter(({ record }) => isComplete(record.person, search.required));
      return {
        observations: complete.map(({ ref, at, record }) => ({
          ref,
          campaignId,
          personKey: record.personKey,
          person: record.person,
          at,
          evidence: { keyword: record.keyword, searchedAt: record.searchedAt.toISOString() },
        })),
        ended: open.filter((item) => !complete.includes(item)).map(({ ref }) => ({ ref, outcome: 'incomplete' })),
        held: [],
      };
    },

    async close(ctx, ended) {
      const short = new Set(['cap', ...ctx.contributions(LeadFunding).flatMap(({ outcomes }) => Object.keys(outcomes))]);
      const positions = (of: typeof ended): string[] => of.map(({ item }) => item.record.position);
      await noteRecords(ctx.db, campaignId, companyId, positions(ended.filter(({ outcome }) => !short.has(outcome))));
      // The room was taken by somebody else in the meantime: they are not used up by that.
      await noteRecords(ctx.db, campaignId, companyId, positions(ended.filter(({ outcome }) => short.has(outcome))), 60);
    },

    setAside: (ctx, { record }, seconds) => noteRecords(ctx.db, campaignId, companyId, [record.position], seconds),
  };
}
