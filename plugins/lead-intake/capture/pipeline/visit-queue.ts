import type { Ctx, Static } from '../../../../core/contract.ts';
import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import type { LeadQueue, Observation, Queued, Screened } from '../../leads/contract.ts';
import type { CompanyByIp } from '../identity/company-by-ip.ts';
import { askedSince, type KnownPerson, recognise, resolvePeople, surestIdentifier, visitorIdentifier } from '../identity/graph.store.ts';
import { pixelFacts } from '../pixels.store.ts';
import { noteRecognised } from '../recognition/note.ts';
import { isAmong } from '../screening/page-rules.ts';
import { type Collected, screen, type ScreenTools } from '../screening/screen.ts';
import type { PageViews, ScreeningOutcome } from '../source.ts';
import { tellFollowers } from './followers.ts';
import { forgetIdentities, withdrawnOf } from '../withdrawal/withdrawal.store.ts';
import { LOOKUP, wakeUp } from './job-ids.ts';
import { claimTheseVisits, claimVisits, finishVisits, moveVisits, identifiersOf, type Visit } from './queue.store.ts';
import { wasCollecting } from './rules.ts';

type PageView = Static<typeof PageViews.evidence>;
interface QueuedVisit extends Queued {
  visit: Visit;
}
interface Tools extends ScreenTools {
  /** The employer's network, used where a person's company is unknown. */
  companyByIp: CompanyByIp;
}

/** A supplier is asked about the same visitor once a day. */
const ASK_AGAIN_MS = 24 * 3_600_000;

const refOf = ({ slot, fingerprint }: Visit): string => `${slot}:${fingerprint}`;
function keyOf(ref: string): { slot: number; fingerprint: string } {
  const [slot, fingerprint] = ref.split(':') as [string, string];
  return { slot: Number(slot), fingerprint };
}
const queued = (visit: Visit): QueuedVisit => ({
  ref: refOf(visit),
  campaignId: visit.campaign_id,
  at: visit.at,
  visit,
  ...(visit.released ? { countedAs: 'review' satisfies ScreeningOutcome } : {}),
});

/** Stored visits as the intake's runner works them. */
export function visitQueue(tools: Tools): LeadQueue<QueuedVisit, PageView> {
  /** Whose the visits are, from screening to closing. */
  const people = new Map<string, KnownPerson>();
  return {
    async claim(ctx, which) {
      const { db, tenant } = ctx;
      const visits =
        'refs' in which
          ? await claimTheseVisits(db, tenant.id, which.refs.map(keyOf))
          : await claimVisits(db, tenant.id, 'pending', which.most);
      return visits.map(queued);
    },
    async screen(ctx, items, rules) {
      const { known, ...screened } = await identify(
        ctx,
        items.map(({ visit }) => visit),
        rules,
        tools,
      );
      for (const { visit, person } of known) people.set(refOf(visit), person);
      return screened;
    },
    async close(ctx, ended) {
      const finished = ended.map(({ item, outcome, leadId }) => ({ visit: item.visit, outcome, leadId, person: people.get(item.ref) }));
      // Neither needs the other's answer: while the database does the one, the next is prepared. Followers are told afterwards: they belong to anybody, and may
      // put the transaction into another scope for a while.
      await Promise.all([finishVisits(ctx.db, finished), noteRecognised(ctx, finished)]);
      await tellFollowers(ctx, finished, tools.companyByIp);
    },
    setAside: (ctx, { visit }, seconds) => moveVisits(ctx.db, [visit], { state: 'pending', leaseSeconds: seconds }),
  };
}

interface Known {
  visit: Visit;
  person: KnownPerson;
}

/** Finds out who made the visits, as far as they are to be identified at all. */
async function identify(
  ctx: Ctx,
  visits: readonly Visit[],
  rules: ReadonlyMap<number, CampaignRules>,
  tools: Tools,
): Promise<Screened<PageView> & { known: readonly Known[] }> {
  const ended: { ref: string; outcome: ScreeningOutcome | 'outside_rules' }[] = [];
  const end = (visit: Visit, outcome: (typeof ended)[number]['outcome']): void => void ended.push({ ref: refOf(visit), outcome });
  const [facts, withdrawn] = await Promise.all([pixelFacts(ctx.db, [...rules.keys()]), withdrawnOf(ctx.db, visits)]);
  // A look-up that was under way may have found out meanwhile who it is.
  await forgetIdentities(ctx.db, [...new Set([...withdrawn].map((visit) => visit.visitor))]);
  const inTime: Collected[] = [];
  for (const visit of visits) {
    const of = rules.get(visit.campaign_id);
    const pixel = of && facts.get(of.id);
    if (withdrawn.has(visit)) end(visit, 'withdrawn');
    else if (!of || !wasCollecting(of, pixel?.closed_at, visit, ctx.now)) end(visit, 'outside_rules');
    else if (pixel && pixel.only_pages.length > 0 && !isAmong(pixel.only_pages, visit.url)) end(visit, 'other_page');
    else inTime.push({ visit, rules: of });
  }
  const screened = await screen(ctx, inTime, tools);
  for (const { visit, outcome } of screened.ended) end(visit, outcome);
  const passed = screened.passed.map(({ visit }) => visit);
  const people = await resolvePeople(ctx.db, passed.map(identifiersOf));
  const unknown = passed.filter((_, n) => !people.has(n));
  for (const visit of await askElsewhere(ctx, unknown, tools)) end(visit, 'no_match');
  const known = passed.flatMap((visit, n) => (people.has(n) ? [{ visit, person: people.get(n)! }] : []));
  await recognise(
    ctx.db,
    known
      .filter(({ visit }) => visit.email_hash)
      .map(({ visit, person }) => ({ identifier: visitorIdentifier(visit.visitor), key: person.key })),
  );
  return {
    known,
    observations: known.map(({ visit, person }) => observationOf(visit, person, tools.companyByIp)),
    ended,
    held: screened.held.map((visit) => ({ ref: refOf(visit), outcome: 'review' satisfies ScreeningOutcome })),
  };
}

const observationOf = (visit: Visit, { key, ...person }: KnownPerson, companyByIp: CompanyByIp): Observation<PageView> => ({
  ref: refOf(visit),
  campaignId: visit.campaign_id,
  personKey: key,
  person: { ...person, company: person.company || companyByIp(visit.ip) },
  at: visit.at,
  converted: visit.thank_you,
  evidence: { url: visit.url },
});

/** Hands visits of unknown people over to the look-ups, where there are any; answers those that end here. */
async function askElsewhere(ctx: Ctx, visits: readonly Visit[], tools: Tools): Promise<Visit[]> {
  const open = tools.supplierOn ? visits.filter((v) => !v.asked) : [];
  const asked = await askedSince(
    ctx.db,
    open.map((v) => surestIdentifier(identifiersOf(v))),
    new Date(ctx.now.getTime() - ASK_AGAIN_MS),
  );
  const toAsk = new Set(open.filter((_, n) => !asked.has(n)));
  if (toAsk.size > 0) {
    await moveVisits(ctx.db, [...toAsk], { state: 'lookup' });
    await wakeUp(ctx, LOOKUP);
  }
  return visits.filter((v) => !toAsk.has(v));
}
