import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Ctx } from '../../../../core/contract.ts';
import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import { acquaintanceOf } from '../identity/graph.store.ts';
import { PIPELINE, wakeUp } from '../pipeline/job-ids.ts';
import { holdVisits, moveVisits, identifiersOf, type Visit } from '../pipeline/queue.store.ts';
import { heldCounts, noteEpisodes } from './episodes.store.ts';
import { MOMENT_MS, MOST_HELD, MOST_IN_TEN_MINUTES, SETTLE_MS } from './limits.ts';
import { networksOf } from './networks.ts';
import {
  type HeldFor,
  decideNewcomers,
  keyOf,
  lockNewcomers,
  type Newcomer,
  newcomersOf,
  noteNewcomers,
  shapesOf,
} from './newcomers.store.ts';

/** Purpose of the installation's key under which newcomers are hashed. */
export const NEWCOMER_KEY = 'capture newcomer';

export interface Collected {
  visit: Visit;
  rules: CampaignRules;
}
export interface Screened {
  /** May be identified now, in the order given. */
  passed: Collected[];
  /** Ended here. */
  ended: { visit: Visit; outcome: 'bot' | 'limited' }[];
  /** Wait for a person. */
  held: Visit[];
}
export interface ScreenTools {
  /** Whether an address belongs to a network of servers, where nobody browses. */
  isHosting: (ip: string) => boolean;
  /** Whether people whom the graph does not know may be asked for elsewhere. */
  supplierOn: boolean;
}
interface Unknown extends Collected {
  newcomer: Newcomer;
}

/**
 * Decides which visits may be identified. Visitors known to the graph go on at once, as do those whom nothing could identify. The others
 * are newcomers: they settle for a moment, then the shape of all newcomers of their campaign is looked at.
 */
export async function screen(ctx: Ctx, collected: readonly Collected[], tools: ScreenTools): Promise<Screened> {
  const ended: Screened['ended'] = [];
  const unknown: Unknown[] = [];
  const waved = new Set<Visit>();
  const acquaintance = await acquaintanceOf(
    ctx.db,
    collected.map((c) => identifiersOf(c.visit)),
  );
  const key = createSecretKey(ctx.secrets.key(NEWCOMER_KEY));
  collected.forEach((c, n) => {
    const { isKnown, isResolvable } = acquaintance[n]!;
    if (isKnown || c.visit.released) waved.add(c.visit);
    else if (tools.isHosting(c.visit.ip)) ended.push({ visit: c.visit, outcome: 'bot' });
    else if (isResolvable || (tools.supplierOn && !c.visit.asked)) unknown.push({ ...c, newcomer: newcomerOf(key, c) });
    else waved.add(c.visit);
  });
  const { refused, held, settled } = await screenNewcomers(ctx, unknown);
  for (const visit of refused) ended.push({ visit, outcome: 'limited' });
  const goOn = new Set([...waved, ...settled]);
  return { passed: collected.filter((c) => goOn.has(c.visit)), ended, held };
}

async function screenNewcomers(ctx: Ctx, unknown: readonly Unknown[]): Promise<{ refused: Visit[]; held: Visit[]; settled: Visit[] }> {
  const refused: Visit[] = [];
  const settled: Visit[] = [];
  if (unknown.length === 0) return { refused, held: [], settled };
  const campaigns = [...new Set(unknown.map((u) => u.rules.id))];
  await lockNewcomers(ctx.db, campaigns);

  const { now } = ctx;
  const crowd = await newcomersOf(ctx.db, campaigns, now);
  const countable = unknown.filter((u) => (crowd.get(u.rules.id) ?? 0) < MOST_IN_TEN_MINUTES || void refused.push(u.visit));
  const pairs = [...Map.groupBy(countable, (u) => keyOf(u.newcomer)).values()];
  const noted = await noteNewcomers(
    ctx.db,
    pairs.map(([first]) => first!.newcomer),
    now,
  );
  const since = (then: Date): number => now.getTime() - then.getTime();
  const waiting: Visit[] = [];
  const due: Unknown[][] = [];
  pairs.forEach((same, n) => {
    const { at, noted_at, decision } = noted[n]!;
    // From when they were met, not from when they came: a disk that is slow to store shows the first of a flood when they are old, and the rest later.
    const hasSettled = since(noted_at) >= SETTLE_MS || since(at) >= MOMENT_MS;
    if (decision === 'passed') settled.push(...same.map((u) => u.visit));
    else if (!hasSettled) waiting.push(...same.map((u) => u.visit));
    else due.push(same);
  });
  if (waiting.length > 0) {
    await moveVisits(ctx.db, waiting, { state: 'pending', leaseSeconds: SETTLE_MS / 1000 });
    await wakeUp(ctx, PIPELINE, SETTLE_MS);
  }

  const newcomers = due.map(([first]) => first!.newcomer);
  const shapes = newcomers.length > 0 ? await shapesOf(ctx.db, newcomers) : [];
  const room = await roomForHeld(ctx, campaigns);
  const toHold: { visit: Visit; reason: HeldFor; network: string }[] = [];
  const decision = due.map((same, n) => {
    const shape = shapes[n]!;
    if (shape === null) {
      settled.push(...same.map((u) => u.visit));
      return 'passed';
    }
    if (shape === 'visitor' || !room(same[0]!.rules.id, same.length)) {
      refused.push(...same.map((u) => u.visit));
      return 'limited';
    }
    toHold.push(...same.map((u) => ({ visit: u.visit, reason: shape, network: networksOf(u.visit.ip).network })));
    return 'review';
  });
  await decideNewcomers(ctx.db, newcomers, decision);
  await holdVisits(ctx.db, toHold);
  const heldVisits = new Set(toHold.map((h) => h.visit));
  await noteEpisodes(ctx, new Map(unknown.filter((u) => heldVisits.has(u.visit)).map((u) => [u.rules.id, u.rules])));
  return { refused, held: toHold.map((h) => h.visit), settled };
}

/** Whether so many more may be held for a campaign; counts along. */
async function roomForHeld(ctx: Ctx, campaigns: readonly number[]): Promise<(campaignId: number, visits: number) => boolean> {
  const held = await heldCounts(ctx, campaigns);
  return (campaignId, visits) => {
    const after = (held.get(campaignId) ?? 0) + visits;
    if (after > MOST_HELD) return false;
    held.set(campaignId, after);
    return true;
  };
}

/** A visit as newcomers are counted. */
export function newcomerOf(
  key: KeyObject,
  { visit, rules }: { visit: Pick<Visit, 'visitor' | 'email_hash' | 'ip' | 'url' | 'at'>; rules: { id: number; companyId: number } },
): Newcomer {
  const hashed = (what: string, value: string | Buffer): Buffer =>
    createHmac('sha256', key).update(what).update(value).digest().subarray(0, 12);
  const { single, network } = networksOf(visit.ip);
  const visitor = hashed('visitor ', visit.visitor);
  return {
    campaignId: rules.id,
    companyId: rules.companyId,
    visitor,
    subject: visit.email_hash ? hashed('email ', visit.email_hash) : visitor,
    address: hashed('address ', single),
    network: hashed('network ', network),
    page: hashed('page ', visit.url),
    at: visit.at,
  };
}
