import type { Ctx, Tenant } from '../../../core/contract.ts';
import type { CompanyUserInput } from '../../foundation/companies/contract.ts';
import { People } from '../people/contract.ts';
import { type RightsCap, Roles } from '../roles/contract.ts';
import { type ClientSettings, settingsOf } from './clients.store.ts';

/** A client whose agency adds the campaigns loses that right, on the server and in every screen. */
export const addCampaignCap: RightsCap = {
  id: 'clients.add-campaign',
  why: 'clients.rights.add-campaign',
  async of(ctx, { company }) {
    if (company.kind !== 'client' || (await settingsOf(ctx, company.id))?.may_add_campaigns !== false) return null;
    return { LeadsPeek: { enable: true, create: false, update: true, delete: true } };
  },
};

/** Gives the person the role and restrictions that a call names, and works out what the client's settings leave of them. */
export async function giveRights(
  ctx: Ctx,
  client: Tenant,
  accountId: number,
  input: CompanyUserInput,
  settings: Partial<ClientSettings>,
): Promise<void> {
  if (ctx.has(People)) await ctx.use(People).giveRights(accountId, input);
  if (settings.may_add_campaigns !== undefined && ctx.has(Roles)) await ctx.use(Roles).refresh(client);
}
