import type { Ctx } from '../../../core/contract.ts';
import type { CampaignRules } from '../../campaign-management/campaigns/contract.ts';
import type { OutcomeDef } from './contract.ts';

type Rule = NonNullable<OutcomeDef['rule']>;
/** More places than fit into a line. */
const MOST_PLACES = 20;

/** What campaigns ask of people, by the outcome of those who do not fit. */
export const DECIDING: Readonly<Record<string, Rule>> = {
  cap: (ctx, { dailyLimit }) => (dailyLimit === null ? [] : [{ title: ctx.t('leads.rule.daily-limit'), value: String(dailyLimit) }]),
  duplicate: (ctx, { reidentification, wholeClient }) => [
    { title: ctx.t('leads.rule.again'), value: ctx.t(`leads.rule.again.${reidentification}`) },
    { title: ctx.t('leads.rule.scope'), value: ctx.t(wholeClient ? 'leads.rule.scope.client' : 'leads.rule.scope.campaign') },
  ],
  outside_rules: (ctx, rules) => [
    { title: ctx.t('leads.rule.places'), value: placesText(ctx, rules) },
    { title: ctx.t('leads.rule.required'), value: requiredText(ctx, rules) },
  ],
};

function placesText(ctx: Ctx, { nationwide, states, cities, zips }: CampaignRules): string {
  if (nationwide) return ctx.t('leads.rule.places.all');
  const places = [...states, ...cities, ...zips];
  const further = places.length - MOST_PLACES;
  return [...places.slice(0, MOST_PLACES), ...(further > 0 ? [`+${further}`] : [])].join(', ');
}

const requiredText = (ctx: Ctx, { require }: CampaignRules): string =>
  (['email', 'phone', 'address'] as const)
    .filter((what) => require[what])
    .map((what) => ctx.t(`leads.rule.required.${what}`))
    .join(', ') || ctx.t('leads.rule.required.none');
