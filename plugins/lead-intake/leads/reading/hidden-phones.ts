import type { Ctx } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Clients } from '../../../tenancy/clients/contract.ts';
import type { Lead } from '../contract.ts';

/**
 * Takes phone numbers out of what a client is given, where its agency said so for the client or for the campaign. Its screens,
 * exports and connectors all read leads in the client's name, so this one place serves them all.
 */
export async function withoutHiddenPhones<L extends Lead>(ctx: Ctx, leads: L[]): Promise<L[]> {
  if (ctx.tenant.kind !== 'client' || leads.length === 0) return leads;
  const [client, campaigns] = await ctx.together([
    async () => (ctx.has(Clients) ? ctx.use(Clients).find(ctx.tenant.id) : null),
    () => ctx.use(Campaigns).byId([...new Set(leads.map((lead) => lead.campaignId))]),
  ]);
  const isHidden = (lead: L): boolean => client?.seesPhones === false || campaigns.get(lead.campaignId)?.hidesPhone === true;
  return leads.map((lead) => (isHidden(lead) ? { ...lead, phone: '' } : lead));
}
