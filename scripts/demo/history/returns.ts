import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import type { Knex } from 'knex';
import { dayText } from '../../../core/contract.ts';
import { type PastPosting, collect } from './books.ts';
import { numbersOf } from './numbers.ts';

export interface Credit {
  company_id: number;
  at: Date;
  cents: number;
}

/** Leads that clients gave back, a few days after they got them; the newest of them still wait for an answer. */
const CASES = `
  insert into warranty_case (lead_id, campaign_id, company_id, product, cause, reason, note, state, retail_cents, asked_by, asked_at, answer, answered_by, answered_at, credited_on, told)
  select id, campaign_id, company_id, product, 'returned', (array['bounced', 'wrong_number', 'wrong_person', 'competitor'])[1 + floor(4 * why)::int], '',
    state, retail_cents, person, asked_at, case state when 'declined' then 'The address and the number were reached.' else '' end,
    case state when 'open' then 0 else owner end, case state when 'open' then null else asked_at + interval '21 hours' end,
    case state when 'credited' then ((asked_at + interval '21 hours') at time zone timezone)::date end, true
  from (
    select l.id, l.campaign_id, l.company_id, l.product, c.timezone, l.retail_cents, pg_temp.chance(l.email || 'why') as why, l.created_at + make_interval(mins => (1500 + 4000 * pg_temp.chance(l.email || 'asked'))::int) as asked_at,
      case when l.created_at > cast(:to as timestamptz) - interval '4 days' then 'open' when pg_temp.chance(l.email || 'answer') < 0.7 then 'credited' else 'declined' end as state,
      (select min(a.id) from core_account a where a.company_id = l.company_id) as person,
      (select min(a.id) from core_account a where a.company_id = l.agency_id and a.user_type = 'userdownline') as owner
    from leads_lead l join h_campaign c on c.id = l.campaign_id where pg_temp.chance(l.email || 'return') < 0.011 and not l.is_test
  ) given where asked_at <= :to and (state = 'open' or asked_at + interval '21 hours' <= :to)
  on conflict do nothing
  returning lead_id, campaign_id, company_id, agency_id, root_id, state, retail_cents, answered_at,
    (select l.created_at from leads_lead l where l.id = lead_id) as lead_at`;

interface Case {
  lead_id: string;
  campaign_id: number;
  company_id: number;
  agency_id: number;
  root_id: number;
  state: string;
  retail_cents: string;
  answered_at: Date | null;
  /** When the lead came. */
  lead_at: Date;
}

/** Lays returns with their credit notes and collects their postings; answers the credits, oldest first. */
export async function giveBackLeads(trx: Knex, to: Date, zone: string): Promise<Credit[]> {
  const { rows } = (await trx.raw(CASES, { to })) as { rows: Case[] };
  const credited = rows
    .filter(({ state }) => state === 'credited')
    .toSorted((a, b) => a.answered_at!.getTime() - b.answered_at!.getTime() || a.lead_id.localeCompare(b.lead_id));
  const numbers = await numbersOf(trx, 'credit');
  const notes: object[] = [];
  const postings: PastPosting[] = [];
  for (const of of credited) {
    const at = of.answered_at!;
    const cents = Number(of.retail_cents);
    const id = randomUUID();
    const madeOn = DateTime.fromJSDate(at, { zone }).toISODate()!;
    const { company_id, agency_id, root_id, campaign_id } = of;
    notes.push({
      id,
      company_id,
      campaign_id,
      key: `warranty:${of.lead_id}`,
      number: `CN-${numbers.next(agency_id, madeOn)}`,
      cents,
      fee_cents: 0,
      reason: `Lead of ${dayText(DateTime.fromJSDate(of.lead_at, { zone }).toISODate()!, 'en')}: return approved`,
      made_at: at,
      made_on: madeOn,
    });
    postings.push({
      key: `billing:credit:${id}`,
      code: 'billing.credit',
      at,
      company_id,
      agency_id,
      root_id,
      reference: id,
      cost_center: campaign_id,
      entries: [
        { company: agency_id, account: 'revenue', cents },
        { company: company_id, account: 'receivable', cents: -cents },
      ],
    });
  }
  if (notes.length > 0) await trx('billing_credit').insert(notes);
  await numbers.save();
  await collect(trx, postings);
  return credited.map((of) => ({ company_id: of.company_id, at: of.answered_at!, cents: Number(of.retail_cents) }));
}
