import { flagOf } from '../../../core/contract.ts';
import { Companies } from '../../foundation/companies/contract.ts';
import { Developer } from '../developer/contract.ts';
import type { AgencyRoleFieldsOf } from '../../tenancy/roles/contract.ts';

/** What the specification's role call tells of an agency: the products it has, each with name and address, and developer mode. */
export const agencyRoleFields: AgencyRoleFieldsOf = {
  id: 'agencies',
  async of(ctx, agency) {
    const modules = await ctx.use(Companies).products(agency);
    const sold = modules.filter(({ on }) => on).map(({ product }) => product);
    const apiMode = ctx.has(Developer) && (await ctx.use(Developer).stateOf([agency.id])).get(agency.id)?.apiMode === true;
    return {
      api_mode: flagOf(apiMode),
      accessmodule_agency: sold.join('|'),
      agencyFilteredModules: sold.map((type) => ({ type, name: ctx.named(type).name })),
      agency_side_menu: sold.map((type) => ({ type, ...ctx.named(type) })),
    };
  },
};
