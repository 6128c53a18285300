import type { Knex } from 'knex';

/** What a person says of themselves beside name, e-mail and phone number, which belong to the account. */
export interface Person {
  setupCompleted: boolean;
  questionnaireCompleted: boolean;
  phone_country_code: string;
  phone_country_calling_code: string;
  address: string;
  city: string;
  zip: string;
  state_code: string;
  country_code: string;
}
type Row = Omit<Person, 'setupCompleted' | 'questionnaireCompleted'> & { setup_completed: boolean; questionnaire_completed: boolean };

/** Somebody from before there were profiles: nothing is asked of them. */
const NOTHING_SAID: Person = {
  setupCompleted: true,
  questionnaireCompleted: true,
  phone_country_code: 'US',
  phone_country_calling_code: '+1',
  address: '',
  city: '',
  zip: '',
  state_code: '',
  country_code: 'US',
};

export const personRow = (db: Knex, accountId: number): Knex.QueryBuilder => db('profile_person').where({ account_id: accountId }).first();

export async function readPerson(db: Knex, accountId: number): Promise<Person> {
  const row = (await personRow(db, accountId)) as Row | undefined;
  if (!row) return NOTHING_SAID;
  const { setup_completed, questionnaire_completed, ...rest } = row;
  return { ...rest, setupCompleted: setup_completed, questionnaireCompleted: questionnaire_completed };
}

/** Those of the people who have begun to set themselves up and are not done. */
export const unfinishedAmong = async (db: Knex, ids: Knex.QueryBuilder): Promise<Set<number>> =>
  new Set(
    (
      (await db('profile_person').whereIn('account_id', ids).where({ setup_completed: false }).select('account_id')) as {
        account_id: number;
      }[]
    ).map((row) => row.account_id),
  );

/** Stores what changed; whoever has no row yet has nothing left to set up. */
export async function savePerson(db: Knex, who: { id: number; companyId: number }, change: Partial<Person>): Promise<void> {
  const { setupCompleted, questionnaireCompleted, ...rest } = change;
  const columns: Partial<Row> = {
    ...rest,
    ...(setupCompleted === undefined ? {} : { setup_completed: setupCompleted }),
    ...(questionnaireCompleted === undefined ? {} : { questionnaire_completed: questionnaireCompleted }),
  };
  await db('profile_person')
    .insert({ account_id: who.id, company_id: who.companyId, setup_completed: true, questionnaire_completed: true, ...columns })
    .onConflict('account_id')
    .merge(columns);
}

/** Begins the set-up of a new account; once begun it is left alone. */
export const beginSetup = async (db: Knex, who: { id: number; companyId: number }): Promise<void> => {
  await db('profile_person').insert({ account_id: who.id, company_id: who.companyId }).onConflict('account_id').ignore();
};
