import type { UserFieldsOf } from '../accounts/contract.ts';
import { flag } from '../companies/shared.ts';
import type { PersonProfile } from './people.store.ts';

/** What `GET /user` says of the account, and of whoever works for an agency or the root. */
export const peopleUserFields: UserFieldsOf = {
  id: 'people',
  async of(ctx) {
    const account = (await ctx.db('core_account').where({ id: ctx.actor.id }).first('status')) as { status: string } | undefined;
    const everybody = { status_acc: account?.status ?? '', isAccExecutive: flag(false) };
    const row = (await ctx.db('people_profile').where({ account_id: ctx.actor.id }).first()) as PersonProfile | undefined;
    if (!row) return everybody;
    return {
      ...everybody,
      isAccExecutive: flag(row.sales_ae),
      defaultAdmin: flag(row.default_admin),
      customercare: flag(row.customer_care),
      adminGetNotification: flag(row.notified),
      ...(row.referral_code === null ? {} : { salesRef: row.referral_code }),
    };
  },
};
