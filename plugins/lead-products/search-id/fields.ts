import { type FieldUi, T } from '../../../core/contract.ts';
import { keywordOf, LONGEST_KEYWORD, MOST_KEYWORDS } from '../../lead-intake/intent/shared.ts';
import { MOST_MILES } from '../../foundation/places/contract.ts';
import { choiceColumn, type Column, countColumn, listColumn, textColumn } from '../products/shared.ts';
import { requirable, REQUIRABLE } from './required-data.ts';

const PLACE_BY = ['places', 'radius'] as const;
const MOST_STOP_WORDS = 500;
const Words = T.Optional(T.Array(T.String({ maxLength: LONGEST_KEYWORD }), { maxItems: MOST_KEYWORDS }));
/** As calls may send them: as a list, or as a text with lines or commas. What is too long or too many is said by its field. */
export const SentWords = T.Union([T.String({ maxLength: 100_000 }), T.Array(T.String({ maxLength: 500 }), { maxItems: 5_000 })]);
const ExternalId = T.Optional(T.String({ maxLength: 100 }));

/** Fields that campaigns of this product have of their own, under the specification's names. */
export const fields = {
  locatorkeyword: Words,
  locatorkeywordcontextual: Words,
  stopwords: Words,
  locatordesc: T.Optional(T.String({ maxLength: 2_000 })),
  locatorrequire: T.Optional(T.Array(T.Enum(REQUIRABLE), { maxItems: REQUIRABLE.length })),
  locationtarget: T.Optional(T.Enum([...PLACE_BY], { default: 'places' })),
  radiuscenter: T.Optional(T.String({ maxLength: 100 })),
  radiusmiles: T.Optional(T.Integer({ minimum: 1, maximum: MOST_MILES, default: 25 })),
  sificampaign: ExternalId,
  sifiorganizationid: ExternalId,
  externalcampaign: ExternalId,
  externalorganizationid: ExternalId,
};
type Field = keyof typeof fields;

const keywords = { group: 'search-id.group.keywords' };
const external = { group: 'search-id.group.external', span: 6 };
const place = { group: 'products.group.place' };
const notNational = { when: { field: 'nationaltargeting', is: 'F' } };
const byPlaces = { when: { field: 'locationtarget', is: 'places' } };
const byRadius = { when: { field: 'locationtarget', is: 'radius' } };
const suggestKeywords = { suggest: { route: 'search-id.keywords' } } as const;

export const ui: Record<Field, FieldUi> = {
  locatorkeyword: { widget: 'tags', placeholder: 'search-id.placeholder.keyword', ...suggestKeywords, ...keywords },
  locatorkeywordcontextual: { widget: 'tags', placeholder: 'search-id.placeholder.keyword', ...suggestKeywords, ...keywords },
  stopwords: { widget: 'tags', ...keywords },
  locatordesc: { widget: 'textarea', ...keywords },
  locatorrequire: { widget: 'tags', ...keywords },
  locationtarget: { widget: 'select', ...notNational, ...place },
  radiuscenter: {
    widget: 'text',
    placeholder: 'search-id.placeholder.center',
    suggest: { route: 'search-id.centers', only: true },
    span: 6,
    ...byRadius,
    ...place,
  },
  radiusmiles: { widget: 'number', suffix: 'search-id.suffix.miles', span: 6, ...byRadius, ...place },
  sificampaign: external,
  sifiorganizationid: external,
  externalcampaign: external,
  externalorganizationid: external,
};

export const behind = {
  locationtarget: 'nationaltargeting',
  radiuscenter: 'nationaltargeting',
  radiusmiles: 'nationaltargeting',
  sificampaign: 'locatorzip',
  sifiorganizationid: 'locatorzip',
  externalcampaign: 'locatorzip',
  externalorganizationid: 'locatorzip',
} as const;

/** The places of every campaign: completed while they are typed, and left out where a radius takes their place. */
export const looks: Partial<Record<'locatorstate' | 'locatorcity' | 'locatorzip', FieldUi>> = {
  locatorstate: { widget: 'tags', suggest: { route: 'search-id.states', only: true }, ...byPlaces, ...place },
  locatorcity: { widget: 'tags', suggest: { route: 'search-id.cities', only: true }, ...byPlaces, ...place },
  locatorzip: { widget: 'places.zips', ...byPlaces, ...place },
};

const words = (name: string, most: number, tooMany: string) => ({
  ...listColumn(name, { clean: keywordOf, wrong: 'search-id.problem.keyword', most, tooMany }),
  sent: SentWords,
});
/** A name that others gave; a number may be one, 0 means none. Whole entities are sent to and fro, in which it may be null. */
const externalId = (name: string): Column<string | number> => ({
  ...textColumn(name),
  sent: T.Union([T.String({ maxLength: 100 }), T.Number(), T.Null()]),
  kept: (sent) => (/\p{Cc}/u.test(String(sent)) ? { message: 'search-id.problem.text' } : { value: sent === 0 ? '' : String(sent) }),
});

export const table = {
  name: 'search_id_campaign',
  columns: {
    locatorkeyword: words('keywords', MOST_KEYWORDS, 'search-id.problem.keywords'),
    locatorkeywordcontextual: words('contextual', MOST_KEYWORDS, 'search-id.problem.keywords'),
    stopwords: words('stop_words', MOST_STOP_WORDS, 'search-id.problem.stop-words'),
    locatordesc: textColumn('description'),
    locatorrequire: listColumn('required', {
      clean: requirable,
      wrong: 'search-id.problem.required',
      most: REQUIRABLE.length,
      tooMany: 'search-id.problem.required',
    }),
    locationtarget: choiceColumn('place_by', PLACE_BY),
    radiuscenter: textColumn('radius_center', (text) => (/\p{Cc}/u.test(text) ? 'search-id.problem.text' : null)),
    radiusmiles: countColumn('radius_miles', 25),
    sificampaign: externalId('sifi_campaign'),
    sifiorganizationid: externalId('sifi_organization'),
    externalcampaign: externalId('external_campaign'),
    externalorganizationid: externalId('external_organization'),
  },
};
