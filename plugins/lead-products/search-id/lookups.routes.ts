import { type Ctx, defineRoute, invalid, type Id, notFound, T } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Intent } from '../../lead-intake/intent/contract.ts';
import { keywordsOf, MOST_KEYWORDS } from '../../lead-intake/intent/shared.ts';
import { type Place, type PlaceKind, PLACE_KINDS, Places } from '../../foundation/places/contract.ts';
import { searchOf } from './campaign.store.ts';
import { SentWords } from './fields.ts';

const CampaignId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Search = T.Object({ search: T.Optional(T.String({ maxLength: 100 })) });
const Options = T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String(), note: T.Optional(T.String()) })) });
const rate = 'search-id.look-ups' as const;
const ability = ['read', 'Campaign'] as const;

/** As the field of a campaign keeps it: the code of a state, a city with its state, a zip code. */
const valueOf = ({ kind, name, state }: Place): string => (kind === 'state' ? state : kind === 'city' ? `${name}, ${state}` : name);
const labelOf = (place: Place): string => (place.kind === 'state' ? `${place.name} (${place.state})` : valueOf(place));

/** A list from which a field is completed. */
const completion = (id: Id, path: string, summary: string, optionsOf: (ctx: Ctx, typed: string) => Promise<Completion[]>) =>
  defineRoute({
    id,
    method: 'GET',
    path,
    summary,
    ability,
    rate,
    query: Search,
    response: Options,
    handler: async (ctx, { query }) => ({ options: await optionsOf(ctx, query.search ?? '') }),
  });
interface Completion {
  value: string;
  label: string;
  note?: string;
}

const placesNamed = (id: Id, path: string, summary: string, kinds: readonly PlaceKind[]) =>
  completion(id, path, summary, async (ctx, typed) =>
    (await ctx.use(Places).suggest(typed, kinds)).map((place) => ({ value: valueOf(place), label: labelOf(place) })),
  );

const keywordSuggestions = completion(
  'search-id.keywords',
  '/leadspeek/keyword-suggestions',
  'Keywords that people looked for, with how many people',
  async (ctx, typed) =>
    (await ctx.use(Intent).suggest(typed)).map(({ keyword, people }) => ({
      value: keyword,
      label: keyword,
      note: ctx.t('search-id.people', { count: people }),
    })),
);

const keywordToTags = defineRoute({
  id: 'search-id.keyword-to-tags',
  method: 'GET',
  path: '/leadspeek/keyword-to-tags',
  summary: 'A text with keywords as a list of them, cleaned',
  ability,
  rate,
  query: T.Object({ keyword: T.String({ maxLength: 4_000 }) }),
  response: T.Object({ tags: T.Array(T.String()), wrong: T.Array(T.String()) }),
  async handler(_ctx, { query }) {
    const { keywords: tags, wrong } = keywordsOf(query.keyword);
    if (tags.length > MOST_KEYWORDS) throw invalid('keyword', 'search-id.problem.keywords');
    return { tags, wrong };
  },
});

const locationLookup = defineRoute({
  id: 'search-id.location-lookup',
  method: 'GET',
  path: '/leadspeek/location-lookup',
  summary: 'States, cities and zip codes that begin like a text of three characters or more',
  ability,
  rate,
  query: T.Object({ search: T.String({ minLength: 3, maxLength: 100 }), kind: T.Optional(T.Enum([...PLACE_KINDS])) }),
  response: T.Object({
    locations: T.Array(T.Object({ kind: T.Enum([...PLACE_KINDS]), value: T.String(), label: T.String(), state: T.String() })),
  }),
  async handler(ctx, { query }) {
    const found = await ctx.use(Places).suggest(query.search, query.kind && [query.kind]);
    return { locations: found.map((place) => ({ kind: place.kind, value: valueOf(place), label: labelOf(place), state: place.state })) };
  },
});

const Changed = T.Object({ result: T.String(), message: T.String(), tags: T.Array(T.String()) });

/** The campaign's own search. Throws 404 for a campaign of others or of another product. */
async function searchSeen(ctx: Ctx, id: number) {
  const campaign = await ctx.use(Campaigns).find(id);
  const search = campaign ? await searchOf(ctx, id) : undefined;
  if (!search) throw notFound();
  return search;
}

/** Changes lists of words of a campaign of this product as its form would. */
async function changeWords(
  ctx: Ctx,
  id: number,
  field: 'locatorkeyword' | 'stopwords',
  make: () => Promise<string[]>,
): Promise<{ result: string; message: string; tags: string[] }> {
  await ctx.use(Campaigns).change(id, async (campaign) => {
    if (campaign.product !== 'locator') throw notFound();
    return { [field]: await make() };
  });
  const { keywords, stop_words } = await searchSeen(ctx, id);
  return { result: 'success', message: ctx.t('campaigns.saved'), tags: field === 'stopwords' ? stop_words : keywords };
}

const listIn = (sent: string | string[]): string[] => (typeof sent === 'string' ? sent.split(/[\n,]/) : sent);

const applyKeywords = defineRoute({
  id: 'search-id.apply-keywords',
  method: 'PUT',
  path: '/leadspeek/apply-campaign-keywords',
  summary: 'Give a campaign keywords, or those of another campaign, in place of its own or beside them',
  ability: ['update', 'Campaign'],
  audit: 'campaigns.changed-by-user',
  viewMode: 'allow',
  rate,
  body: T.Object({
    leadspeek_api_id: CampaignId,
    keywords: T.Optional(SentWords),
    /** The campaign whose keywords are meant, where none are sent. */
    from: T.Optional(CampaignId),
    add: T.Optional(T.Enum(['T', 'F'], { default: 'F' })),
  }),
  response: Changed,
  async handler(ctx, { body }) {
    const { leadspeek_api_id: id, keywords, from, add } = body;
    if ((keywords === undefined) === (from === undefined)) throw invalid('keywords', 'search-id.problem.which-keywords');
    return changeWords(ctx, id, 'locatorkeyword', async () => {
      const given = keywords === undefined ? (await searchSeen(ctx, from!)).keywords : listIn(keywords);
      return add === 'T' ? [...(await searchSeen(ctx, id)).keywords, ...given] : given;
    });
  },
});

const stopWords = [
  defineRoute({
    id: 'search-id.stop-words',
    method: 'GET',
    path: '/leadspeek/stop-words/:leadspeek_api_id',
    summary: 'The stop words of a campaign: records for keywords with all words of one are left out',
    ability,
    params: T.Object({ leadspeek_api_id: CampaignId }),
    response: T.Object({ tags: T.Array(T.String()) }),
    handler: async (ctx, { params }) => ({ tags: (await searchSeen(ctx, params.leadspeek_api_id)).stop_words }),
  }),
  defineRoute({
    id: 'search-id.set-stop-words',
    method: 'PUT',
    path: '/leadspeek/stop-words',
    summary: 'Set the stop words of a campaign',
    ability: ['update', 'Campaign'],
    audit: 'campaigns.changed-by-user',
    viewMode: 'allow',
    rate,
    body: T.Object({ leadspeek_api_id: CampaignId, stopwords: SentWords }),
    response: Changed,
    handler: (ctx, { body }) => changeWords(ctx, body.leadspeek_api_id, 'stopwords', async () => listIn(body.stopwords)),
  }),
];

export const lookupRoutes = [
  keywordToTags,
  keywordSuggestions,
  locationLookup,
  placesNamed('search-id.states', '/leadspeek/location-lookup/states', 'States that begin like a text', ['state']),
  placesNamed('search-id.cities', '/leadspeek/location-lookup/cities', 'Cities that begin like a text', ['city']),
  placesNamed('search-id.centers', '/leadspeek/location-lookup/centers', 'Cities and zip codes that begin like a text', ['city', 'zip']),
  applyKeywords,
  ...stopWords,
];
/** Somebody who types asks about three times a second at most. */
export const lookupRates = [{ id: rate, points: 240, seconds: 60, by: 'account' as const }];
