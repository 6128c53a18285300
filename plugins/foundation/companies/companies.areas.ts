import { type AreaDef, GRANTS, type Grants } from '../../../core/contract.ts';

declare module '../../../core/contract.ts' {
  interface Areas {
    LeadsPeek: Grants;
  }
}

/** What companies work with: their products, and the leads these bring. */
export const companyAreas: readonly AreaDef[] = [
  {
    id: 'LeadsPeek',
    title: 'companies.area.leads',
    order: 30,
    grants: GRANTS,
    types: { sales: ['enable'] },
    viewMode: ['enable', 'update'],
  },
];
