import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import type { Kernel } from '../kernel.ts';

const DAYS = 400;
const SHAPE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * The browser's device id, or a new one for a browser without. The id opens nothing: a plugin may remember which accounts signed in
 * with it. It is signed, so that nobody makes up ids by the million.
 */
export function deviceOf(kernel: Kernel, ctx: Context): { id: string; isNew: boolean; keep: boolean } {
  const [, id, signature] = SHAPE.exec(ctx.cookies.get(nameOf(kernel)) ?? '') ?? [];
  if (id && signature && fits(kernel, id, signature)) return { id, isNew: false, keep: false };
  return { id: randomBytes(16).toString('base64url'), isNew: true, keep: false };
}

/** Gives the browser its id. For the product's own calls only, and out of reach of scripts. */
export function giveDevice(kernel: Kernel, ctx: Context, id: string): void {
  const kept = `Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Strict`;
  ctx.append(
    'set-cookie',
    `${nameOf(kernel)}=${id}.${signatureOf(kernel, id)}; ${kept}; ${isSecure(kernel) ? 'Path=/; Secure' : 'Path=/api'}`,
  );
}

const isSecure = (kernel: Kernel): boolean => kernel.config.publicOrigin.startsWith('https:');
/** With the prefix a browser takes the cookie from this very host alone, so that no neighbour below the same domain sets one. */
const nameOf = (kernel: Kernel): string => (isSecure(kernel) ? '__Host-device' : 'device');

const signatureOf = (kernel: Kernel, id: string): string =>
  createHmac('sha256', kernel.secrets.key('core.device')).update(id).digest('base64url');

function fits(kernel: Kernel, id: string, signature: string): boolean {
  return timingSafeEqual(Buffer.from(signatureOf(kernel, id)), Buffer.from(signature));
}
