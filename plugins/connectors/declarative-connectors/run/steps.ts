import { createHash } from 'node:crypto';
import { type ConnectorClient, type ConnectorResponse, type Json, NotAccepted, type Outcome } from '../../../../core/contract.ts';
import { at } from '../format/pointer.ts';
import type { DocumentAnswer, DocumentStep } from '../format/schema.ts';
import { render, type Values } from '../format/templates.ts';
import { jsonOf, outcomeBy } from './answers.ts';
import { requestOf } from './requests.ts';

/** Characters of a value that is kept. */
const LONGEST_KEPT = 300;
/** How a note of our own reads where the answer lacks what later steps need. */
const lacks = (name: string, pointer: string): string => `the answer of ${name} has nothing to keep at ${pointer || 'its root'}`;

interface Calls {
  steps: readonly DocumentStep[];
  /** What answers mean that no rule of their step is about. */
  answers: readonly DocumentAnswer[];
  remedyOf(name: string): string;
  /** Fields of `auth` that nothing kept may repeat. */
  secrets: readonly string[];
}

/**
 * The key under which the result of a step is kept with a delivery: another one where the step, or one before it, reads otherwise in another
 * version of the document. What was made by the old one means nothing to the new.
 */
function keysOf(steps: readonly DocumentStep[]): string[] {
  const hash = createHash('sha256');
  return steps.map((step) => `${step.name}-${hash.update(JSON.stringify(step)).copy().digest('hex').slice(0, 12)}`);
}

/** Makes the calls one after the other. Answers the values at the end and what the last call ended with; throws the outcome of one that is not accepted. */
export async function makeCalls(
  client: ConnectorClient,
  { steps, ...how }: Calls,
  given: Values,
  suffix = '',
): Promise<{ values: Values; last: Outcome }> {
  const values = new Map(given);
  let last: Outcome = { ok: true };
  const keys = keysOf(steps);
  for (const [index, step] of steps.entries()) {
    if (!holds(step, values)) continue;
    const kept = await client.step(`${keys[index]}${suffix}`, async (key) => {
      const response = await client.http(requestOf(step, new Map([...values, ['delivery.key', key]])));
      last = outcomeBy([...(step.answers ?? []), ...how.answers], response, how.remedyOf);
      if (!last.ok) throw new NotAccepted(last);
      return keptOf(step, response, how.secrets);
    });
    for (const [name, value] of Object.entries(kept)) values.set(`steps.${step.name}.${name}`, value);
  }
  return { values, last };
}

const holds = ({ when }: DocumentStep, values: Values): boolean =>
  !when || when.is.includes(render(when.value, values)) !== (when.not === true);

/** What later steps need of an answer. One that has it not is garbage, and may be better the next time. */
function keptOf({ name, keep }: DocumentStep, response: ConnectorResponse, secrets: readonly string[]): Record<string, Json> {
  const json = keep ? jsonOf(response) : undefined;
  return Object.fromEntries(
    Object.entries(keep ?? {}).map(([kept, pointer]) => {
      const value = at(json, pointer);
      const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      if (!isPlain || String(value).length > LONGEST_KEPT) throw new NotAccepted({ ok: false, then: 'retry', note: lacks(name, pointer) });
      if (secrets.some((secret) => String(value).includes(secret)))
        throw new NotAccepted({ ok: false, then: 'hold', note: `the answer of ${name} repeats a secret at ${pointer}` });
      return [kept, value];
    }),
  );
}
