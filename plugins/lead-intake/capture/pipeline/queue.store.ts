import type { Knex } from 'knex';
import type { PageDetails } from '../contract.ts';
import type { Identifiers } from '../identity/graph.store.ts';

/** A stored visit under work; its row is locked until the transaction ends. */
export interface Visit {
  slot: number;
  fingerprint: string;
  at: Date;
  campaign_id: number;
  visitor: string;
  email_hash: Buffer | null;
  ip: string;
  url: string;
  referrer: string;
  thank_you: boolean;
  details: PageDetails | null;
  company_id: number;
  root_id: number;
  asked: boolean;
  /** Held for review once, and let go on by a person. */
  released: boolean;
}
export interface Finished {
  visit: Pick<Visit, 'slot' | 'fingerprint' | 'at' | 'campaign_id'>;
  outcome: string;
  leadId: string | null;
}
export const identifiersOf = (v: Visit): Identifiers => ({ visitor: v.visitor, emailHash: v.email_hash, ip: v.ip });

type QueueState = 'pending' | 'lookup' | 'review';

/** Agencies with visits in a state; hops from one to the next through the index, however many visits wait. */
export async function agenciesWith(platform: Knex, state: QueueState): Promise<number[]> {
  const next = (after: string) =>
    `select agency_id from capture_visit where state = '${state}' and (lease_until is null or lease_until <= now()) ${after} order by agency_id limit 1`;
  const { rows } = (await platform.raw(
    `with recursive hop as ((${next('')}) union all select (${next('and agency_id > hop.agency_id')}) from hop where hop.agency_id is not null)
     select agency_id from hop where agency_id is not null`,
  )) as { rows: { agency_id: number }[] };
  return rows.map((r) => r.agency_id);
}

/** Campaigns of an agency with visits in a state; hops through the index likewise. */
async function campaignsWith(db: Knex, agencyId: number, state: QueueState): Promise<number[]> {
  const next = (after: string) =>
    `select campaign_id from capture_visit where agency_id = :agencyId and state = '${state}' and (lease_until is null or lease_until <= now()) ${after} order by campaign_id limit 1`;
  const { rows } = (await db.raw(
    `with recursive hop as ((${next('')}) union all select (${next('and campaign_id > hop.campaign_id')}) from hop where hop.campaign_id is not null)
     select campaign_id from hop where campaign_id is not null`,
    { agencyId },
  )) as { rows: { campaign_id: number }[] };
  return rows.map((r) => r.campaign_id);
}

const COLUMNS =
  'slot, fingerprint, at, campaign_id, visitor, email_hash, ip, url, referrer, thank_you, details, asked, released, company_id, root_id';

/** Takes visits of an agency that nobody else has in hand: the oldest of each campaign, an equal share of each, in the order they came. */
export async function claimVisits(db: Knex, agencyId: number, state: QueueState, most: number): Promise<Visit[]> {
  const campaigns = await campaignsWith(db, agencyId, state);
  if (campaigns.length === 0) return [];
  const { rows } = (await db.raw(
    `select v.* from unnest(?::int[]) as c (id) cross join lateral (
       select ${COLUMNS} from capture_visit
       where agency_id = ? and state = ? and campaign_id = c.id and (lease_until is null or lease_until <= now())
       order by at limit ? for update skip locked) v
     order by v.at limit ?`,
    [campaigns as unknown as Knex.RawBinding, agencyId, state, Math.ceil(most / campaigns.length), most],
  )) as { rows: Visit[] };
  return rows;
}

/** Takes these visits of an agency, as far as nobody else has them in hand, in the order they came. */
export async function claimTheseVisits(
  db: Knex,
  agencyId: number,
  visits: readonly Pick<Visit, 'slot' | 'fingerprint'>[],
): Promise<Visit[]> {
  const { rows } = (await db.raw(
    `select ${COLUMNS} from capture_visit
     where (slot, fingerprint) in (select * from unnest(?::int[], ?::bigint[])) and slot between ? and ? and agency_id = ? and state = 'pending'
     order by at for update skip locked`,
    [...keysOf(visits), ...slotsOf(visits), agencyId] as unknown as Knex.RawBinding[],
  )) as { rows: Visit[] };
  return rows;
}

const keysOf = (visits: readonly Pick<Visit, 'slot' | 'fingerprint'>[]): [slots: number[], fingerprints: string[]] => [
  visits.map((v) => v.slot),
  visits.map((v) => v.fingerprint),
];

/** The partitions that the visits lie in: the planner cannot know it of a list, and would read whole partitions for the few that are meant. */
function slotsOf(visits: readonly Pick<Visit, 'slot'>[]): [first: number, last: number] {
  const slots = visits.map((v) => v.slot);
  return [Math.min(...slots), Math.max(...slots)];
}

/** Closes visits with how they ended, and forgets who made them. The page stays for the visit log, unless its address may name somebody or the visitor took their consent back. */
export async function finishVisits(db: Knex, finished: readonly Finished[]): Promise<void> {
  if (finished.length === 0) return;
  await db.raw(
    `update capture_visit v set state = 'done', outcome = f.outcome, lead_id = f.lead_id, held_network = null, visitor = null, email_hash = null, ip = null, details = null, lease_until = null,
       url = case when f.outcome <> 'withdrawn' and (f.lead_id is not null or v.url !~* '@|%40') then v.url end,
       came_from = case when f.outcome <> 'withdrawn' then v.came_from end
     from unnest(?::int[], ?::bigint[], ?::text[], ?::uuid[]) as f (slot, fingerprint, outcome, lead_id)
     where v.slot = f.slot and v.fingerprint = f.fingerprint and v.slot between ? and ?`,
    [
      ...keysOf(finished.map((f) => f.visit)),
      finished.map((f) => f.outcome),
      finished.map((f) => f.leadId),
      ...slotsOf(finished.map((f) => f.visit)),
    ] as unknown as Knex.RawBinding[],
  );
}

/** Puts visits aside for a person to look at, each with why. */
export async function holdVisits(db: Knex, held: readonly { visit: Visit; reason: string; network: string }[]): Promise<void> {
  if (held.length === 0) return;
  await db.raw(
    `update capture_visit v set state = 'review', held_for = f.reason, held_network = f.network, lease_until = null
     from unnest(?::int[], ?::bigint[], ?::text[], ?::text[]) as f (slot, fingerprint, reason, network)
     where v.slot = f.slot and v.fingerprint = f.fingerprint and v.slot between ? and ?`,
    [
      ...keysOf(held.map((h) => h.visit)),
      held.map((h) => h.reason),
      held.map((h) => h.network),
      ...slotsOf(held.map((h) => h.visit)),
    ] as unknown as Knex.RawBinding[],
  );
}

/** Moves visits to another state of the queue: to be looked up, back from there, or (same state) out of reach for some seconds from now, however long the transaction has been at work. */
export async function moveVisits(
  db: Knex,
  visits: readonly Visit[],
  to: { state: QueueState; asked?: boolean; leaseSeconds?: number },
): Promise<void> {
  if (visits.length === 0) return;
  await db.raw(
    `update capture_visit v set state = ?, asked = v.asked or ?, lease_until = clock_timestamp() + make_interval(secs => ?)
     from unnest(?::int[], ?::bigint[]) as f (slot, fingerprint)
     where v.slot = f.slot and v.fingerprint = f.fingerprint and v.slot between ? and ? and v.state <> 'done'`,
    [to.state, to.asked ?? false, to.leaseSeconds ?? 0, ...keysOf(visits), ...slotsOf(visits)] as unknown as Knex.RawBinding[],
  );
}
