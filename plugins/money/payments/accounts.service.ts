import { type Ctx, defineEvent, notFound, T } from '../../../core/contract.ts';
import { findAccount, insertAccount, saveState } from './accounts.store.ts';
import type { AccountRow } from './rows.gen.ts';
import { answered, gatewayFor } from './provider.ts';
import { PAYMENTS_TOPIC } from './operations.service.ts';

/** An account was opened, or the provider sees it otherwise than before. */
export const AccountChanged = defineEvent({
  id: 'payments.account-changed',
  version: 1,
  payload: T.Object({ companyId: T.Integer(), personId: T.Integer(), status: T.String(), chargesEnabled: T.Boolean() }),
});

/** Whose account it is: the agency's own, or for a sales person their own. */
export const holderOf = (ctx: Ctx): { company_id: number; person_id: number } => ({
  company_id: ctx.tenant.id,
  person_id: ctx.actor.userType === 'sales' ? ctx.actor.id : 0,
});

/** Opens the caller's account at the provider if there is none, and answers the page on which to complete it. */
export async function connect(ctx: Ctx): Promise<string> {
  const gateway = gatewayFor(ctx);
  const holder = holderOf(ctx);
  let known = await ctx.transaction((inner) => findAccount(inner.db, holder.company_id, holder.person_id));
  if (!known || known.gateway !== gateway.id) {
    const idempotencyKey = `account-${holder.company_id}-${holder.person_id}-${await generation(ctx)}`;
    const account = await answered(gateway.openAccount({ idempotencyKey, companyId: ctx.tenant.id, email: ctx.actor.email }));
    known = await ctx.transaction(async (inner) => {
      await insertAccount(inner.db, { ...holder, gateway: gateway.id, account });
      await inner.audit({ action: 'payments.account-opened', description: 'Account at the payment provider opened', target: account });
      return (await findAccount(inner.db, holder.company_id, holder.person_id))!;
    });
  }
  const origin = await ctx.origin();
  const back = `${origin}${holder.person_id ? '/configuration/sales-connect-account' : '/configuration/general-setting'}`;
  return answered(gateway.accountLink(known.account, { returnUrl: back, refreshUrl: back }));
}

/** Asks the provider how an account stands and notes it. Never inside a transaction. */
export async function refresh(ctx: Ctx, known: Pick<AccountRow, 'account' | 'gateway' | 'company_id' | 'person_id'>): Promise<void> {
  const state = await gatewayFor(ctx, known.gateway).account(known.account);
  await ctx.transaction(async (inner) => {
    if (!(await saveState(inner.db, state))) return;
    const { company_id: companyId, person_id: personId } = known;
    await inner.emit(AccountChanged, { companyId, personId, status: state.status, chargesEnabled: state.chargesEnabled });
    await inner.live(PAYMENTS_TOPIC, companyId);
  });
}

/** Refreshes the caller's own account and answers it. */
export async function checkOwn(ctx: Ctx): Promise<AccountRow> {
  const holder = holderOf(ctx);
  const read = () => ctx.transaction((inner) => findAccount(inner.db, holder.company_id, holder.person_id));
  const known = await read();
  // One that was opened with another provider is none with this one.
  if (known?.gateway !== gatewayFor(ctx).id) throw notFound();
  await answered(refresh(ctx, known));
  return (await read())!;
}

/** A key that was used for an account which was reset since must not answer that one again. */
async function generation(ctx: Ctx): Promise<number> {
  return ctx.transaction(async ({ db, tenant }) => {
    const [{ n }] = (await db('core_public_audit').where({ company_id: tenant.id, action: 'payments.account-reset' }).count('* as n')) as [
      { n: string },
    ];
    return Number(n);
  });
}
