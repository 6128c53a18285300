import type { Outcome } from '../../../core/contract.ts';
import { accept, call, type Client } from './api.ts';

/** A contact that SendGrid took and writes when it gets to it. */
type Job = Readonly<{ id: string; at: number }>;

/** Seconds between two looks: a few at first, longer the longer it takes. */
const SOONEST = 15;
const LATEST = 900;
/** Seconds after which nobody waits any more. */
const TOO_LONG = 86_400;

/** That it is not done yet, after so many seconds. */
const importing = (age: number): Outcome => ({
  ok: true,
  again: Math.round(Math.min(Math.max(age / 2, SOONEST), LATEST)),
  note: 'connector-sendgrid.importing',
});

/** What became of an import. Nobody looks in the run that began it, when it cannot be done. */
export async function importOutcome(client: Client, { id, at }: Job, hasJustBegun: boolean): Promise<Outcome> {
  if (hasJustBegun) return importing(0);
  const age = (client.now - at) / 1_000;
  const response = await call(client, 'GET', `/marketing/contacts/imports/${encodeURIComponent(id)}`);
  // An import that has just begun may not be known everywhere.
  const { status = 'pending', results = {} } = response.status === 404 ? {} : accept(response);
  if (status === 'completed') return { ok: true, note: `Import ${id} completed` };
  if (status === 'errored' || status === 'failed')
    return { ok: false, then: 'reject', note: `Import ${id} ${status}: ${JSON.stringify(results)}` };
  return age < TOO_LONG ? importing(age) : { ok: false, then: 'reject', note: 'connector-sendgrid.refused.late' };
}
