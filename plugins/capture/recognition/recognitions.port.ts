import type { Ctx } from '../../../core/contract.ts';
import type { RecognitionsApi } from '../contract.ts';
import { ClientHashes, RECOGNITION_KEY } from './outline.ts';
import { forgetPeople, judged } from './recognition.store.ts';

export function recognitionsOf({ db, secrets }: Ctx): RecognitionsApi {
  const hashesOf = (companyId: number): ClientHashes => new ClientHashes(secrets.key(RECOGNITION_KEY), companyId);
  return {
    judged: (rules, campaignId, span) => judged(db, campaignId, span, rules, hashesOf(rules.companyId)),
    personAt: (companyId) => hashesOf(companyId).person,
    async forget(personKey) {
      const clients = (await db('capture_pixel').distinct('company_id').pluck('company_id')) as number[];
      return forgetPeople(
        db,
        clients.map((companyId) => ({ companyId, person: hashesOf(companyId).person(personKey) })),
      );
    },
  };
}
