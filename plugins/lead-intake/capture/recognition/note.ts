import type { Ctx } from '../../../../core/contract.ts';
import { Exclusions } from '../../../campaign-management/exclusions/contract.ts';
import type { KnownPerson } from '../identity/graph.store.ts';
import type { Visit } from '../pipeline/queue.store.ts';
import { ClientHashes, outlineOf, RECOGNITION_KEY } from './outline.ts';
import { insertRecognitions } from './recognition.store.ts';

interface Ended {
  visit: Visit;
  outcome: string;
  /** Whose visit it was; undefined where nobody was recognised. */
  person: KnownPerson | undefined;
}

/** Notes visits that were recognised, without who it was, however they ended; but for those that nobody could work. */
export async function noteRecognised(ctx: Ctx, ended: readonly Ended[]): Promise<void> {
  const recognised = ended.flatMap(({ visit, outcome, person }) => (person && outcome !== 'failed' ? [{ visit, outcome, person }] : []));
  if (recognised.length === 0) return;
  // The intake asks the lists only about those whom the campaign wants.
  const unasked = recognised.filter(({ outcome }) => outcome === 'outside_rules');
  const listed = await ctx.use(Exclusions).screen(
    unasked.map(({ visit, person }) => ({
      companyId: visit.company_id,
      email: person.email,
      personKey: person.key,
      phone: person.phone,
    })),
  );
  const isListed = new Set(unasked.filter((_, n) => listed.has(n)));
  const secret = ctx.secrets.key(RECOGNITION_KEY);
  const hashes = new Map([...new Set(recognised.map(({ visit }) => visit.company_id))].map((id) => [id, new ClientHashes(secret, id)]));
  await insertRecognitions(
    ctx.db,
    recognised.map((one) => {
      const { visit, outcome, person } = one;
      const { at, campaign_id: campaignId, company_id: companyId, root_id: rootId } = visit;
      const owner = { at, campaignId, companyId, agencyId: ctx.tenant.id, rootId };
      return { ...owner, ...outlineOf(hashes.get(companyId)!, person.key, person, outcome === 'excluded' || isListed.has(one)) };
    }),
  );
}
