import type { Ctx } from '../../../../core/contract.ts';
import { clickIdOf, type Touch } from '../touch.ts';
import { amountText } from '../../reports/shared.ts';
import type { JourneyLead } from './journeys.store.ts';

/** A line of what is known of a lead. */
export interface Line {
  title: string;
  as: 'text' | 'number' | 'time' | 'link';
  value: string | number;
}

/** Where a lead came from, as people read it; the last time only where it was another one. */
export function linesOf(ctx: Ctx, { first_touch, last_touch, conversions, amount, currency }: JourneyLead): Line[] {
  const worth = amount !== null && currency !== null ? amountText(Number(amount), currency) : '';
  return [
    ...touchLines(ctx, 'first', first_touch),
    ...(last_touch.at === first_touch.at ? [] : touchLines(ctx, 'last', last_touch)),
    { title: ctx.t('journey.field.conversions'), as: 'number', value: conversions },
    ...(worth ? [{ title: ctx.t('journey.field.conversionValue'), as: 'text' as const, value: worth }] : []),
  ];
}

function touchLines(ctx: Ctx, which: 'first' | 'last', touch: Touch): Line[] {
  const line = (name: string, as: Line['as'], value: string): Line => ({ title: ctx.t(`journey.field.${which}${name}`), as, value });
  return [
    line('VisitAt', 'time', touch.at),
    line('Source', 'text', sourceOf(ctx, touch)),
    line('Campaign', 'text', joined(touch.params, 'utm_campaign', 'utm_term', 'utm_content')),
    line('ClickId', 'text', clickIdOf(touch)?.join(' ') ?? ''),
    line('LandingPage', 'link', touch.url),
  ].filter(({ value }) => value !== '');
}

/** `google / cpc`, the website that they came from, or that there was none. */
export const sourceOf = (ctx: Ctx, touch: Pick<Touch, 'params' | 'referrer'>): string =>
  joined(touch.params, 'utm_source', 'utm_medium') || touch.referrer || (touch.params ? '' : ctx.t('journey.direct'));

const joined = (params: Touch['params'], ...names: string[]): string =>
  names
    .map((name) => params?.[name])
    .filter(Boolean)
    .join(' / ');
