import { DateTime } from 'luxon';
import type { Ctx, Tenant } from '../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';

/** A moment as a mail states it, in the reader's zone, e.g. `Sunday, March 14, 2027, 10:00 AM EDT`. */
export const moment = (at: Date, zone: string): string =>
  DateTime.fromJSDate(at, { zone }).setLocale('en-US').toFormat('cccc, LLLL d, yyyy, h:mm a ZZZZ');

type About = 'failed' | 'failed-last' | 'suspended' | 'stopped' | 'paid' | 'agency-failed' | 'agency-paused' | 'agency-paid';

/** Queues a mail to the owner of a company, if it has one; its texts are `dunning.mail.<about>.subject` and `.text`. */
export async function mailOwner(ctx: Ctx, company: Tenant, about: About, params: Record<string, string>): Promise<void> {
  if (!ctx.has(Accounts)) return;
  const owner = (await ctx.use(Accounts).owners([company.id])).get(company.id);
  if (!owner) return;
  await ctx.as(company, (own) =>
    own.mail({
      to: owner.email,
      subject: `dunning.mail.${about}.subject`,
      text: `dunning.mail.${about}.text`,
      params: { ...params, name: owner.name, company: company.name },
      about: 'billing',
    }),
  );
}
