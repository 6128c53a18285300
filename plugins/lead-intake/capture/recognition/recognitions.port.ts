import { DateTime } from 'luxon';
import type { Ctx } from '../../../../core/contract.ts';
import type { RecognisedDay, RecognitionsApi } from '../contract.ts';
import { ClientHashes, RECOGNITION_KEY } from './outline.ts';
import { forgetPeople, evaluated, evaluationOf } from './recognition.store.ts';

export function recognitionsOf({ db, secrets }: Ctx): RecognitionsApi {
  const hashesOf = (companyId: number): ClientHashes => new ClientHashes(secrets.key(RECOGNITION_KEY), companyId);
  return {
    async evaluated(rules, campaignId, span) {
      const by = evaluationOf(rules, hashesOf(rules.companyId));
      const days: RecognisedDay[] = [];
      for (const day of localDays(span)) {
        const found = await evaluated(db, campaignId, day, by);
        if (found) days.push(found);
      }
      return days;
    },
    personAt: (companyId) => hashesOf(companyId).person,
    async forget(personKey, companyId) {
      const clients = companyId ? [companyId] : ((await db('capture_pixel').distinct('company_id').pluck('company_id')) as number[]);
      return forgetPeople(
        db,
        clients.map((client) => ({ companyId: client, person: hashesOf(client).person(personKey) })),
      );
    },
  };
}

/** The local days of a stretch of time; the first and the last may be parts of days. */
function localDays({ from, to, timezone }: { from: Date; to: Date; timezone: string }): { day: string; from: Date; to: Date }[] {
  const days = [];
  for (let at = DateTime.fromJSDate(from, { zone: timezone }); at.toMillis() < to.getTime();) {
    const next = at.startOf('day').plus({ days: 1 }).startOf('day');
    days.push({ day: at.toISODate()!, from: at.toJSDate(), to: new Date(Math.min(next.toMillis(), to.getTime())) });
    at = next;
  }
  return days;
}
