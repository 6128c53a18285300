import type { Ctx, ReadsAhead } from '../../../core/contract.ts';
import { holderOf } from './accounts.service.ts';
import { accountRow, cardAccount } from './accounts.store.ts';
import { gatewayFor } from './provider.ts';
import { payerRow } from './payers.store.ts';

/** The card of the actor's company, and the account that takes money: the agency's, which its clients know of, or a sales person's own. */
export function firstReads(ctx: Ctx): ReadsAhead {
  const { company_id: company, person_id: person } = holderOf(ctx);
  return {
    rows: [
      payerRow(ctx.db, company, gatewayFor(ctx).id),
      ctx.tenant.kind === 'client' ? cardAccount(ctx.db, ctx.tenant.agencyId) : accountRow(ctx.db, company, person),
    ],
  };
}
