import { flagOf } from '../../core/contract.ts';
import type { UserFieldsOf } from '../accounts/contract.ts';
import type { PersonProfile } from './people.store.ts';

/** What `GET /user` says of the account, and of whoever works for an agency or the root. */
export const peopleUserFields: UserFieldsOf = {
  id: 'people',
  named: ['isAccExecutive'],
  async of(ctx) {
    const account = (await ctx.db('core_public_account').where({ id: ctx.actor.id }).first('status')) as { status: string } | undefined;
    const everybody = { status_acc: account?.status ?? '', isAccExecutive: flagOf(false) };
    const row = (await ctx.db('people_profile').where({ account_id: ctx.actor.id }).first()) as PersonProfile | undefined;
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
