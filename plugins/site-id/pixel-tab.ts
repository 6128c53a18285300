import type { Block, Source } from '../../core/contract.ts';

const pixel: Source = { route: 'site-id.pixel', params: { campaignId: { from: 'row', field: 'leadspeek_api_id' } }, live: 'campaigns' };
type Snippet = 'consent_tag' | 'consent_call' | 'hash_tag' | 'identify_call' | 'policy';
const snippet = (field: Snippet): Block => ({
  as: 'code',
  title: `site-id.snippet.${field}`,
  help: `site-id.snippet.${field}.help`,
  source: pixel,
  field,
});

/** The tab of a campaign with its pixel: whether it was seen, the tag, and how a site goes further with it. */
export const pixelTab: Block[] = [
  { as: 'notice', tone: 'good', text: 'site-id.pixel.seen', source: pixel, when: { field: 'seen', is: 'yes' }, stays: true },
  { as: 'notice', tone: 'warn', text: 'site-id.pixel.unseen', source: pixel, when: { field: 'seen', is: 'no' }, stays: true },
  {
    as: 'tabs',
    tabs: [
      {
        id: 'install',
        title: 'site-id.pixel.install',
        blocks: [
          {
            as: 'code',
            title: 'site-id.pixel.title',
            help: 'site-id.pixel.help',
            source: pixel,
            field: 'script',
            actions: [
              {
                // The row of a code block is what its source answered.
                id: 'site-id.check',
                title: 'site-id.check.button',
                icon: 'radar-2',
                ability: ['update', 'Campaign'],
                do: { call: 'site-id.embed-check', body: { campaignId: { from: 'row', field: 'campaign_id' } } },
                after: 'reload',
              },
            ],
          },
          { as: 'notice', tone: 'neutral', text: 'site-id.pixel.tag-manager', stays: true },
        ],
      },
      { id: 'consent', title: 'site-id.pixel.consent', blocks: [snippet('consent_tag'), snippet('consent_call')] },
      { id: 'identify', title: 'site-id.pixel.identify', blocks: [snippet('identify_call')] },
      {
        id: 'apps',
        title: 'site-id.pixel.apps',
        blocks: [{ as: 'notice', tone: 'neutral', text: 'site-id.pixel.apps.help', stays: true }, snippet('hash_tag')],
      },
      { id: 'policy', title: 'site-id.pixel.policy', blocks: [snippet('policy')] },
    ],
  },
];
