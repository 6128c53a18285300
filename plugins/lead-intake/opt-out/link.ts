import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type Ctx, Problem } from '../../../core/contract.ts';

/** A mailed link is good for so long; who comes later asks for another one. */
export const LINK_DAYS = 30;
const PLACE = 'opt-out.link';
const MAC_BYTES = 16;
const ID_BYTES = 16;

interface Sealed {
  email: string;
  /** Seconds since the epoch. */
  until: number;
}

/** Address at which whoever reads the mails of an address opts out of the host's brand, and takes it back. Nobody reads the address from it. */
export async function mailedLink(ctx: Ctx, email: string): Promise<string> {
  const until = Math.floor(ctx.now.getTime() / 1000) + LINK_DAYS * 86_400;
  const sealed = await ctx.secrets.seal(ctx.host.id, PLACE, JSON.stringify({ email, until } satisfies Sealed));
  return `${await ctx.origin(ctx.host)}/opt-out/confirm/${sealed}`;
}

/** Whose link it is. Throws 403 for one that is not of this brand, was changed, or has had its time. */
export async function readMailedLink(ctx: Ctx, token: string): Promise<string> {
  const plain = await ctx.secrets.open(ctx.host.id, PLACE, token).catch(() => null);
  if (plain === null) throw refused();
  const { email, until } = JSON.parse(plain) as Sealed;
  if (until * 1000 <= ctx.now.getTime()) throw refused();
  return email;
}

/**
 * Makes what stands in files and other systems for a lead: its person asks by it for a mail, and nobody does more. Good for as long as the lead is.
 * Made ready once for many leads.
 */
export function leadTokens({ secrets }: Pick<Ctx, 'secrets'>): (leadId: string) => string {
  const key = keyOf(secrets);
  return (leadId) => {
    const id = Buffer.from(leadId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, macOf(key, id)]).toString('base64url');
  };
}

/** The lead of a link. Throws 403 for one that is not ours. */
export function readLeadToken({ secrets }: Pick<Ctx, 'secrets'>, token: string): string {
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, ID_BYTES);
  const genuine =
    bytes.length === ID_BYTES + MAC_BYTES &&
    bytes.toString('base64url') === token &&
    timingSafeEqual(bytes.subarray(ID_BYTES), macOf(keyOf(secrets), id));
  if (!genuine) throw refused();
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Says the same of every link that cannot be used. */
export const refused = (): Problem => new Problem(403, 'opt-out.problem.link');

// Plain bytes would be made a key for each lead, which takes longer than the hash.
const keyOf = (secrets: Ctx['secrets']): KeyObject => createSecretKey(secrets.key('opt-out.lead-link'));
const macOf = (key: KeyObject, id: Buffer): Buffer => createHmac('sha256', key).update(id).digest().subarray(0, MAC_BYTES);
