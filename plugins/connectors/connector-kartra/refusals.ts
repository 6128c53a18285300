import type { Outcome, Refused } from '../../../core/contract.ts';

/** What Kartra says of a call or of one of its actions. */
export interface Reply {
  status: string;
  /** The number of the message. */
  type: string;
  message: string;
  /** The id of the lead, where the answer names it. */
  id: string;
}

type Field = 'key' | 'password' | 'list' | 'tag';
type Meaning =
  | { then: 'reauthorise' | 'hold'; remedy: string; field?: Field }
  /** `says`: what stands in the log in place of Kartra's words. */
  | { then: 'reject'; says: string };

const key: Meaning = { then: 'reauthorise', remedy: 'key', field: 'key' };
const app: Meaning = { then: 'hold', remedy: 'app' };
const list: Meaning = { then: 'hold', remedy: 'list', field: 'list' };
const tag: Meaning = { then: 'hold', remedy: 'tag', field: 'tag' };
const missing: Meaning = { then: 'reject', says: 'missing' };

/** By the number of the message. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  201: app, // not by https
  202: key,
  203: key,
  204: { then: 'hold', remedy: 'account' },
  206: { then: 'reject', says: 'email' },
  207: list,
  209: list,
  211: tag,
  212: tag,
  231: list,
  233: { then: 'reauthorise', remedy: 'password', field: 'password' },
  234: missing,
  238: app,
  239: app,
  240: app,
  242: app, // not from an address of the app
  243: missing,
  245: { then: 'reject', says: 'deleted' },
  262: app, // not with a command of the app
  271: { then: 'reject', says: 'field' },
};

/** A lead of this address is there. */
export const isExisting = ({ type }: Reply): boolean => type === '244';

/** What a refusal means. One that is not known concerns the lead; five in a row are the connection's. */
export function refusalOf({ type, message }: Reply): Refused {
  const meaning = MEANINGS[type];
  const note = `Kartra ${type}: ${message}`;
  if (!meaning) return { ok: false, then: 'reject', note };
  if (meaning.then === 'reject') return { ok: false, then: 'reject', note: `connector-kartra.refused.${meaning.says}` };
  const { then, remedy, field } = meaning;
  return { ok: false, then, remedy: `connector-kartra.remedy.${remedy}`, note, ...(field ? { field } : {}) };
}

/** A name that the account does not have. */
export const remedied = (field: 'list' | 'tag', note: string): Outcome => ({
  ok: false,
  then: 'hold',
  remedy: `connector-kartra.remedy.${field}`,
  field,
  note,
});
