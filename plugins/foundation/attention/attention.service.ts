import type { Ctx } from '../../../core/contract.ts';
import type { Product } from '../companies/contract.ts';
import { withMore } from '../companies/shared.ts';
import { type AttentionItem, AttentionSources, type Concern, LISTED, URGENCIES } from './contract.ts';

/** So many of a cause's concerns are named with it. */
const NAMED = 3;

/** Everything that the caller should see to: the most urgent first, then what concerns most. */
export async function attentionOf(ctx: Ctx, of: { product?: Product }): Promise<AttentionItem[]> {
  const found = (await ctx.together(ctx.contributions(AttentionSources).map((source) => () => source.find(ctx, of)))).flat();
  const rank = ({ urgency }: AttentionItem): number => URGENCIES.indexOf(urgency);
  return found.sort((a, b) => rank(a) - rank(b) || countOf(b) - countOf(a) || a.id.localeCompare(b.id));
}

/** An item as a health list shows it: one concern stands in the line itself, several are counted and opened. */
export function shown(ctx: Ctx, item: AttentionItem) {
  const { id, urgency, title, text, concerns = [] } = item;
  const [only] = concerns.length === 1 ? concerns : [];
  return {
    id,
    urgency,
    title: concerns.length > 1 ? ctx.t('attention.several', { title, number: countOf(item) }) : title,
    text: [namesOf(ctx, item), text].filter(Boolean).join(' · '),
    since: sinceOf(item)?.toISOString() ?? null,
    count: countOf(item),
    remedy: item.remedy ?? (only?.address ? { title: ctx.t('attention.open'), address: only.address } : null),
    parts: only
      ? []
      : concerns.slice(0, LISTED).map(({ name, note, address }) => ({ title: name, note: note ?? null, address: address ?? null })),
  };
}

/** Names stand in texts of another direction without turning them around. */
const isolated = (ctx: Ctx, text: string): string => (ctx.locale === 'ar' ? `\u2068${text}\u2069` : text);

const countOf = ({ concerns = [], count = concerns.length }: AttentionItem): number => Math.max(1, count);

function namesOf(ctx: Ctx, item: AttentionItem): string {
  const concerns: readonly Concern[] = item.concerns ?? [];
  const [only] = concerns;
  if (only && concerns.length === 1) return [only.name, only.note].flatMap((text) => (text ? [isolated(ctx, text)] : [])).join(' · ');
  const names = concerns
    .slice(0, NAMED)
    .map(({ name }) => isolated(ctx, name))
    .join(ctx.t('attention.comma'));
  return withMore(ctx, names, concerns.length > NAMED ? countOf(item) - NAMED : 0);
}

function sinceOf({ since, concerns = [] }: AttentionItem): Date | null {
  if (since !== undefined) return since;
  const known = concerns.flatMap((concern) => (concern.since ? [concern.since.getTime()] : []));
  return known.length === 0 ? null : new Date(Math.min(...known));
}
