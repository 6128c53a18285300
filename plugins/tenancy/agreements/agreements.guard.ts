import type { PageGuard } from '../../../core/contract.ts';
import { agreementsOf } from './agreements.service.ts';
import { definitions } from './documents.service.ts';

/**
 * Pages of a feature that needs an agreement are not entered before it was accepted; the dialog asks for it. Found by the feature that a
 * page names, whichever plugin it belongs to. Operators of the platform agree with nobody.
 */
export const agreementGuard: PageGuard = {
  id: 'agreements.accepted-first',
  order: 70,
  async check(ctx, page) {
    const slug = page.feature?.split('.')[1];
    if (!slug || ctx.tenant.kind === 'root') return null;
    const document = definitions(ctx).find((d) => d.feature?.slug === slug);
    if (!document?.feature) return null;
    return (await agreementsOf(ctx).accepted(document.name)) ? null : { ask: document.feature.dialog };
  },
};
