import { type Ctx, flagOf, type ReadsAhead } from '../../../core/contract.ts';
import type { UserFieldsOf } from '../../foundation/accounts/contract.ts';
import { executiveRow, type PersonProfile } from './people.store.ts';

const accountRow = (ctx: Ctx) => ctx.db('core_public_account').where({ id: ctx.actor.id }).first('status');
const profileRow = (ctx: Ctx) => ctx.db('people_profile').where({ account_id: ctx.actor.id }).first();

/** Whether a sales person is an account executive. */
export const firstReads = (ctx: Ctx): ReadsAhead =>
  ctx.actor.userType === 'sales' ? { rows: [accountRow(ctx), profileRow(ctx), executiveRow(ctx)] } : {};

/** What `GET /user` says of the account, and of whoever works for an agency or the root. */
export const peopleUserFields: UserFieldsOf = {
  id: 'people',
  named: ['isAccExecutive'],
  async of(ctx) {
    const [account, row] = await ctx.together([
      async () => (await accountRow(ctx)) as { status: string } | undefined,
      async () => (await profileRow(ctx)) as PersonProfile | undefined,
    ]);
    const everybody = { status_acc: account?.status ?? '', isAccExecutive: flagOf(false) };
    if (!row) return everybody;
    return {
      ...everybody,
      isAccExecutive: flagOf(row.sales_ae),
      defaultAdmin: flagOf(row.default_admin),
      customercare: flagOf(row.customer_care),
      adminGetNotification: flagOf(row.notified),
      ...(row.referral_code === null ? {} : { salesRef: row.referral_code }),
    };
  },
};
