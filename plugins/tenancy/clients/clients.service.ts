import { type Ctx, denied, notFound, type Tenant } from '../../../core/contract.ts';
import {
  Companies,
  type CompanyUserInput,
  type CompanyUserQuery,
  type CompanyUserRow,
  type UserKind,
} from '../../foundation/companies/contract.ts';
import { chosenId, noteCompany, phoneColumns, withFacts } from '../../foundation/companies/shared.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { ClientCreated, ClientGroups, type ClientsApi } from './contract.ts';
import { askForFactor, settingsFrom } from './client-settings.ts';
import { clients, optionsOf, settingsOf, summaryOf } from './clients.store.ts';
import { clientPage } from './named.store.ts';
import { giveRights } from './rights.ts';
import { chooseProducts, chooseTerms, offeredTerms } from './selections.service.ts';

/** Topic of live news about the list. */
export const CLIENT_NEWS = 'clients.list';
const CLIENTS = { prefix: 'clients', word: 'Client', news: CLIENT_NEWS };

/** The port's implementation for one call. */
export const clientsOf = (ctx: Ctx): ClientsApi => ({
  find: (companyId) => summaryOf(ctx, companyId),
  options: () => optionsOf(ctx),
  page: (of) => clientPage(ctx, of),
  paymentTerms: async (companyId) => (await offeredTerms(ctx, companyId)).filter((t) => t.on).map((t) => t.term),
});

/** One page of clients with what other plugins know of them. */
export async function pageOfClients(ctx: Ctx, query: CompanyUserQuery): Promise<{ rows: CompanyUserRow[]; total: number }> {
  if (!ctx.can('list', 'Client')) throw denied();
  const { ids, total } = await clients.pageIds(ctx, { ...query, only: await ctx.use(Companies).matching(query) }, 'list');
  const [rows, known] = await ctx.together([() => clients.rowsOf(ctx, ids, 'list'), () => knownOf(ctx, ids)]);
  return { total, rows: known(rows) };
}

/** One client with what other plugins know of it. Throws 404 for one that the actor does not manage. */
export async function oneClient(ctx: Ctx, companyId: number): Promise<CompanyUserRow> {
  const row = await clients.find(ctx, companyId, 'list');
  if (!row) throw notFound();
  return (await knownOf(ctx, [companyId]))([row])[0]!;
}

/** Lays what other plugins know of these clients over their rows. */
async function knownOf(ctx: Ctx, ids: readonly number[]): Promise<(rows: readonly CompanyUserRow[]) => CompanyUserRow[]> {
  const accounts = ctx.use(Accounts);
  const [invited, facts] = await ctx.together([() => accounts.invited(accounts.ownerIds(ids)), () => ctx.use(Companies).facts(ids)]);
  const isInvited = (row: CompanyUserRow): boolean => row.id !== null && row.status_acc === 'active' && invited.has(row.id);
  return (rows) => withFacts(rows, facts).map((row) => (isInvited(row) ? { ...row, status_acc: 'invited' } : row));
}

/** Founds a client below the actor's agency, with its person, who is invited by mail unless a password is given. */
export async function createClient(ctx: Ctx, input: CompanyUserInput, extra: Record<string, unknown> = {}): Promise<CompanyUserRow> {
  if (!ctx.can('create', 'Client')) throw denied();
  const companies = ctx.use(Companies);
  const contact = companies.contact(input, { phone: 'optional' });
  const settings = settingsFrom(input);
  const client = await companies.create({ kind: 'client', parent: ctx.tenant, name: contact.companyName });
  await clients.save(ctx, client.id, { ...phoneColumns(contact.phone), ...settings }, extra);
  const { id: accountId } = await companies.savePerson(client, contact, 'client');
  await askForFactor(ctx, accountId, settings, false);
  await choose(ctx, client, input);
  await giveRights(ctx, client, accountId, input, settings);
  await ctx.emit(ClientCreated, { companyId: client.id, agencyId: client.agencyId });
  await noteCompany(ctx, 'created', CLIENTS, client);
  return (await clients.find(ctx, client.id, 'list'))!;
}

/** Changes a client and its person: the oldest, or the one named. Answers an address that waits to be confirmed. Throws 404 for a client the actor may not change. */
export async function updateClient(
  ctx: Ctx,
  companyId: number,
  input: CompanyUserInput,
  options: { accountId?: number; extra?: Record<string, unknown>; phone?: 'required' | 'optional' } = {},
): Promise<string | null> {
  const before = await clients.find(ctx, companyId, 'update');
  const client = before && (await ctx.company(companyId));
  if (!before || !client) throw notFound();
  const companies = ctx.use(Companies);
  const contact = companies.contact(
    { ...input, ClientCompanyName: input.ClientCompanyName ?? before.company_name },
    { phone: options.phone ?? 'required' },
  );
  const settings = settingsFrom(input);
  const asked = (await settingsOf(ctx, companyId))?.asks_factor ?? false;
  if (contact.companyName !== before.company_name) await companies.rename(companyId, contact.companyName);
  await clients.save(ctx, companyId, { ...phoneColumns(contact.phone), ...settings }, options.extra);
  const who = options.accountId ?? before.id ?? undefined;
  const { id: accountId, pendingEmail } = await companies.savePerson(client, contact, 'client', who);
  await askForFactor(ctx, accountId, settings, asked);
  await choose(ctx, client, input);
  await giveRights(ctx, client, accountId, input, settings);
  await noteCompany(ctx, 'updated', CLIENTS, { id: companyId, name: contact.companyName }, client);
  return pendingEmail;
}

async function choose(ctx: Ctx, client: Tenant, input: CompanyUserInput): Promise<void> {
  if (input.companyGroupID !== undefined)
    await ctx
      .contributions(ClientGroups)[0]
      ?.assign(ctx, client.id, chosenId(input.companyGroupID, 'companyGroupID', 'clients.problem.group'));
  if (input.selectedterms) await chooseTerms(ctx, client, input.selectedterms);
  if (input.selectedmodules) await chooseProducts(ctx, client, input.selectedmodules);
}

/** Removes a client with its people; refused while anything of its is open. Answers its name. */
export async function removeClient(ctx: Ctx, companyId: number): Promise<string> {
  const client = await clients.find(ctx, companyId, 'delete');
  if (!client) throw notFound();
  await ctx.use(Companies).remove(companyId);
  await noteCompany(ctx, 'removed', CLIENTS, { id: companyId, name: client.company_name });
  return client.company_name;
}

/** Clients under `/configuration/user`. */
export const clientKind: UserKind = {
  type: 'client',
  list: pageOfClients,
  create: (ctx, input) => createClient(ctx, input),
  update: (ctx, { companyId, accountId }, input) => updateClient(ctx, companyId, input, { accountId }),
  remove: removeClient,
};
