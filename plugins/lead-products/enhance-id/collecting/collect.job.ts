import { type Ctx, defineJob, subscribe, T } from '../../../../core/contract.ts';
import { CampaignChanged, Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Enrichment, type EnrichmentAnswer } from '../../../lead-intake/enrichment/contract.ts';
import { collectingJob } from '../../../lead-intake/enrichment/shared.ts';
import { Exclusions } from '../../../campaign-management/exclusions/contract.ts';
import {
  ClientPeople,
  type ClientPerson,
  LeadIntake,
  type LeadPerson,
  Leads,
  type PeopleQuery,
} from '../../../lead-intake/leads/contract.ts';
import { isInPlace, personBy } from '../../../lead-intake/leads/shared.ts';
import { type EnhanceRow, enhanceOf } from '../campaign.store.ts';
import { groupsAskedFor, groupsSought } from '../information.ts';
import { Enhancements } from '../source.ts';
import { looks } from './look.store.ts';
import { asked, newPeople, takePeople } from './people.store.ts';
import { peopleQueue } from './people-queue.ts';

const DAY = 86_400_000;
/** People about whom a campaign asks at once, and for how many seconds nobody else may. */
const PEOPLE_AT_ONCE = 40;
const LEASE = 300;
/** Leads read at once. */
const LEADS_AT_ONCE = 500;
/** Seconds until somebody is asked about for whom there were no questions left today. */
const AFTER_REFUSAL = 600;
/** Suppliers that do not answer are asked again about somebody after these seconds, so many times in all. */
const ASK_AGAIN = 600;
const TRIES = 3;
/** A client pays for one person once a day, whatever the campaign; and visits are identified up to a day late. */
const REST = DAY;
const LATE = 2 * DAY;
const KEEP = 30 * DAY;

/** Asks for information about leads that clients have, and sells what comes back, one campaign after the other. */
export const collectJob = collectingJob(looks, { id: 'enhance-id.collect', failure: 'leads were not enhanced', collect });

async function collect(ctx: Ctx, campaignId: number, seenTo: Date | null): Promise<void> {
  const asking = await ctx.transaction((inner) => prepare(inner, campaignId, seenTo));
  if (!asking) return;
  await ask(ctx, asking);
  await ctx.use(LeadIntake).work(Enhancements, peopleQueue(campaignId), PEOPLE_AT_ONCE);
}

interface Asking {
  campaign: { campaignId: number; companyId: number; timezone: string };
  groups: readonly string[];
  people: readonly Person[];
  /** About whom nobody is asked. */
  unasked: readonly Unasked[];
}
type Person = LeadPerson & Pick<ClientPerson, 'leadId'>;
interface Unasked {
  person: Person;
  ended: 'excluded' | 'outside_rules';
}

/** About whom to ask; null where the campaign does not run or no supplier has what it seeks. Nobody is taken in hand for whom there is no room or no money. */
async function prepare(ctx: Ctx, campaignId: number, seenTo: Date | null): Promise<Asking | null> {
  const own = await enhanceOf(ctx, campaignId);
  const rules = (await ctx.use(Campaigns).rules([campaignId])).get(campaignId);
  if (!own || rules?.status !== 'active') {
    await looks.after(ctx.db, campaignId, null);
    return null;
  }
  // Suppliers may come later: nobody is through with before.
  if ((await ctx.use(Enrichment).supplied(groupsSought(own))).length === 0) return null;
  const { companyId, product, timezone } = rules;
  const left = await ctx.use(Campaigns).quotaLeft(campaignId, PEOPLE_AT_ONCE);
  const payable = left === 0 ? 0 : await ctx.use(LeadIntake).payable({ companyId, product, leads: left });
  const again = payable === 0 ? [] : await asked.takeAgain(ctx.db, campaignId, payable, LEASE);
  const room = Math.max(0, payable - (await asked.open(ctx.db, campaignId)));
  const fresh = await takePeople(ctx.db, { campaignId, companyId }, await nextPeople(ctx, own, seenTo, room), LEASE);
  const people: Person[] = [
    ...(await ctx.use(Leads).byId(again)).filter(({ isErased }) => !isErased).map((lead) => ({ ...lead, leadId: lead.id })),
    ...fresh,
  ];
  const excluded = await ctx.use(Exclusions).screen(people.map(({ email, phone }) => ({ companyId, email, phone })));
  const unasked = people.flatMap((person, n): Unasked[] => {
    if (excluded.has(n)) return [{ person, ended: 'excluded' }];
    return person.state !== '' && !isInPlace(rules, person) ? [{ person, ended: 'outside_rules' }] : [];
  });
  const leftOut = new Set(unasked.map(({ person }) => person));
  return {
    campaign: { campaignId, companyId, timezone },
    groups: groupsAskedFor(own),
    people: people.filter((person) => !leftOut.has(person)),
    unasked,
  };
}

/** Leads of the client's other campaigns about whom the campaign has not asked, at most as many as there is room for. */
async function nextPeople(ctx: Ctx, own: EnhanceRow, seenTo: Date | null, room: number): Promise<ClientPerson[]> {
  const { campaign_id: campaignId, company_id: companyId } = own;
  const until = new Date(ctx.now.getTime() - REST);
  const query = { companyId, campaigns: own.sources.map(Number), without: 'enhance', onlyIncomplete: own.kind === 'basic', until };
  const found = new Map<string, ClientPerson>();
  let after: PeopleQuery['after'] = seenTo && { at: seenTo, id: null };
  while (found.size < room) {
    const page = await ctx.use(ClientPeople).page({ ...query, after }, LEADS_AT_ONCE);
    for (const person of await newPeople(ctx.db, campaignId, page))
      if (found.size < room && !found.has(person.key.toString('hex'))) found.set(person.key.toString('hex'), person);
    const last = page.at(-1);
    if (!last || page.length < LEADS_AT_ONCE) break;
    after = { at: last.createdAt, id: last.leadId };
  }
  const isEnd = found.size < room;
  if (isEnd) await looks.noteSeen(ctx.db, campaignId, new Date(until.getTime() - LATE));
  else if (found.size > 0) await looks.after(ctx.db, campaignId, 0);
  return [...found.values()];
}

async function ask(ctx: Ctx, { campaign, groups, people, unasked }: Asking): Promise<void> {
  const { campaignId } = campaign;
  const questions = people.map((person) => ({ ref: `${campaignId}-${person.leadId}`, person: personOf(person), groups }));
  const answers = questions.length === 0 ? [] : await ctx.use(Enrichment).ask(campaign, questions);
  const leadIds = (state: EnrichmentAnswer['state']): string[] =>
    people.filter((_, n) => answers[n]!.state === state).map(({ leadId }) => leadId);
  await ctx.transaction(async ({ db }) => {
    const told = people.flatMap(({ leadId }, n) => {
      const { state, person, information, groups: returned } = answers[n]!;
      return state === 'answered' ? [{ id: leadId, answer: { person, information, groups: returned } }] : [];
    });
    await asked.keepAnswers(db, campaignId, [
      ...told,
      ...unasked.map(({ person, ended }) => ({
        id: person.leadId,
        answer: { person: personOf(person), information: {}, groups: [], ended },
      })),
    ]);
    await asked.askAgain(db, campaignId, leadIds('silent'), ASK_AGAIN, TRIES);
    const refused = leadIds('refused');
    await asked.setBack(db, campaignId, refused, AFTER_REFUSAL);
  });
}

/** What a supplier is told, and a lead begins with. */
const personOf = (known: Person): LeadPerson => personBy((field) => known[field]);

/** A campaign that changed may be about other leads, or have room again. */
export const followCampaigns = subscribe({
  id: 'enhance-id.follow-campaigns',
  event: CampaignChanged,
  whileOff: 'hold',
  async run(ctx, { campaignId, companyId, product }) {
    if (product !== 'enhance') return;
    // Events may come late and in another order; what counts is how the campaign is now.
    const isRunning = (await ctx.use(Campaigns).find(campaignId))?.status === 'active';
    await looks.now(ctx.db, campaignId, companyId, isRunning);
    if (isRunning) await ctx.wake(collectJob);
  },
});

/** Forgets what came back and found no room for a month. */
export const purgeJob = defineJob({
  id: 'enhance-id.purge',
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '47 4 * * *',
  run: (ctx) => asked.dropAnswers(ctx.db, new Date(ctx.now.getTime() - KEEP)).then(() => undefined),
});
