import { type AreaDef, GRANTS, type Grants } from '../../../core/contract.ts';

declare module '../../../core/contract.ts' {
  interface Areas {
    AdsDesign: Grants;
    Campaign: Grants;
  }
}

/** Areas of the specification's roles beside those that other plugins declare. */
export const roleAreas: readonly AreaDef[] = [
  { id: 'AdsDesign', title: 'roles.area.ads-design', order: 10, grants: GRANTS, types: { sales: ['enable'] }, viewMode: ['enable'] },
  { id: 'Campaign', title: 'roles.area.campaign', order: 20, grants: GRANTS, types: { sales: ['enable'] }, viewMode: ['enable'] },
];
