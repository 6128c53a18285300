import { createHmac } from 'node:crypto';
import type { Ctx } from '../../../core/contract.ts';
import { mailedLink } from './link.ts';

/** Mails that somebody gets within a day because their address was typed, by whomever and however often: from one brand, and from all of them. */
export const MOST_OF_BRAND = 2;
export const MOST_OF_ALL = 4;

/** Mails a link to the address, unless it had its share. Whoever asks is not told which. */
export async function mailLink(ctx: Ctx, email: string): Promise<void> {
  if (!(await mayMail(ctx, email))) return;
  await ctx.mail({
    to: email,
    subject: 'opt-out.mail.subject',
    text: 'opt-out.mail.text',
    params: { company: ctx.host.name, link: await mailedLink(ctx, email) },
    locale: ctx.locale,
  });
}

async function mayMail(ctx: Ctx, email: string): Promise<boolean> {
  const keyOf = (text: string): Buffer => createHmac('sha256', ctx.secrets.key('opt-out.mail')).update(text).digest();
  const { rows } = (await ctx.db.raw('select opt_out_may_mail(?::bytea[], ?::int[], ?) as may', [
    [keyOf(email), keyOf(`${ctx.host.id} ${email}`)],
    [MOST_OF_ALL, MOST_OF_BRAND],
    ctx.now,
  ] as never)) as { rows: [{ may: boolean }] };
  return rows[0].may;
}
