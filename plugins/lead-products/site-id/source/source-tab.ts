import type { Action, Block, CodeBlock, Source, TabsBlock } from '../../../../core/contract.ts';
import { FIGURES_TOPIC } from '../../../lead-intake/leads/contract.ts';
import type { PixelSnippets } from '../pixel-snippets.ts';
import { GUIDE_NAMES, type Guide, GUIDES } from './guides.ts';

const campaignId = { from: 'row', field: 'leadspeek_api_id' } as const;
const pixel: Source = { route: 'site-id.pixel', params: { campaignId }, live: 'campaigns' };
const state: Source = { route: 'site-id.pixel-state', params: { campaignId }, live: FIGURES_TOPIC };
const may = ['update', 'Campaign'] as const;

/** The row of these is what was answered of the pixel. */
const ofPixel = { campaignId: { from: 'row', field: 'campaign_id' } } as const;
const check: Action = {
  id: 'site-id.check',
  title: 'site-id.check.button',
  icon: 'radar-2',
  ability: may,
  do: { call: 'site-id.embed-check', body: ofPixel },
  after: 'reload',
};
const mail: Action = {
  id: 'site-id.mail-developer',
  title: 'site-id.developer-mail',
  icon: 'mail',
  ability: may,
  do: { form: 'site-id.developer-mail', as: 'modal', prefill: { ...state, params: ofPixel }, fixed: ofPixel },
};
const testLead: Action = {
  id: 'site-id.send-test',
  title: 'products.action.test',
  icon: 'test-pipe',
  ability: ['create', 'Campaign'],
  do: { call: 'products.test-lead', body: { leadspeek_api_id: ofPixel.campaignId } },
};

/** How the pixel is doing while one looks, and what can be done about it. */
const pixelState: Block = {
  as: 'detail',
  title: 'site-id.pixel.state',
  source: state,
  fields: [
    {
      field: 'state',
      title: 'site-id.pixel.status',
      as: 'state',
      states: {
        live: { title: 'site-id.pixel.live', severity: 'good' },
        quiet: { title: 'site-id.pixel.quiet', severity: 'warn' },
        waiting: { title: 'site-id.pixel.waiting', severity: 'neutral' },
      },
    },
    { field: 'last_seen_at', title: 'site-id.pixel.last', as: 'since' },
    { field: 'pages', title: 'site-id.pixel.pages', as: 'number' },
    { field: 'website', title: 'site-id.pixel.website', as: 'link' },
    { field: 'runs_on', title: 'site-id.pixel.runs-on', as: 'text' },
  ],
  actions: [check, mail, testLead],
};

const code = (field: keyof PixelSnippets, more: Partial<CodeBlock> = {}): CodeBlock => ({
  as: 'code',
  title: `site-id.snippet.${field}`,
  help: `site-id.snippet.${field}.help`,
  source: pixel,
  field,
  ...more,
});
const guide = (name: Guide): TabsBlock['tabs'][number] => ({
  id: name,
  title: `site-id.guide.${name}`,
  blocks: GUIDES[name].map((field, n) => code(field, n === 0 ? { steps: `site-id.guide.${name}.steps` } : {})),
});

/** The way to put the pixel into this website stands open first. */
const guides: Block = {
  as: 'tabs',
  first: { source: state, field: 'guide' },
  tabs: [
    ...GUIDE_NAMES.map(guide),
    { id: 'identify', title: 'site-id.pixel.identify', blocks: [code('identify_call')] },
    { id: 'events', title: 'site-id.pixel.events', blocks: [code('event_call')] },
  ],
};

const host = { leadspeekID: { from: 'row', field: 'campaign_id' }, host: { from: 'row', field: 'host' } } as const;
const hosts = (title: string, source: Source, action: Action, empty: string): Block => ({
  as: 'health',
  title,
  source: { ...source, params: { campaignId }, live: 'campaigns' },
  key: 'host',
  name: 'host',
  text: 'text',
  state: { field: 'state', states: { counted: { title: 'site-id.hosts.counted', severity: 'good' } } },
  actions: [action],
  empty: { title: empty, help: `${empty}.help` },
});
const allowedHosts = hosts(
  'site-id.hosts.title',
  { route: 'site-id.allowed-hosts' },
  {
    id: 'site-id.remove-host',
    title: 'site-id.hosts.remove',
    ability: may,
    when: { field: 'added', is: true },
    do: { call: 'site-id.remove-host', body: host },
    undo: 'site-id.allow-host',
    after: 'reload',
  },
  'site-id.hosts.empty',
);
/** Other sites on which the campaign's script ran: pages of the client's that nobody named yet, or copies that strangers made. */
const refusedHosts = hosts(
  'site-id.pixel.refused',
  { route: 'capture.refused-hosts' },
  {
    id: 'site-id.allow-host',
    title: 'site-id.refused.allow',
    ability: may,
    do: { call: 'site-id.allow-host', body: host },
    undo: 'site-id.remove-host',
    after: 'reload',
  },
  'site-id.refused.empty',
);

/** The tab of a campaign with its pixel: whether it is seen, how it gets into the website, and from where visits count. */
export const sourceTab: Block[] = [
  {
    as: 'notice',
    severity: 'warn',
    text: 'site-id.pixel.unseen',
    source: state,
    when: { field: 'state', is: 'waiting' },
    stays: true,
  },
  pixelState,
  guides,
  { as: 'notice', severity: 'neutral', text: 'site-id.pixel.refused.help', stays: true },
  { as: 'columns', blocks: [[allowedHosts], [refusedHosts]] },
];
