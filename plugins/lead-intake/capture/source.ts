import { T } from '../../../core/contract.ts';
import { defineLeadSource, type OutcomeDef } from '../leads/contract.ts';
import { wordsOf } from '../leads/shared.ts';
import { websiteOf } from './websites.ts';

const outcome = (name: string, more: Omit<OutcomeDef, 'title' | 'why'>): OutcomeDef => ({
  title: `capture.outcome.${name}`,
  why: `capture.outcome.${name}.why`,
  ...more,
});

/** How a page view ends before anybody is made a lead of it. */
const outcomes = {
  bot: outcome('bot', { stage: 'screening', isNoise: true, isCounted: true }),
  consent: outcome('consent', { stage: 'screening', isNoise: true, isCounted: true }),
  foreign_site: outcome('foreign_site', { stage: 'screening', isCounted: true, remedy: 'source' }),
  own_network: outcome('own_network', { stage: 'screening', isNoise: true, isCounted: true, remedy: 'settings', setting: 'ownNetworks' }),
  never_page: outcome('never_page', { stage: 'screening', isNoise: true, isCounted: true, remedy: 'settings', setting: 'pagesNever' }),
  other_page: outcome('other_page', { stage: 'screening', remedy: 'settings', setting: 'pagesOnly' }),
  unproven: outcome('unproven', { stage: 'screening', isCounted: true, remedy: 'source' }),
  withdrawn: outcome('withdrawn', { stage: 'screening' }),
  limited: outcome('limited', { stage: 'screening', isCounted: true }),
  review: outcome('review', { stage: 'screening' }),
  no_match: outcome('no_match', { stage: 'identification' }),
};
export type ScreeningOutcome = keyof typeof outcomes;

/** Page views of clients' websites, as the pixel reports them. */
export const PageViews = defineLeadSource({
  id: 'capture.page-view',
  title: 'capture.page-view',
  words: wordsOf('capture.page-view', ['screened', 'identified']),
  evidence: T.Object({ url: T.String({ format: 'uri', title: 'capture.page-view.url' }) }),
  listed: 'url',
  outcomes,
  log: { tab: 'visitors', ability: ['read', 'Visit'] },
  sample: async (ctx, campaign) => ({ url: (await websiteOf(ctx, campaign.id)).url || 'https://example.com/' }),
});
