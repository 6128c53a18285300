import { randomUUID } from 'node:crypto';
import type { Ctx } from '../../../../core/contract.ts';
import type { GatewayEvent } from './gateway.ts';
import { SandboxRecords } from './sandbox.store.ts';

/** The sandbox tells each event so often: like a provider that did not hear that the first delivery arrived. */
const DELIVERIES = 3;
const AGAIN_MS = 60_000;

interface Telling {
  about: Pick<GatewayEvent, 'paymentId' | 'operationId' | 'account'>;
  /** Milliseconds since the epoch. */
  dueAt: number;
  left: number;
}

/** The sandbox will tell, from then on, that a payment changed. */
export async function sandboxTells(ctx: Ctx, about: Telling['about'], from: Date): Promise<void> {
  const wanted: Telling = { about, dueAt: from.getTime(), left: DELIVERIES };
  await new SandboxRecords(ctx).keep('event', randomUUID(), about.account ?? '', wanted);
}

/** Agencies that the sandbox has something to tell about. */
export const agenciesToTell = async (platform: Ctx['db']): Promise<number[]> => {
  const told = platform('payments_sandbox').where({ kind: 'event' }).whereRaw(`to_timestamp((data->>'dueAt')::bigint / 1000.0) <= now()`);
  return (await told.distinct('agency_id').pluck('agency_id')) as number[];
};

/** Tells what is due, as a webhook would, to `note`, which answers whether it is new; answers whether anything was. */
export async function deliver(
  ctx: Ctx,
  note: (db: Ctx['db'], event: Omit<GatewayEvent, 'live'> & { gateway: string }) => Promise<boolean>,
): Promise<boolean> {
  const records = new SandboxRecords(ctx);
  let isNew = false;
  for (const { id, data } of await records.all<Telling>('event', {})) {
    if (data.dueAt > ctx.now.getTime()) continue;
    const type = 'payment_intent.succeeded';
    const event = { ...data.about, id, type, gateway: 'sandbox', objectId: data.about.paymentId ?? '', createdAt: ctx.now };
    isNew = (await ctx.transaction(({ db }) => note(db, event))) || isNew;
    if (data.left === 1) await records.remove('event', id);
    else await records.change('event', id, { left: data.left - 1, dueAt: ctx.now.getTime() + AGAIN_MS }, { left: data.left });
  }
  return isNew;
}
