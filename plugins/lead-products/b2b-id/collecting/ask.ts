import type { Ctx } from '../../../../core/contract.ts';
import { Enrichment, type EnrichmentAnswer } from '../../../lead-intake/enrichment/contract.ts';
import { NOBODY } from '../../../lead-intake/leads/shared.ts';
import type { B2bRow } from '../campaign.store.ts';
import { COMPANY, CONTACT, groupsAskedFor } from '../information.ts';
import type { Evidence } from '../source.ts';
import { confidenceOf } from '../visiting/organisation.ts';
import { VISITING_TOPIC } from '../visiting/topic.ts';
import { askAboutAgain, keepFacts, type VisitingCompany } from './companies.store.ts';
import { factsIn } from './facts.ts';
import { hasTitle } from './fit.ts';
import { keyOf } from './target-queue.ts';
import { type Answer, asked, askForNext, type Target } from './targets.store.ts';

export interface AskingCampaign {
  campaignId: number;
  companyId: number;
  timezone: string;
}
/** Suppliers that do not answer are asked again after these seconds, so many times in all. */
const ASK_AGAIN = 600;
const TRIES = 3;
/** And after these where there were no questions left today. */
const AFTER_REFUSAL = 600;

/** Asks who companies are. */
export async function askWhoTheyAre(
  ctx: Ctx,
  campaign: AskingCampaign,
  companies: readonly { id: number; networkName: string }[],
): Promise<void> {
  if (companies.length === 0) return;
  const answers = await ctx.use(Enrichment).ask(
    campaign,
    companies.map(({ id, networkName }) => ({
      ref: `b2b-company-${id}`,
      person: { ...NOBODY, company: networkName },
      groups: [COMPANY.id],
    })),
  );
  const of = (state: EnrichmentAnswer['state']): number[] => companies.filter((_, n) => answers[n]!.state === state).map(({ id }) => id);
  await ctx.transaction(async (inner) => {
    await keepFacts(
      inner.db,
      companies.flatMap(({ id }, n) => (answers[n]!.state === 'answered' ? [{ id, facts: factsIn(answers[n]!) }] : [])),
    );
    await askAboutAgain(inner.db, of('silent'), ASK_AGAIN, TRIES);
    await askAboutAgain(inner.db, of('refused'), AFTER_REFUSAL, null);
    await inner.live(VISITING_TOPIC, campaign.companyId);
  });
}

export interface TargetAt extends Target {
  company: VisitingCompany;
}

/** Asks for contacts at companies, or for what else is to be known of companies that are leads themselves. */
export async function askAboutTargets(ctx: Ctx, campaign: AskingCampaign, own: B2bRow, targets: readonly TargetAt[]): Promise<void> {
  if (targets.length === 0) return;
  const groups = groupsAskedFor(own);
  const questions = targets.map(({ id, number, company }) => ({
    ref: `b2b-${id}`,
    person: { ...NOBODY, company: company.name, city: company.city, state: company.region },
    about: {
      ...(company.domain && { companyDomain: company.domain }),
      ...(company.country && { companyCountry: company.country }),
      ...(own.kind === 'contact' && { jobTitles: own.job_titles, contact: number }),
    },
    groups,
  }));
  const nothingToAsk = (ref: string, n: number): EnrichmentAnswer => ({
    ref,
    state: 'answered',
    person: questions[n]!.person,
    information: {},
    groups: [],
  });
  const answers =
    groups.length === 0 ? questions.map(({ ref }, n) => nothingToAsk(ref, n)) : await ctx.use(Enrichment).ask(campaign, questions);
  const of = (state: EnrichmentAnswer['state']): string[] => targets.filter((_, n) => answers[n]!.state === state).map(({ id }) => id);
  await ctx.transaction(async (inner) => {
    const told = targets.flatMap((target, n) =>
      answers[n]!.state === 'answered' ? [{ target, id: target.id, answer: answerOf(inner, own, target, answers[n]!) }] : [],
    );
    const kept = await asked.keepAnswers(
      inner.db,
      campaign.campaignId,
      told.map(({ id, answer }) => ({ id, answer })),
    );
    const found = told.filter(({ id, answer }) => kept.has(id) && !('ended' in answer));
    const more = found.map(({ target }) => target).filter(({ number }) => own.kind === 'contact' && number < own.contacts);
    await askForNext(inner.db, campaign, more);
    await asked.askAgain(inner.db, campaign.campaignId, of('silent'), ASK_AGAIN, TRIES);
    await asked.setBack(inner.db, campaign.campaignId, of('refused'), AFTER_REFUSAL);
  });
}

/** What is kept of an answer: the person or company with all that is known, or that there was nobody of the kind asked for. */
function answerOf(ctx: Ctx, own: B2bRow, { company }: TargetAt, { person, information, groups }: EnrichmentAnswer): Answer {
  const evidence: Evidence = { ...evidenceOf(company), ...information };
  const isCompany = own.kind === 'company';
  const answer = { person, evidence, isCompany };
  if (isCompany) return answer;
  const isFound = groups.includes(CONTACT.id) && hasTitle(own, information['contactTitle']) && keyOf(ctx, answer) !== null;
  return isFound ? answer : { ended: 'no_contact' };
}

/** What is known of a company, as a lead shows it; what is not is left out. */
function evidenceOf(company: VisitingCompany): Evidence {
  const { networkConfidence, isKnown, name, domain, industry, employees, country, region, city, visits, lastSeenAt } = company;
  const texts = {
    companyDomain: domain,
    companyIndustry: industry,
    companyCountry: country,
    ...(employees !== null && { companyEmployees: employees }),
  };
  return {
    visitedCompany: name,
    confidence: confidenceOf(networkConfidence, isKnown),
    companyVisits: visits,
    lastVisitAt: new Date(lastSeenAt).toISOString(),
    ...Object.fromEntries(Object.entries({ ...texts, companyState: region, companyCity: city }).filter(([, value]) => value !== '')),
  };
}
