import type { Ctx, Letterhead, MailSenderApi, Tenant } from '../../../core/contract.ts';
import { ownerOf } from '../../foundation/accounts/shared.ts';
import { brandNameOf, PRIMARY } from './brand.ts';
import { logoFile, logoHashOf } from './logo.store.ts';
import { accountOf, mailServerOf, noteSending } from './smtp.store.ts';
import { Theme } from './theme.settings.ts';

/** After this many failures in a row nothing is tried for an hour: a dead server must not slow everybody's letters. */
const PAUSE_AFTER = 5;
const PAUSE_SECONDS = 3600;

/** The port's implementation: asked by the mailer as the company's agency. */
export const mailSenderOf = (ctx: Ctx): MailSenderApi => ({
  letterhead: () => letterheadOf(ctx, ctx.tenant),
  async of(company) {
    const server = await mailServerOf(ctx, company.agencyId);
    const usable = server?.is_on && !(server.paused_until && server.paused_until > ctx.now);
    return { letterhead: await letterheadOf(ctx, ctx.tenant), smtp: usable ? await accountOf(ctx, server) : null };
  },
  async noted(company, problem) {
    const failures = await noteSending(ctx, company.agencyId, problem, PAUSE_AFTER, PAUSE_SECONDS);
    if (problem && failures === PAUSE_AFTER) await warnOwner(ctx, company.agencyId, problem);
  },
});

/** A company's letters carry the look of its agency. */
async function letterheadOf(ctx: Ctx, company: Tenant): Promise<Letterhead> {
  const { linkcolor } = await ctx.setting(Theme, company);
  const hash = await logoHashOf(ctx, company.agencyId);
  return { name: await brandNameOf(ctx, company), color: linkcolor ?? PRIMARY, logo: hash ? await logoFile(ctx, hash) : null };
}

/** Goes through the platform, for the server that is written of is paused by now. */
async function warnOwner(ctx: Ctx, agencyId: number, problem: string): Promise<void> {
  const owner = await ownerOf(ctx, agencyId);
  await ctx.audit({ action: 'white-label.mail-server-paused', companyId: agencyId, description: `Mail server paused: ${problem}` });
  if (!owner) return;
  await ctx.mail({
    to: owner.email,
    subject: 'white-label.mail.smtp.subject',
    text: 'white-label.mail.smtp.text',
    params: { name: owner.name },
    texts: { problem: `white-label.smtp.fault.${problem}` },
    about: 'notice',
  });
}
