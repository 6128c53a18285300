import type { AreaDef, Grants } from '../../../core/contract.ts';

declare module '../../../core/contract.ts' {
  interface Areas {
    Privacy: Grants;
  }
}

/**
 * Whoever may answer a person sees and carries away all that is held of them; nobody who looks through an account may, and no sales people. Operators
 * have it to give it to the agencies that they found; there is nothing of it for themselves (`privacyAbilities`).
 */
export const privacyAreas: readonly AreaDef[] = [
  { id: 'Privacy', title: 'privacy.area', order: 37, grants: ['enable', 'create', 'delete'], types: { sales: [] }, viewMode: [] },
];
