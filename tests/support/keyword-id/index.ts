/** A product that exists in tests alone: people who were observed to look for a keyword. All of it is in this folder. */
import { contribute, T } from '../../../core/contract.ts';
import { defineLeadSource, LeadSources } from '../../../plugins/lead-intake/leads/contract.ts';
import { campaignProduct, flagColumn, listColumn } from '../../../plugins/lead-products/products/shared.ts';

export const Searches = defineLeadSource({
  id: 'keyword-id.search',
  title: 'keyword-id.search',
  evidence: T.Object({ keyword: T.String({ title: 'keyword-id.search.keyword' }) }),
  listed: 'keyword',
  outcomes: {},
  sample: async () => ({ keyword: 'sample' }),
});

const group = 'keyword-id.group';

export default campaignProduct(
  {
    id: 'keyword-id',
    title: 'keyword-id.name',
    icon: 'search',
    order: 50,
    url: 'keywordid',
    wire: { type: 'keyword', prefix: 'Keyword' },
    fields: {
      keywords: T.Array(T.String({ maxLength: 60 }), { minItems: 1, maxItems: 5 }),
      strictMatch: T.Optional(T.Enum(['T', 'F'], { default: 'F' })),
    },
    ui: { keywords: { widget: 'tags', group }, strictMatch: { widget: 'flag', group } },
    table: {
      name: 'keyword_id_campaign',
      columns: {
        keywords: listColumn('keywords', {
          clean: (word) => (/^[a-z ]+$/i.test(word) ? word.toLowerCase() : null),
          wrong: 'keyword-id.problem.keyword',
          most: 5,
          tooMany: 'keyword-id.problem.keywords',
        }),
        strictMatch: flagColumn('strict'),
      },
    },
    omit: ['locatorzip'],
    source: Searches,
    pricing: {
      hasAdvancedPrice: false,
      hasMinimum: true,
      leadPrice: 'costSetCents',
      usual: { wholesaleCents: 70, retailCents: 210 },
    },
    guards: [
      async (ctx, { id }) => {
        const row = (await ctx.db('keyword_id_campaign').where({ campaign_id: id }).first('keywords')) as
          | { keywords: string[] }
          | undefined;
        return row?.keywords.length ? [] : [{ code: 'keyword-id.guard.keywords' }];
      },
    ],
  },
  {
    manifest: { version: '1.0.0', requires: { leads: '^1' } },
    migrations: new URL('./migrations/', import.meta.url),
    contributions: [contribute(LeadSources, Searches)],
    locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
  },
);
