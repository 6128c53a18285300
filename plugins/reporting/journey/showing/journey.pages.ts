import type { Column, PageExtension, StatsBlock } from '../../../../core/contract.ts';
import { FIGURES_TOPIC } from '../../../lead-intake/leads/contract.ts';

const column = (field: string, as: Column['as'], more: Partial<Column> = {}): Column => ({
  field,
  title: `journey.page.${field}`,
  as,
  ...more,
});
const ofLead = { id: { from: 'row' as const, field: 'id' } };

/** Beneath the lead whose row is open: where they came from, and the pages that they looked at. */
export const leadJourney = (role: string): PageExtension => ({
  role,
  order: 20,
  blocks: [],
  opened: [
    {
      as: 'detail',
      title: 'journey.lead.title',
      source: { route: 'journey.lead', params: ofLead },
      fields: [{ field: 'lines', title: 'journey.lead.title', as: 'fields' }],
    },
    {
      as: 'table',
      title: 'journey.pages.title',
      source: { route: 'journey.pages', params: ofLead, live: 'leads' },
      key: 'id',
      pageSize: 10,
      columns: [
        column('page', 'text', { note: 'title', narrow: 'first' }),
        column('at', 'time'),
        column('stay', 'text', { narrow: 'hide' }),
        column('source', 'text'),
        column('event', 'text'),
      ],
      empty: { title: 'journey.pages.empty', help: 'journey.pages.empty.help' },
    },
  ],
});

const figures: StatsBlock['items'] = [
  { field: 'conversions', title: 'journey.results.conversions', as: 'number', help: 'journey.results.conversions.help' },
  { field: 'value', title: 'journey.results.value', as: 'text', help: 'journey.results.value.help' },
  { field: 'leads', title: 'journey.results.leads', as: 'number' },
];

/** What a campaign's leads did on the websites, among its results. */
export const campaignConversionFigures = (product: string): PageExtension => ({
  role: 'campaigns.campaign',
  where: { product },
  order: 15,
  blocks: [],
  tabs: [
    {
      id: 'results',
      title: 'journey.results.title',
      ability: ['read', 'JourneyPage'],
      blocks: [
        {
          as: 'stats',
          title: 'journey.results.title',
          source: {
            route: 'journey.campaign',
            params: { id: { from: 'row', field: 'leadspeek_api_id' } },
            query: { period: { from: 'query', field: 'period' } },
            live: FIGURES_TOPIC,
          },
          items: figures,
        },
      ],
    },
  ],
});

/** The same for each campaign in a list of them. */
export const conversionColumns = (of: Pick<PageExtension, 'role' | 'where'>): PageExtension => ({
  ...of,
  order: 55,
  blocks: [],
  columns: [
    { field: 'conversions', title: 'journey.campaign.conversions', as: 'number', narrow: 'hide' },
    { field: 'conversionValue', title: 'journey.campaign.conversionValue', as: 'amounts', narrow: 'hide' },
  ],
});
