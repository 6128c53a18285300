import { type ConnectorResponse, noteOf, type Outcome, outcomeOf, waitAskedFor } from '../../../../core/contract.ts';
import { at } from '../format/pointer.ts';
import type { DocumentAnswer } from '../format/schema.ts';
import { textOf } from '../format/templates.ts';

/** The JSON of an answer; undefined where it is none. */
export function jsonOf({ text }: Pick<ConnectorResponse, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How a call ended: what the first rule that fits says, or else the status. `remedyOf` makes the message key of a remedy. */
export function outcomeBy(rules: readonly DocumentAnswer[], response: ConnectorResponse, remedyOf: (name: string) => string): Outcome {
  const json = jsonOf(response);
  const rule = rules.find((one) => fits(one, response, json));
  if (!rule) return outcomeOf(response);
  const usual = outcomeOf(response);
  const { then = usual.ok ? 'done' : usual.then, remedy, lead } = rule;
  const said = rule.note === undefined ? '' : textOf(at(json, rule.note));
  const note = said ? noteOf(response, said) : noteOf(response);
  const record = lead === 'invalid' ? { record: 'invalid' as const } : {};
  switch (then) {
    case 'done':
      return { ok: true, note };
    case 'reject':
      return { ok: false, then, note, ...record };
    case 'retry': {
      const after = waitAskedFor(response);
      return { ok: false, then, note, ...(after === null ? {} : { after }) };
    }
    default:
      return { ok: false, then, note, ...record, ...(remedy === undefined ? {} : { remedy: remedyOf(remedy) }) };
  }
}

function fits({ status, at: pointer, is, text }: DocumentAnswer, response: ConnectorResponse, json: unknown): boolean {
  const { status: code, text: body } = response;
  if (status && !status.some((one) => one === String(code) || (one.endsWith('xx') && one[0] === String(code)[0]))) return false;
  if (text && !text.some((part) => body.includes(part))) return false;
  if (pointer === undefined) return true;
  const value = at(json, pointer);
  return is ? is.some((one) => one === value) : value !== undefined;
}
