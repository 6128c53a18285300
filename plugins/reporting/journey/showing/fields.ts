import { type Ctx, T } from '../../../../core/contract.ts';
import type { Evidence, Lead, LeadFieldSet } from '../../../lead-intake/leads/contract.ts';
import { clickIdOf, type Touch } from '../touch.ts';
import { decimal } from '../../reports/shared.ts';
import { type JourneyLead, journeysOf } from './journeys.store.ts';

const text = (name: string) => T.String({ title: `journey.field.${name}` });
const touchFields = <Which extends 'first' | 'last'>(which: Which) => ({
  [`${which}VisitAt`]: T.String({ format: 'date-time', title: `journey.field.${which}VisitAt` }),
  [`${which}Source`]: text(`${which}Source`),
  [`${which}Medium`]: text(`${which}Medium`),
  [`${which}Campaign`]: text(`${which}Campaign`),
  [`${which}Term`]: text(`${which}Term`),
  [`${which}Content`]: text(`${which}Content`),
  [`${which}ClickIdName`]: text(`${which}ClickIdName`),
  [`${which}ClickId`]: text(`${which}ClickId`),
  [`${which}Referrer`]: text(`${which}Referrer`),
  [`${which}LandingPage`]: T.String({ format: 'uri', title: `journey.field.${which}LandingPage` }),
});

const touchValues = (which: 'first' | 'last', touch: Touch): Evidence => {
  const of = (name: string): string => touch.params?.[`utm_${name}`] ?? '';
  const [clickIdName, clickId] = clickIdOf(touch) ?? ['', ''];
  return {
    [`${which}VisitAt`]: touch.at,
    [`${which}Source`]: of('source'),
    [`${which}Medium`]: of('medium'),
    [`${which}Campaign`]: of('campaign'),
    [`${which}Term`]: of('term'),
    [`${which}Content`]: of('content'),
    [`${which}ClickIdName`]: clickIdName,
    [`${which}ClickId`]: clickId,
    [`${which}Referrer`]: touch.referrer,
    [`${which}LandingPage`]: touch.url,
  };
};

/** Every parameter, so that no field of a sample is empty. */
const SAMPLE_PARAMS = {
  utm_source: 'example',
  utm_medium: 'cpc',
  utm_campaign: 'test',
  utm_term: 'test',
  utm_content: 'test',
  gclid: 'test',
};
const valuesOf = ({ first_touch, last_touch, conversions, amount, currency }: Omit<JourneyLead, 'lead_id'>): Evidence => ({
  ...touchValues('first', first_touch),
  ...touchValues('last', last_touch),
  conversions,
  ...(amount !== null && currency !== null && { conversionValue: decimal(Number(amount), currency), conversionCurrency: currency }),
});

/** Where leads came from and what they did, as files and connectors have it. */
export const journeyFields: LeadFieldSet = {
  fields: T.Object({
    ...touchFields('first'),
    ...touchFields('last'),
    conversions: T.Integer({ title: 'journey.field.conversions' }),
    conversionValue: text('conversionValue'),
    conversionCurrency: text('conversionCurrency'),
  }),
  sample: ({ now }) =>
    valuesOf({
      first_touch: { at: now.toISOString(), url: 'https://example.com/', referrer: 'search.example', params: SAMPLE_PARAMS },
      last_touch: { at: now.toISOString(), url: 'https://example.com/', referrer: 'news.example', params: SAMPLE_PARAMS },
      conversions: 1,
      amount: '4990',
      currency: 'USD',
    }),
  async of(ctx: Ctx, leads: readonly Lead[]) {
    const journeys = await journeysOf(
      ctx,
      leads.map(({ id }) => id),
    );
    return new Map([...journeys].map(([id, journey]) => [id, withoutEmpty(valuesOf(journey))]));
  },
};

const withoutEmpty = (values: Evidence): Evidence => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
