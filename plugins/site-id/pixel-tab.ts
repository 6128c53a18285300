import type { Block, Source } from '../../core/contract.ts';

const pixel: Source = { route: 'site-id.pixel', params: { campaignId: { from: 'row', field: 'leadspeek_api_id' } }, live: 'campaigns' };
type Snippet = 'consent_tag' | 'consent_call' | 'hash_tag' | 'identify_call' | 'event_call' | 'policy';
const snippet = (field: Snippet): Block => ({
  as: 'code',
  title: `site-id.snippet.${field}`,
  help: `site-id.snippet.${field}.help`,
  source: pixel,
  field,
});

/** Other sites on which the campaign's script ran: pages of the client's that nobody named yet, or copies that strangers made. */
const refusedHosts: Block = {
  as: 'table',
  source: { route: 'capture.refused-hosts', params: { campaignId: { from: 'row', field: 'leadspeek_api_id' } } },
  key: 'host',
  columns: [
    { field: 'host', title: 'site-id.refused.host', as: 'code', narrow: 'first' },
    { field: 'beacons', title: 'site-id.refused.beacons', as: 'number' },
    { field: 'last_at', title: 'site-id.refused.last', as: 'time', narrow: 'hide' },
  ],
  row: {
    actions: [
      {
        id: 'site-id.allow-host',
        title: 'site-id.refused.allow',
        icon: 'check',
        ability: ['update', 'Campaign'],
        do: {
          call: 'site-id.allow-host',
          body: { leadspeekID: { from: 'row', field: 'campaign_id' }, host: { from: 'row', field: 'host' } },
        },
        confirm: { title: 'site-id.refused.allow.title', body: 'site-id.refused.allow.body', button: 'site-id.refused.allow' },
        after: 'reload',
      },
    ],
  },
  empty: { title: 'site-id.refused.empty', help: 'site-id.refused.empty.help' },
};

/** The tab of a campaign with its pixel: whether it was seen, the tag, and how a site goes further with it. */
export const pixelTab: Block[] = [
  { as: 'notice', severity: 'good', text: 'site-id.pixel.seen', source: pixel, when: { field: 'seen', is: 'yes' }, stays: true },
  { as: 'notice', severity: 'warn', text: 'site-id.pixel.unseen', source: pixel, when: { field: 'seen', is: 'no' }, stays: true },
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
          { as: 'notice', severity: 'neutral', text: 'site-id.pixel.tag-manager', stays: true },
        ],
      },
      {
        id: 'refused',
        title: 'site-id.pixel.refused',
        blocks: [{ as: 'notice', severity: 'neutral', text: 'site-id.pixel.refused.help', stays: true }, refusedHosts],
      },
      { id: 'consent', title: 'site-id.pixel.consent', blocks: [snippet('consent_tag'), snippet('consent_call')] },
      { id: 'identify', title: 'site-id.pixel.identify', blocks: [snippet('identify_call')] },
      { id: 'events', title: 'site-id.pixel.events', blocks: [snippet('event_call')] },
      {
        id: 'apps',
        title: 'site-id.pixel.apps',
        blocks: [{ as: 'notice', severity: 'neutral', text: 'site-id.pixel.apps.help', stays: true }, snippet('hash_tag')],
      },
      { id: 'policy', title: 'site-id.pixel.policy', blocks: [snippet('policy')] },
    ],
  },
];
