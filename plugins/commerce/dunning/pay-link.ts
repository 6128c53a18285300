import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Ctx, Problem, type Tenant } from '../../../core/contract.ts';

/** A mailed link is good for so long; the next mail brings another one. */
const DAYS = 14;
const MAC_BYTES = 32;

interface Claim {
  companyId: number;
  invoiceId: string;
  /** Seconds since the epoch. */
  until: number;
}

/** Address at which anybody who holds it may pay this one invoice, for fourteen days. */
export async function payLink(ctx: Ctx, client: Tenant, invoiceId: string): Promise<string> {
  const until = Math.floor(ctx.now.getTime() / 1000) + DAYS * 86_400;
  return `${await ctx.origin(client)}/pay/${sealed(ctx, { companyId: client.id, invoiceId, until })}`;
}

/** What a link is for. Throws 403 for one that is not ours, was changed, or has had its time. */
export function readLink(ctx: Ctx, token: string): Omit<Claim, 'until'> {
  const bytes = Buffer.from(token, 'base64url');
  const body = bytes.subarray(MAC_BYTES);
  // Only the one spelling that was handed out.
  const genuine =
    bytes.length > MAC_BYTES && bytes.toString('base64url') === token && timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(ctx, body));
  if (!genuine) throw refused();
  const { companyId, invoiceId, until } = JSON.parse(body.toString()) as Claim;
  if (until * 1000 <= ctx.now.getTime()) throw refused();
  return { companyId, invoiceId };
}

/** Says the same of every link that cannot be used. */
export const refused = (): Problem => new Problem(403, 'dunning.problem.link');

function sealed(ctx: Ctx, claim: Claim): string {
  const body = Buffer.from(JSON.stringify(claim));
  return Buffer.concat([macOf(ctx, body), body]).toString('base64url');
}
const macOf = (ctx: Ctx, body: Buffer): Buffer => createHmac('sha256', ctx.secrets.key('dunning.pay-link')).update(body).digest();
