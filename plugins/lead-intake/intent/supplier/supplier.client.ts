import type { Egress } from '../../../../core/contract.ts';
import { postQuestion, type SupplierAccess, SupplierFailure } from '../../capture/shared.ts';
import type { IntentSearch } from '../contract.ts';
import type { SentRecord } from '../records.ts';

/** Records that are asked for at once: an answer has to fit into a megabyte. */
export const MOST_RECORDS = 2_000;
const LONGEST_CURSOR = 500;
const LONGEST_VALUE = 300;
const FIELDS = ['keyword', 'searched_at', 'email', 'email_sha256', 'email_md5', 'phone', 'zip', 'state'];

/** What a supplier answers: records, from where to go on, and whether there are more now. */
export interface Portion {
  records: SentRecord[];
  cursor: string;
  hasMore: boolean;
}

/**
 * Asks for the records behind a cursor, and says what is searched for. `id` is stable over repetitions. Throws `SupplierFailure` where the
 * supplier does not answer as agreed.
 */
export async function askForRecords(
  http: Egress,
  access: SupplierAccess,
  { id, cursor, searches }: { id: string; cursor: string; searches: readonly IntentSearch[] },
): Promise<Portion> {
  const answer = await postQuestion(http, access, id, { cursor: cursor || null, limit: MOST_RECORDS, searches });
  if (answer === null) return { records: [], cursor, hasMore: false };
  const [records, next, more] = ['records', 'cursor', 'more'].map((name) => memberOf(answer, name));
  if (!Array.isArray(records)) throw new SupplierFailure('the answer has no list "records"', true);
  if (records.length > MOST_RECORDS) throw new SupplierFailure(`the answer has more than ${MOST_RECORDS} records`, true);
  const isCursor = typeof next === 'string' && next.length <= LONGEST_CURSOR;
  if (next !== undefined && next !== null && !isCursor) throw new SupplierFailure('the answer has no usable "cursor"', true);
  if (more === true && (!isCursor || next === cursor)) throw new SupplierFailure('the answer promises more and does not go on', true);
  return { records: records.map(recordOf), cursor: isCursor ? next : cursor, hasMore: more === true };
}

/** The known fields of a record, as texts. What is none makes the record one that nothing can be done with. */
const recordOf = (sent: unknown): SentRecord =>
  Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = memberOf(sent, name);
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value).slice(0, LONGEST_VALUE)]] : [];
    }),
  );

/** Only members that it really has. */
const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined;
