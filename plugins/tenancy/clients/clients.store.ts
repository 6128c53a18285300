import { type Ctx, ownedBy } from '../../../core/contract.ts';
import { companyList, type CompanyRecord } from '../../foundation/companies/shared.ts';
import type { ClientSummary } from './contract.ts';

/** What an agency settles for a client, by column. */
export interface ClientSettings {
  timezone: string;
  domain: string;
  mutes_notices: boolean;
  may_add_campaigns: boolean;
  sees_phones: boolean;
  edits_spreadsheets: boolean;
  asks_factor: boolean;
}
/** Clients, each with its owner. They have no sales people of their own: that sort falls back to the newest first. */
export const clients = companyList<CompanyRecord & { timezone: string }>({
  subject: 'Client',
  table: 'clients_profile',
  userType: 'client',
  profile: ['timezone'],
  sorts: { sales: 't.created_at' },
  shown: ({ timezone }) => ({ timezone }),
});

const SETTINGS = ['timezone', 'domain', 'mutes_notices', 'may_add_campaigns', 'sees_phones', 'edits_spreadsheets', 'asks_factor'] as const;

export const settingsRow = (ctx: Ctx, companyId: number) =>
  ctx
    .db('clients_profile')
    .where({ company_id: companyId })
    .first([...SETTINGS]);

/** What is settled for a client in the caller's sight, whatever the actor's abilities. */
export const settingsOf = (ctx: Ctx, companyId: number): Promise<ClientSettings | undefined> =>
  settingsRow(ctx, companyId) as Promise<ClientSettings | undefined>;

/** Payment terms chosen for a client; null for all of its agency's. */
export async function chosenTerms(ctx: Ctx, companyId: number): Promise<string[] | null> {
  const row = (await ctx.db('clients_profile').where({ company_id: companyId }).first('terms')) as { terms: string[] | null } | undefined;
  return row?.terms ?? null;
}

export async function saveTerms(ctx: Ctx, companyId: number, terms: string[]): Promise<void> {
  await ctx.db('clients_profile').where({ company_id: companyId }).update({ terms });
}

/** Whether the address is of somebody whose client company wants no notices, in the caller's sight. */
export async function isMuted(ctx: Ctx, email: string): Promise<boolean> {
  // By the tenant, as the index of addresses begins: every mail asks.
  const row: unknown = await ctx
    .db('core_public_account as a')
    .join('clients_profile as p', 'p.company_id', 'a.company_id')
    .where({ ...ownedBy(ctx.tenant, 'a'), 'p.mutes_notices': true })
    .whereNull('a.removed_at')
    .whereRaw('lower(a.email) = lower(?)', [email])
    .first('a.id');
  return row !== undefined;
}

/** Takes out what was typed of a client that is gone. */
export async function eraseClient(ctx: Ctx, companyId: number): Promise<void> {
  await ctx.db('clients_profile').where({ company_id: companyId }).update({ phone: '', domain: '', extra: '{}' });
}

/** A client in the caller's sight, whatever the actor's abilities: for other plugins. */
export async function summaryOf(ctx: Ctx, companyId: number): Promise<ClientSummary | null> {
  const row = (await ctx
    .db('clients_profile')
    .join('core_public_company as t', 't.id', 'clients_profile.company_id')
    .whereNull('t.removed_at')
    .where('t.id', companyId)
    .first({
      companyId: 't.id',
      name: 't.name',
      timezone: 'clients_profile.timezone',
      domain: 'clients_profile.domain',
      mayAddCampaigns: 'clients_profile.may_add_campaigns',
      seesPhones: 'clients_profile.sees_phones',
      editsSpreadsheets: 'clients_profile.edits_spreadsheets',
    })) as ClientSummary | undefined;
  return row ?? null;
}

/** Clients in the caller's sight, by name. */
export async function optionsOf(ctx: Ctx): Promise<{ value: number; label: string }[]> {
  return ctx
    .db('core_public_company')
    .where({ kind: 'client' })
    .whereNull('removed_at')
    .orderBy(['name_key', 'id'])
    .select('id as value', 'name as label');
}
