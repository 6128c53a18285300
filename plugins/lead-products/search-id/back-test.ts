import type { Ctx } from '../../../core/contract.ts';
import type { CampaignRules } from '../../campaign-management/campaigns/contract.ts';
import { Intent } from '../../lead-intake/intent/contract.ts';
import type { LeadPerson } from '../../lead-intake/leads/contract.ts';
import { isWanted } from '../../lead-intake/leads/shared.ts';
import type { BackTest, Observed } from '../products/contract.ts';
import { TRIED_FIELDS } from '../products/shared.ts';
import type { SearchRow } from './campaign.store.ts';
import { locationsOf, resolved } from './locations.ts';
import { refuseUnknown } from './place-check.ts';
import { isComplete } from './required-data.ts';
import { IntentRecords } from './source.ts';

type Span = Parameters<BackTest['observed']>[3];

/** Records of intent by the day of the search, judged by the same rules as those that come in. Exclusion lists are not asked. */
async function observed(ctx: Ctx, { rules }: { rules: CampaignRules }, search: SearchRow, span: Span): Promise<Observed> {
  const locations = locationsOf(rules, search);
  await refuseUnknown(ctx, rules, search);
  const { places } = await resolved(ctx, locations);
  const { keywords, contextual, stop_words: stopWords } = search;
  const outlines = await ctx
    .use(Intent)
    .outlines({ keywords, contextual, stopWords, places }, { from: span.from, to: span.to, timezone: rules.timezone });
  const days = [...Map.groupBy(outlines, ({ day }) => day)].map(([day, groups]) => {
    const ended = { incomplete: 0, outside_rules: 0 };
    const wanted: Buffer[] = [];
    for (const { has, records, people } of groups) {
      const outcome = endOf(rules, search, has);
      if (outcome === null) wanted.push(people);
      else ended[outcome] += records;
    }
    const total = groups.reduce((sum, { records }) => sum + records, 0);
    return { day, observed: total, ended, notKnown: 0, wanted: Buffer.concat(wanted) };
  });
  return { days, personAt: (key) => key.readUIntBE(0, 6) };
}

/** How somebody with such data ends before it is asked whether they are new; null: they go on. */
function endOf(rules: CampaignRules, { required }: SearchRow, has: LeadPerson): 'incomplete' | 'outside_rules' | null {
  if (!isComplete(has, required)) return 'incomplete';
  return isWanted(IntentRecords, rules, { person: has }) ? null : 'outside_rules';
}

/** How campaigns are tried with other settings. Whom there is no room for is read again later. */
export const searchBackTest = {
  waits: true as const,
  fields: [
    'locatorkeyword',
    'locatorkeywordcontextual',
    'stopwords',
    'locatorrequire',
    ...TRIED_FIELDS.rules,
    'locationtarget',
    'radiuscenter',
    'radiusmiles',
    ...TRIED_FIELDS.places,
  ] as const,
  observed: (ctx: Ctx, trial: { rules: CampaignRules }, own: Readonly<Record<string, unknown>>, span: Span) =>
    observed(ctx, trial, own as unknown as SearchRow, span),
};
