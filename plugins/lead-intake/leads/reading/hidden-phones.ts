import type { Ctx } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Clients } from '../../../tenancy/clients/contract.ts';
import type { Lead } from '../contract.ts';

/** Leads as the caller may be given them. */
type Shown = <L extends Lead>(leads: L[]) => L[];

/**
 * What takes phone numbers out of what a client is given, where its agency said so for the client or for the campaign. Its screens,
 * exports and connectors all read leads in the client's name, so this one place serves them all.
 */
export async function phonesShownTo(ctx: Ctx): Promise<Shown> {
  if (ctx.tenant.kind !== 'client') return (leads) => leads;
  const [client, hiding] = await ctx.together([
    async () => (ctx.has(Clients) ? ctx.use(Clients).find(ctx.tenant.id) : null),
    () => ctx.use(Campaigns).hidingPhones(),
  ]);
  const hidesAll = client?.seesPhones === false;
  return (leads) => leads.map((lead) => (hidesAll || hiding.has(lead.campaignId) ? { ...lead, phone: '' } : lead));
}

/** The leads, without the phone numbers that are kept from the caller. */
export const withoutHiddenPhones = async <L extends Lead>(ctx: Ctx, leads: L[]): Promise<L[]> =>
  leads.length === 0 ? leads : (await phonesShownTo(ctx))(leads);
