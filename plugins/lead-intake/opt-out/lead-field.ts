import { type Ctx, T } from '../../../core/contract.ts';
import type { Lead, LeadFieldSet } from '../leads/contract.ts';
import { leadTokens } from './link.ts';

const addressOf = async (ctx: Ctx): Promise<string> => `${await ctx.origin()}/opt-out/lead/`;

/** The link by which the person of a lead opts out, for whoever writes to them: in files, and for other systems to send along. */
export const optOutField: LeadFieldSet = {
  fields: T.Object({ optOutLink: T.String({ format: 'uri', title: 'opt-out.field.optOutLink' }) }),
  sample: () => ({ optOutLink: 'https://example.com/opt-out' }),
  async of(ctx: Ctx, leads: readonly Lead[]) {
    const reachable = leads.filter(({ email, isErased, isTest }) => email !== '' && !isErased && !isTest);
    if (reachable.length === 0) return new Map();
    const address = await addressOf(ctx);
    const tokenOf = leadTokens(ctx);
    return new Map(reachable.map(({ id }) => [id, { optOutLink: address + tokenOf(id) }]));
  },
};
