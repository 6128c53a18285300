import type { Ctx } from '../../../core/contract.ts';
import { readCompany } from './company.store.ts';
import type { CompanyAddressesApi } from './contract.ts';

export const companyAddressesOf = (ctx: Ctx): CompanyAddressesApi => ({
  async of(companyId) {
    const { address, city, state_code: region, zip: postalCode, country_code: country } = await readCompany(ctx.db, companyId);
    return address || city || postalCode ? { line1: address, city, region, postalCode, country } : null;
  },
});
