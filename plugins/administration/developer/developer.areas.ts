import { type AreaDef, GRANTS, type Grants } from '../../../core/contract.ts';

declare module '../../../core/contract.ts' {
  interface Areas {
    Developer: Grants;
  }
}

/**
 * Developer mode of agencies, and the keys of their programs. Clients and sales people have no part in it; operators have all of it to give it to the
 * agencies that they found, and make no keys themselves (`developerAbilities`).
 */
export const developerAreas: readonly AreaDef[] = [
  {
    id: 'Developer',
    title: 'developer.area',
    order: 60,
    grants: GRANTS,
    types: { client: [], sales: [] },
    viewMode: ['enable'],
  },
];
