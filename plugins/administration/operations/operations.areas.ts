import type { AreaDef, Grants } from '../../../core/contract.ts';

declare module '../../../core/contract.ts' {
  interface Areas {
    Operations: Grants;
  }
}

/**
 * What runs the platform: operators have it and give it to each other. There is nothing of it for anybody below the root, nor for whoever looks through an account
 * (`operationsAbilities`); agencies' role editors do not offer it.
 */
export const operationsAreas: readonly AreaDef[] = [
  {
    id: 'Operations',
    title: 'operations.area',
    order: 60,
    grants: ['enable', 'update'],
    types: { sales: [], client: [] },
    offered: ['read', 'Platform'],
    viewMode: [],
  },
];
