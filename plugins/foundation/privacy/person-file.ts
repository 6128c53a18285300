import type { Ctx, FileBody } from '../../../core/contract.ts';
import { type Person } from './contract.ts';
import { kindsOf, openPerson } from './requests.service.ts';

/** Records that are read at a time. */
const PART = 500;

interface Place {
  kind: number;
  behind: string | null;
}

/** All that is held of the person of a request, as JSON of any length: for each kind of records its list, newest first. */
export async function personFile(ctx: Ctx, id: number): Promise<FileBody> {
  await openPerson(ctx, id);
  return {
    filename: `privacy-request-${id}.json`,
    type: 'application/json; charset=utf-8',
    body: {
      from: { kind: 0, behind: null },
      async write(inner: Ctx, at: Place) {
        const person: Person = await openPerson(inner, id);
        const kinds = kindsOf(inner);
        const head = {
          request: id,
          company: inner.tenant.name,
          made: inner.now.toISOString(),
          foundBy: { emails: person.emails, leads: person.leads },
        };
        const opening = at.kind === 0 && at.behind === null ? `${JSON.stringify(head).slice(0, -1)},"records":{` : '';
        const kind = kinds[at.kind];
        if (!kind) return { text: `${opening}}}\n`, next: null };
        const rows = await kind.find(inner, person, at.behind, PART);
        const begins = at.behind === null ? `${opening}${at.kind > 0 ? ',' : ''}\n${JSON.stringify(kind.id)}:[` : '';
        const lines = rows.map((row, n) => `${at.behind === null && n === 0 ? '' : ','}\n${JSON.stringify({ at: row.at, ...row.data })}`);
        const goesOn = rows.length === PART;
        return {
          text: [begins, ...lines, goesOn ? '' : ']'],
          next: goesOn ? { kind: at.kind, behind: rows.at(-1)!.id } : { kind: at.kind + 1, behind: null },
        };
      },
    },
  };
}
