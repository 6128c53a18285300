import { T } from '../../core/contract.ts';
import { defineLeadSource, type OutcomeDef } from '../leads/contract.ts';
import { websiteOf } from './websites.ts';

const outcome = (name: string, more: Pick<OutcomeDef, 'isNoise'> = {}): OutcomeDef => ({
  title: `capture.outcome.${name}`,
  why: `capture.outcome.${name}.why`,
  ...more,
});

/** How a page view ends before anybody is made a lead of it. */
const outcomes = {
  bot: outcome('bot', { isNoise: true }),
  consent: outcome('consent', { isNoise: true }),
  foreign_site: outcome('foreign_site'),
  own_network: outcome('own_network', { isNoise: true }),
  never_page: outcome('never_page', { isNoise: true }),
  other_page: outcome('other_page'),
  unproven: outcome('unproven'),
  limited: outcome('limited'),
  review: outcome('review'),
  no_match: outcome('no_match'),
};
export type ScreeningOutcome = keyof typeof outcomes;

/** Page views of clients' websites, as the pixel reports them. */
export const PageViews = defineLeadSource({
  id: 'capture.page-view',
  title: 'capture.page-view',
  evidence: T.Object({ url: T.String({ format: 'uri', title: 'capture.page-view.url' }) }),
  listed: 'url',
  outcomes,
  sample: async (ctx, campaign) => ({ url: (await websiteOf(ctx, campaign.id)).url || 'https://example.com/' }),
});
