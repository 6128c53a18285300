import { type Ctx, shownMoney, type Tenant } from '../../../core/contract.ts';
import { asAgencyOf } from './billing.port.ts';
import { unbilledCents } from './close.service.ts';
import { companiesWithPeriods } from './periods.store.ts';

/** A client that owes what no bill says yet is not removed, alone or with its agency: there would be nobody left to bill. */
export async function removalGuard(ctx: Ctx, company: Tenant): Promise<string[]> {
  const reasons: string[] = [];
  for (const id of await companiesWithPeriods(ctx.db, company.id)) {
    if (!(await ctx.company(id))) continue;
    const reason = await asAgencyOf(ctx, id, async (inner, client) => {
      const cents = await unbilledCents(inner, client);
      return cents > 0 ? ctx.t('billing.guard.unbilled', { client: client.name, amount: shownMoney(cents) }) : null;
    });
    if (reason) reasons.push(reason);
  }
  return reasons;
}
