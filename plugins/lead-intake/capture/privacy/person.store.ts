import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { Person } from '../../../foundation/privacy/contract.ts';
import { resolvePeople } from '../identity/graph.store.ts';
import { emailHashes } from '../identity/person.ts';
import { identifiersOf, type Visit } from '../pipeline/queue.store.ts';

const list = (values: readonly unknown[]): Knex.RawBinding => values as unknown as Knex.RawBinding;

/** Visits that became a lead, while something of the page is kept with them. */
export const visitsOf = (ctx: Ctx, { leads }: Person): Knex.QueryBuilder =>
  ctx
    .db('capture_visit')
    .whereRaw('lead_id = any(?::uuid[])', [list(leads)])
    .whereRaw('coalesce(url, came_from, device) is not null');

/** Open visits that are looked at together. */
const AT_ONCE = 1_000;

/** Visits of the person that wait or are held: by what the page said of them, or as they would be recognised now. */
export async function openVisitsOf(ctx: Ctx, person: Person): Promise<Visit[]> {
  const hashes = new Set(person.emails.flatMap((email) => Object.values(emailHashes(email))));
  const keys = new Set(person.keys);
  const found: Visit[] = [];
  let behind: Pick<Visit, 'slot' | 'fingerprint'> = { slot: 0, fingerprint: '0' };
  for (;;) {
    const visits = (await ctx
      .db('capture_visit')
      .where({ agency_id: ctx.tenant.agencyId })
      .whereNot({ state: 'done' })
      .whereRaw('(slot, fingerprint) > (?, ?)', [behind.slot, behind.fingerprint])
      .orderBy(['slot', 'fingerprint'])
      .limit(AT_ONCE)) as Visit[];
    const people = await resolvePeople(ctx.db, visits.map(identifiersOf));
    visits.forEach((visit, n) => {
      const key = people.get(n)?.key.toString('hex');
      const isTold = visit.email_hash !== null && hashes.has(visit.email_hash.toString('hex'));
      if (isTold || (key !== undefined && keys.has(key))) found.push(visit);
    });
    const last = visits.at(-1);
    if (!last || visits.length < AT_ONCE) return found;
    behind = last;
  }
}

/** Takes out of visits of leads whatever says more than that there was one. */
export const emptyVisits = (ctx: Ctx, person: Person): Promise<number> =>
  visitsOf(ctx, person).update({ url: null, referrer: null, came_from: null, device: null });

/** Has the pipeline end these visits as if their visitors had taken their consent back. */
export async function withdraw(ctx: Ctx, visits: readonly Visit[]): Promise<void> {
  if (visits.length === 0) return;
  await ctx.db.raw(
    `insert into capture_withdrawal (company_id, visitor) select distinct * from unnest(?::int[], ?::text[])
     on conflict (company_id, visitor) do update set at = now(), done_at = null`,
    [list(visits.map((visit) => visit.company_id)), list(visits.map((visit) => visit.visitor))],
  );
}

export interface Outlined {
  at: Date;
  /** The same to the microsecond. */
  place: string;
  campaign_id: number;
  state: string;
  has: number;
}
/** Recognised visits of somebody who has these hashes at the clients. */
export const recognitionsAt = (ctx: Ctx, people: readonly { companyId: number; person: number }[]): Knex.QueryBuilder =>
  ctx
    .db('capture_recognition')
    .whereRaw('(company_id, person) in (select * from unnest(?::int[], ?::bigint[]))', [
      list(people.map(({ companyId }) => companyId)),
      list(people.map(({ person }) => person)),
    ]);
