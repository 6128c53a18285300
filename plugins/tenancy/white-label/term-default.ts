import type { Ctx } from '../../../core/contract.ts';
import { Companies } from '../../foundation/companies/contract.ts';
import type { TermDefaultsApi } from './contract.ts';
import { Theme } from './theme.settings.ts';

/** The port's implementation: what the agency chose, as long as it offers that, else the first it offers. */
export const termDefaultsOf = (ctx: Ctx): TermDefaultsApi => ({
  async of(agency) {
    const offered = await ctx.use(Companies).paymentTerms(agency);
    const { paymenttermDefault } = await ctx.setting(Theme, agency);
    return paymenttermDefault && offered.includes(paymenttermDefault) ? paymenttermDefault : (offered[0] ?? 'Weekly');
  },
});
