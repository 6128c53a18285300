import type { Knex } from 'knex';
import type { EnrichmentAnswer } from '../../../lead-intake/enrichment/contract.ts';
import { Asked } from '../../../lead-intake/enrichment/shared.ts';
import type { ClientPerson } from '../../../lead-intake/leads/contract.ts';
import { NOBODY } from '../../../lead-intake/leads/shared.ts';

export interface Found extends Pick<EnrichmentAnswer, 'person' | 'information' | 'groups'> {
  /** Nobody was asked: how it ends. */
  ended?: 'excluded' | 'outside_rules';
}
/** Somebody about whom all suppliers were asked. */
export interface Answered {
  leadId: string;
  key: Buffer;
  answer: Found;
}

const NOTHING: Found = { person: NOBODY, information: {}, groups: [] };

/** People about whom campaigns have asked, by the leads that they are. */
export const asked = new Asked<Found>('enhance_id_person', 'lead_id');

/** Locks people who wait to become leads and whom nobody else has in hand. */
export const claimAnswered = async (db: Knex, campaignId: number, which: Parameters<typeof asked.claimAnswered>[2]): Promise<Answered[]> =>
  (await asked.claimAnswered(db, campaignId, which, ['person_key'])).map(({ id, person_key: key, answer }) => ({
    leadId: id,
    key: key as Buffer,
    answer: answer ?? NOTHING,
  }));

/** Of some people those about whom the campaign has not asked. */
export async function newPeople(db: Knex, campaignId: number, people: readonly ClientPerson[]): Promise<ClientPerson[]> {
  const { rows } = (await db.raw('select person_key from enhance_id_person where campaign_id = ? and person_key = any(?::bytea[])', [
    campaignId,
    people.map(({ key }) => key) as unknown as Knex.RawBinding,
  ])) as { rows: { person_key: Buffer }[] };
  const had = new Set(rows.map((row) => row.person_key.toString('hex')));
  return people.filter(({ key }) => !had.has(key.toString('hex')));
}

/** Takes people in hand for some seconds; answers those that nobody else has. */
export async function takePeople(
  db: Knex,
  { campaignId, companyId }: { campaignId: number; companyId: number },
  people: readonly ClientPerson[],
  seconds: number,
): Promise<ClientPerson[]> {
  if (people.length === 0) return [];
  const { rows } = (await db.raw(
    `insert into enhance_id_person (campaign_id, company_id, person_key, lead_id, lease_until)
     select :campaignId, :companyId, key, lead, now() + make_interval(secs => :seconds) from unnest(:keys::bytea[], :leads::uuid[]) as p (key, lead)
     order by key on conflict do nothing returning lead_id`,
    {
      campaignId,
      companyId,
      seconds,
      keys: people.map(({ key }) => key) as unknown as Knex.RawBinding,
      leads: people.map(({ leadId }) => leadId) as unknown as Knex.RawBinding,
    },
  )) as { rows: { lead_id: string }[] };
  const taken = new Set(rows.map((row) => row.lead_id));
  return people.filter(({ leadId }) => taken.has(leadId));
}
