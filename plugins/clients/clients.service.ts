import { type Ctx, denied, invalid, notFound, type Tenant } from '../../core/contract.ts';
import { Companies, type CompanyUserInput, type UserKind } from '../agencies/contract.ts';
import { Accounts } from '../accounts/contract.ts';
import { CompanyGroups } from '../company-groups/contract.ts';
import { askForFactor, settingsFrom } from './client-settings.ts';
import {
  type ClientQuery,
  type ClientRow,
  findClient,
  listClients,
  optionsOf,
  saveProfile,
  settingsOf,
  summaryOf,
} from './clients.store.ts';
import { ClientCreated, type ClientsApi } from './contract.ts';
import { giveRights } from './rights.ts';
import { removeClient } from './removal.service.ts';
import { chooseProducts, chooseTerms, offeredTerms } from './selections.service.ts';

/** Topic of live news about the list. */
export const CLIENT_NEWS = 'clients.list';

/** The port's implementation for one call. */
export const clientsOf = (ctx: Ctx): ClientsApi => ({
  find: (companyId) => summaryOf(ctx, companyId),
  options: () => optionsOf(ctx),
  paymentTerms: async (companyId) => (await offeredTerms(ctx, companyId)).filter((t) => t.on).map((t) => t.term),
});

/** One page of clients with what other plugins know of them. */
export async function pageOfClients(ctx: Ctx, query: ClientQuery): Promise<{ rows: ClientRow[]; total: number }> {
  if (!ctx.can('list', 'Client')) throw denied();
  const companies = ctx.use(Companies);
  const { rows, total } = await listClients(ctx, { ...query, only: await companies.matching(query) });
  const facts = await companies.facts(rows.map((row) => row.company_id));
  const invited = await ctx.use(Accounts).invited(rows.flatMap((row) => row.id ?? []));
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      ...facts.get(row.company_id),
      status_acc: row.id !== null && row.status_acc === 'active' && invited.has(row.id) ? 'invited' : row.status_acc,
    })),
  };
}

/** Founds a client below the actor's agency, with its person, who is invited by mail unless a password is given. */
export async function createClient(ctx: Ctx, input: CompanyUserInput, extra: Record<string, unknown> = {}): Promise<ClientRow> {
  if (!ctx.can('create', 'Client')) throw denied();
  const companies = ctx.use(Companies);
  const contact = companies.contact(input, { phone: 'optional' });
  const settings = settingsFrom(input);
  const client = await companies.create({ kind: 'client', parent: ctx.tenant, name: contact.companyName });
  await saveProfile(ctx, client.id, contact, settings, extra);
  const accountId = await companies.savePerson(client, contact, 'client');
  await askForFactor(ctx, accountId, settings, false);
  await choose(ctx, client, input);
  await giveRights(ctx, client, accountId, input, settings);
  await ctx.emit(ClientCreated, { companyId: client.id, agencyId: client.agencyId });
  await ctx.audit({
    action: 'clients.created',
    companyId: client.id,
    description: `Client ${client.name} created`,
    target: String(client.id),
  });
  await ctx.live(CLIENT_NEWS);
  return (await findClient(ctx, client.id, 'list'))!;
}

/** Changes a client and its person: the oldest, or the one named. Throws 404 for a client the actor may not change. */
export async function updateClient(
  ctx: Ctx,
  companyId: number,
  input: CompanyUserInput,
  options: { accountId?: number; extra?: Record<string, unknown> } = {},
): Promise<ClientRow> {
  const before = await findClient(ctx, companyId, 'update');
  const client = before && (await ctx.company(companyId));
  if (!before || !client) throw notFound();
  const companies = ctx.use(Companies);
  const contact = companies.contact(input, { phone: 'required' });
  const settings = settingsFrom(input);
  const asked = (await settingsOf(ctx, companyId))?.asks_factor ?? false;
  if (contact.companyName !== before.company_name) await companies.rename(companyId, contact.companyName);
  await saveProfile(ctx, companyId, contact, settings, options.extra ?? {});
  const accountId = await companies.savePerson(client, contact, 'client', options.accountId ?? before.id ?? undefined);
  await askForFactor(ctx, accountId, settings, asked);
  await choose(ctx, client, input);
  await giveRights(ctx, client, accountId, input, settings);
  await ctx.audit({
    action: 'clients.updated',
    companyId,
    description: `Client ${contact.companyName} changed`,
    target: String(companyId),
  });
  await ctx.live(CLIENT_NEWS, client);
  return (await findClient(ctx, companyId, 'list'))!;
}

async function choose(ctx: Ctx, client: Tenant, input: CompanyUserInput): Promise<void> {
  if (input.companyGroupID !== undefined && ctx.has(CompanyGroups))
    await ctx.use(CompanyGroups).assignClient(client.id, groupOf(input.companyGroupID));
  if (input.selectedterms) await chooseTerms(ctx, client, input.selectedterms);
  if (input.selectedmodules) await chooseProducts(ctx, client, input.selectedmodules);
}

/** A group's number, however callers write it; null for none. */
function groupOf(sent: number | string | null): number | null {
  if (sent === null || sent === '' || sent === 0 || sent === '0') return null;
  const id = Number(sent);
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) throw invalid('companyGroupID', 'clients.problem.group');
  return id;
}

/** Clients under `/configuration/user`. */
export const clientKind: UserKind = {
  type: 'client',
  list: pageOfClients,
  create: (ctx, input) => createClient(ctx, input),
  update: (ctx, { companyId, accountId }, input) => updateClient(ctx, companyId, input, { accountId }),
  remove: removeClient,
};
