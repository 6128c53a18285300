import type { Knex } from 'knex';
import type { LeadPerson } from '../../../lead-intake/leads/contract.ts';
import { Asked, Looks } from '../../../lead-intake/enrichment/shared.ts';
import type { Evidence } from '../source.ts';

/** What came of a question about a company; it waits to become a lead. */
export interface Found {
  person: LeadPerson;
  evidence: Evidence;
  /** The company itself is the lead. */
  isCompany: boolean;
}
/** What is kept of an answer: what was found, or how it ended without. */
export type Answer = Found | { ended: 'other_company' | 'no_contact' };

export const looks = new Looks('b2b_id_look');
export const asked = new Asked<Answer>('b2b_id_target', 'id');

export interface Target {
  id: string;
  visitingId: number;
  number: number;
}
interface Owner {
  campaignId: number;
  companyId: number;
}

/** Visits from before a campaign runs are not its own: notes that one that rested begins. */
export const beginNow = (db: Knex, campaignId: number): Promise<unknown> =>
  db('b2b_id_look').where({ campaign_id: campaignId }).whereRaw(`look_at = 'infinity'`).update({ since: db.fn.now() });

/** What a campaign has decided on companies anew once it wants others. */
export const forgetMisfits = (db: Knex, campaignId: number): Promise<unknown> =>
  db('b2b_id_target').where({ campaign_id: campaignId, misfit: true, state: 'done' }).delete();

/** Asks for contacts at companies, and ends the question about those that the campaign does not want. Each company is asked about once. */
export async function decideOn(
  db: Knex,
  { campaignId, companyId }: Owner,
  decided: readonly { visitingId: number; isWanted: boolean }[],
): Promise<void> {
  if (decided.length === 0) return;
  await db.raw(
    `insert into b2b_id_target (campaign_id, company_id, visiting_id, number, state, misfit, answer)
     select :campaignId, :companyId, visiting, 1, case when wanted then 'asking' else 'answered' end, not wanted,
       case when not wanted then '{"ended": "other_company"}'::jsonb end
     from unnest(:ids::int[], :wanted::boolean[]) as d (visiting, wanted) order by visiting on conflict do nothing`,
    {
      campaignId,
      companyId,
      ids: decided.map(({ visitingId }) => visitingId) as unknown as Knex.RawBinding,
      wanted: decided.map(({ isWanted }) => isWanted) as unknown as Knex.RawBinding,
    },
  );
}

/** Asks for the next contact at a company. */
export const askForNext = async (db: Knex, { campaignId, companyId }: Owner, after: readonly Target[]): Promise<void> => {
  if (after.length === 0) return;
  await db('b2b_id_target')
    .insert(
      after.map(({ visitingId, number }) => ({
        campaign_id: campaignId,
        company_id: companyId,
        visiting_id: visitingId,
        number: number + 1,
      })),
    )
    .onConflict()
    .ignore();
};

/** A person asks for contacts at a company; false where the campaign has asked about it before. */
export async function askByHand(db: Knex, { campaignId, companyId }: Owner, visitingId: number): Promise<boolean> {
  const rows = (await db('b2b_id_target as t')
    .insert({ campaign_id: campaignId, company_id: companyId, visiting_id: visitingId, number: 1, state: 'waiting' })
    .onConflict(['campaign_id', 'visiting_id', 'number'])
    .merge({ state: 'waiting', misfit: false, tries: 0, answer: null })
    .where('t.misfit', true)
    .returning('id')) as { id: string }[];
  return rows.length > 0;
}

/** Those who waited for it are asked about now that it is known who they are. */
export const goOn = (db: Knex, campaignId: number): Promise<unknown> =>
  db.raw(
    `update b2b_id_target t set state = 'asking', lease_until = now() from b2b_id_record k
     where t.campaign_id = ? and t.state = 'waiting' and k.visiting_id = t.visiting_id and k.state <> 'asking'`,
    [campaignId],
  );

/** Whether somebody waits to be told who a company is. */
export const hasWaiting = async (db: Knex, campaignId: number): Promise<boolean> =>
  (await db('b2b_id_target').where({ campaign_id: campaignId, state: 'waiting' }).first('id')) !== undefined;

export async function targetsById(db: Knex, ids: readonly string[]): Promise<Target[]> {
  const rows = (await db('b2b_id_target').whereIn('id', ids).orderBy('noted_at').select('id', 'visiting_id', 'number')) as {
    id: string;
    visiting_id: number;
    number: number;
  }[];
  return rows.map(({ id, visiting_id: visitingId, number }) => ({ id, visitingId, number }));
}

/** What was asked about became leads. */
export const noteLeads = (db: Knex, campaignId: number, ids: readonly string[]): Promise<unknown> =>
  db('b2b_id_target').where({ campaign_id: campaignId }).whereIn('id', ids).update({ is_lead: true });
