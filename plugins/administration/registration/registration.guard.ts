import type { PageGuard } from '../../../core/contract.ts';
import { takesAgencies } from './registration.service.ts';

/** Agencies register at the root's host; on an agency's host there is no such page. */
export const registrationGuard: PageGuard = {
  id: 'registration.host',
  order: 50,
  check: async (ctx, page) => (page.id === 'registration.agency-page' && !takesAgencies(ctx) ? 'missing' : null),
};
