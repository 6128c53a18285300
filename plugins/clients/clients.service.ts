import { conflict, type Ctx, denied, notFound } from '../../core/contract.ts';
import { Companies, type CompanyUserInput, type UserKind } from '../agencies/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { type ClientRow, findClient, listClients, lockCompany, optionsOf, saveProfile, summaryOf } from './clients.store.ts';
import { ClientCreated, type ClientsApi } from './contract.ts';
import { refuseUnknownZone } from './timezones.ts';

/** Topic of live news about the list. */
const CLIENT_NEWS = 'clients.list';

/** The port's implementation for one call. */
export const clientsOf = (ctx: Ctx): ClientsApi => ({
  find: (companyId) => summaryOf(ctx, companyId),
  options: () => optionsOf(ctx),
});

/** Founds a client below the actor's agency, with its person, who is invited by mail. */
export async function createClient(ctx: Ctx, input: CompanyUserInput, extra: Record<string, unknown> = {}): Promise<ClientRow> {
  if (!ctx.can('create', 'Client')) throw denied();
  const companies = ctx.use(Companies);
  const contact = companies.contact(input, { phone: 'optional' });
  if (input.timezone !== undefined) refuseUnknownZone(input.timezone);
  const client = await companies.create({ kind: 'client', parent: ctx.tenant, name: contact.companyName });
  await saveProfile(ctx, client.id, contact, input.timezone, extra);
  await companies.savePerson(client, contact, 'client');
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
  if (input.timezone !== undefined) refuseUnknownZone(input.timezone);
  if (contact.companyName !== before.company_name) await companies.rename(companyId, contact.companyName);
  await saveProfile(ctx, companyId, contact, input.timezone, options.extra ?? {});
  await companies.savePerson(client, contact, 'client', options.accountId ?? before.id ?? undefined);
  await ctx.audit({
    action: 'clients.updated',
    companyId,
    description: `Client ${contact.companyName} changed`,
    target: String(companyId),
  });
  await ctx.live(CLIENT_NEWS, client);
  return (await findClient(ctx, companyId, 'list'))!;
}

/** Removes a client with its people; refused while campaigns are open. Answers its name. */
export async function removeClient(ctx: Ctx, companyId: number): Promise<string> {
  const client = await findClient(ctx, companyId, 'delete');
  if (!client) throw notFound();
  await lockCompany(ctx, companyId);
  const open = ctx.has(Campaigns) ? await ctx.use(Campaigns).open({ companyId }) : [];
  if (open.length > 0)
    throw conflict('clients.problem.open-campaigns', { params: { campaigns: open.join(', ') }, extra: { campaigns: open } });
  await ctx.use(Companies).remove(companyId);
  await ctx.audit({ action: 'clients.removed', description: `Client ${client.company_name} removed`, target: String(companyId) });
  await ctx.live(CLIENT_NEWS);
  return client.company_name;
}

/** Clients under `/configuration/user`. */
export const clientKind: UserKind = {
  type: 'client',
  async list(ctx, query) {
    if (!ctx.can('list', 'Client')) throw denied();
    return listClients(ctx, query);
  },
  create: (ctx, input) => createClient(ctx, input),
  update: (ctx, { companyId, accountId }, input) => updateClient(ctx, companyId, input, { accountId }),
  remove: removeClient,
};
