import { type Ctx, notFound, Problem } from '../../../core/contract.ts';
import { OptOuts } from '../../campaign-management/exclusions/contract.ts';
import { PersonRecords, PrivacyRequests } from '../../foundation/privacy/contract.ts';
import { maskedAddress } from '../../foundation/privacy/shared.ts';
import { readLeadToken, readMailedLink, refused } from './link.ts';
import { mailLink } from './mails.ts';

const normalised = (email: string): string => email.trim().toLowerCase();

/** Mails a link to an address that a stranger typed. At a host of nobody there is no brand to opt out of. */
export async function ask(ctx: Ctx, email: string): Promise<void> {
  if (ctx.host.id === 0) throw notFound();
  await mailLink(ctx, normalised(email));
}

/** The address of the lead that a link is of. Throws 403 where there is none any more. */
export async function addressOfLead(ctx: Ctx, token: string): Promise<string> {
  const typed = { lead: readLeadToken(ctx, token) };
  for (const { whom } of ctx.contributions(PersonRecords))
    for (const { emails } of (await whom?.(ctx, typed)) ?? []) if (emails[0]) return emails[0];
  throw refused();
}

interface Standing {
  who: string;
  optedOut: boolean;
  /** Records are held by agencies, so their brands alone erase them. */
  mayErase: boolean;
}
export async function standingOf(ctx: Ctx, token: string): Promise<Standing> {
  const email = await readMailedLink(ctx, token);
  return { who: maskedAddress(email), optedOut: await ctx.use(OptOuts).has(ctx.host.id, email), mayErase: ctx.host.kind === 'agency' };
}

/** Opts whoever holds the link out of the brand, and has them erased where they want that; answers the number of the request to erase. */
export async function optOut(ctx: Ctx, token: string, erase: boolean): Promise<number | null> {
  const email = await readMailedLink(ctx, token);
  if (erase && ctx.host.kind !== 'agency') throw new Problem(409, 'opt-out.problem.erase');
  if (await ctx.use(OptOuts).add(ctx.host.id, email))
    await ctx.audit({ action: 'opt-out.confirmed', companyId: ctx.host.id, description: 'Somebody opted out' });
  await ctx.live('exclusions', ctx.host);
  return erase ? ctx.use(PrivacyRequests).erase({ email }, 'person') : null;
}

/** Takes an opt-out back, which nobody else can. */
export async function takeBack(ctx: Ctx, token: string): Promise<void> {
  const email = await readMailedLink(ctx, token);
  if (await ctx.use(OptOuts).remove(ctx.host.id, email))
    await ctx.audit({ action: 'opt-out.taken-back', companyId: ctx.host.id, description: 'Somebody took their opt-out back' });
  await ctx.live('exclusions', ctx.host);
}
