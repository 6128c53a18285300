import type { Knex } from 'knex';
import { AccountsPort, type Ctx, type Locale, ownedBy, type Tenant, type UserType } from '../../../core/contract.ts';
import type { AccountIds, AccountSummary } from './contract.ts';

export interface AccountRow {
  id: number;
  company_id: number;
  agency_id: number;
  root_id: number;
  email: string;
  name: string;
  user_type: UserType;
  status: AccountSummary['status'];
  phone: string | null;
}
export type SecondFactor = 'none' | 'email' | 'google';
export interface CredentialRow {
  account_id: number;
  password_hash: string | null;
  second_factor: SecondFactor;
  failures: number;
  locked_until: Date | null;
  day_failures: number;
  day_began: Date | null;
  /** Sealed, as is the pending one. */
  totp_secret: string | null;
  totp_confirmed: boolean;
  pending_secret: string | null;
  pending_until: Date | null;
  short_password: boolean;
  email_proven: boolean;
  /** Whoever made the account chose the password. */
  password_given: boolean;
}

const COLUMNS = [
  'core_public_account.id',
  'core_public_account.company_id',
  'core_public_account.agency_id',
  'core_public_account.root_id',
  'core_public_account.email',
  'core_public_account.name',
  'core_public_account.user_type',
  'core_public_account.status',
  'accounts_profile.phone',
];

const withProfile = (db: Knex): Knex.QueryBuilder =>
  db('core_public_account')
    .leftJoin('accounts_profile', 'accounts_profile.account_id', 'core_public_account.id')
    .whereNull('core_public_account.removed_at')
    .select(COLUMNS);

export const summaryOf = (row: AccountRow): AccountSummary => ({
  id: row.id,
  companyId: row.company_id,
  email: row.email,
  name: row.name,
  userType: row.user_type,
  status: row.status,
  phone: row.phone ?? '',
});

/** Notes the language in which somebody signs in. */
export async function noteLanguage(db: Knex, account: Pick<AccountRow, 'id' | 'company_id'>, language: Locale): Promise<void> {
  await db('accounts_profile')
    .insert({ account_id: account.id, company_id: account.company_id, language })
    .onConflict('account_id')
    .merge({ language });
}

/** The language in which the holder of an address signed in last; null when there is none, or they never did. */
export async function languageOf({ db, tenant }: Ctx, email: string): Promise<Locale | null> {
  const row = (await db('core_public_account as a')
    .join('accounts_profile as p', 'p.account_id', 'a.id')
    // As the index of addresses begins: every mail asks.
    .where(ownedBy(tenant, 'a'))
    .whereNull('a.removed_at')
    .whereNotNull('p.language')
    .whereRaw('lower(a.email) = lower(?)', [email])
    .first('p.language')) as { language: Locale } | undefined;
  return row?.language ?? null;
}

/** The accounts with an e-mail address within what the transaction's scope sees, the oldest first: on a shared host there may be several. */
export const allByEmail = (db: Knex, email: string): Promise<AccountRow[]> =>
  withProfile(db)
    .whereRaw('lower(core_public_account.email) = ?', [email.trim().toLowerCase()])
    .orderBy('core_public_account.id')
    .limit(50)
    .options({ prepare: true }) as Promise<AccountRow[]>;

/** The account with an e-mail address among the people of one agency and its clients, or of the root. */
export const byEmailWithin = (db: Knex, agencyId: number, email: string): Promise<AccountRow | undefined> =>
  withProfile(db)
    .whereRaw('lower(core_public_account.email) = ?', [email.trim().toLowerCase()])
    .where('core_public_account.agency_id', agencyId)
    .first()
    .options({ prepare: true }) as Promise<AccountRow | undefined>;

/** An account that the actor may see. */
export const visible = (ctx: Ctx, id: number, action = 'read'): Promise<AccountRow | undefined> =>
  ctx.narrow(withProfile(ctx.db), 'Account', action).where('core_public_account.id', id).first() as Promise<AccountRow | undefined>;

export const byId = (db: Knex, id: number): Promise<AccountRow | undefined> =>
  withProfile(db).where('core_public_account.id', id).first().options({ prepare: true }) as Promise<AccountRow | undefined>;

export async function insertAccount(
  ctx: Ctx,
  input: {
    company: Tenant;
    email: string;
    name: string;
    userType: UserType;
    phone: string;
    isSystem: boolean;
    status: AccountSummary['status'];
  },
): Promise<number> {
  const { company, phone, ...account } = input;
  const id = await ctx.use(AccountsPort).insert({ ...account, companyId: company.id });
  await ctx.db('accounts_profile').insert({ account_id: id, company_id: company.id, phone });
  await ctx.db('accounts_credential').insert({ account_id: id, company_id: company.id });
  return id;
}

export const credentialOf = (db: Knex, accountId: number): Promise<CredentialRow | undefined> =>
  db('accounts_credential').where({ account_id: accountId }).first() as Promise<CredentialRow | undefined>;

/** `short`: shorter than what is asked of those without a second factor. */
export async function setPassword(db: Knex, account: { id: number; companyId: number }, hash: string, short = false): Promise<void> {
  const change = { password_hash: hash, short_password: short, failures: 0, locked_until: null, changed_at: db.fn.now() };
  await db('accounts_credential')
    .insert({ account_id: account.id, company_id: account.companyId, ...change })
    .onConflict('account_id')
    .merge(change);
}

/** Puts another form of the same password in the place of the one that was read; a password set in between stays. */
export async function replaceHash(db: Knex, accountId: number, read: string, hash: string): Promise<void> {
  await db('accounts_credential').where({ account_id: accountId, password_hash: read }).update({ password_hash: hash });
}

/** Selects the ids of the oldest account of each company. */
export const ownerIdsOf = (db: Knex, companyIds: readonly number[]): Knex.QueryBuilder =>
  db
    .from(
      db('core_public_account')
        .whereIn('company_id', [...companyIds])
        .whereNull('removed_at')
        .distinctOn('company_id')
        .orderBy(['company_id', 'id'])
        .select('company_id', 'id')
        .as('owner'),
    )
    .select('owner.id');

/** What a query is narrowed by to some accounts. */
export const idsIn = (ids: AccountIds): Knex.QueryBuilder | number[] => ('toSQL' in ids ? ids : [...ids]);

/** The oldest account of each company. */
export async function ownersOf(db: Knex, companyIds: readonly number[]): Promise<AccountRow[]> {
  return withProfile(db).whereIn('core_public_account.id', ownerIdsOf(db, companyIds)).orderBy('core_public_account.company_id');
}

/** The credential of an account, made where there is none yet, held against others until the transaction ends. */
export async function lockCredential(db: Knex, account: { id: number; companyId: number }): Promise<CredentialRow> {
  await db('accounts_credential').insert({ account_id: account.id, company_id: account.companyId }).onConflict('account_id').ignore();
  return (await db('accounts_credential').where({ account_id: account.id }).forUpdate().first()) as CredentialRow;
}

/** A mailed code, or nothing; an authenticator's secret is forgotten. */
export async function setSecondFactor(db: Knex, accountId: number, type: 'none' | 'email'): Promise<void> {
  await db('accounts_credential')
    .where({ account_id: accountId })
    .update({ second_factor: type, totp_secret: null, totp_confirmed: false, changed_at: db.fn.now() });
}
