import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import { type AttentionItem, type AttentionSource, type Concern, LISTED } from '../../foundation/attention/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { ALARM_LEVELS } from './alarms.ts';
import { campaignAddress } from './address.ts';
import { companyNames } from './campaign.store.ts';
import { capUse } from './cap-use.ts';
import type { PauseReason } from './contract.ts';
import { type Lack, lacksOf } from './issues.service.ts';
import { installedNames } from './products.ts';
import { allRunning } from './running-campaigns.ts';
import { CHOSEN } from './states.ts';

const URGENCY = { bad: 'warn', warn: 'warn', info: 'info' } as const;

/** Campaigns that lack something, are paused for a cause that somebody has to mend, or have used up a limit. */
export const campaignAttention: AttentionSource = {
  live: ['campaigns', 'figures'],
  async find(ctx, { product }) {
    // Whoever runs no campaigns is told of agencies, and not of each campaign of theirs.
    if (ctx.tenant.kind === 'root' || !ctx.can('read', 'Campaign')) return [];
    const products = installedNames(ctx).filter((name) => ctx.isOffered(name) && (!product || name === product));
    const [lacking, paused, capped] = await ctx.together([
      () => lackingOnes(ctx, products),
      () => pausedOnes(ctx, products),
      () => cappedOnes(ctx, products),
    ]);
    const causes = [...lacking, ...paused, ...capped];
    const concern = await concernsOf(
      ctx,
      causes.flatMap(({ named }) => named),
    );
    return causes.map(({ item, tab, count, named }) => ({ ...item, count, concerns: named.map((row) => concern(row, tab)) }));
  },
};

/** A campaign that a cause concerns. */
interface Found {
  id: number;
  company_id: number;
  product: Product;
  name: string;
  since: Date | null;
}
/** A cause with the first campaigns that it concerns, and how many there are. */
interface Cause {
  item: Omit<AttentionItem, 'concerns'>;
  tab?: string | undefined;
  count: number;
  named: readonly Found[];
}

/** Campaigns as concerns; whoever has clients reads whose each is. */
async function concernsOf(ctx: Ctx, rows: readonly Found[]): Promise<(row: Found, tab?: string) => Concern> {
  const clients = ctx.tenant.kind === 'agency' && rows.length > 0 ? await companyNames(ctx, rows) : new Map<number, string>();
  return (row, tab) => {
    const note = clients.get(row.company_id);
    return { name: row.name, ...(note && { note }), address: campaignAddress(ctx, row, tab), since: row.since };
  };
}

async function lackingOnes(ctx: Ctx, products: readonly Product[]): Promise<Cause[]> {
  const running = allRunning(ctx);
  // All are read once and looked at once: also whose they are is asked of what was read.
  const clients = (): Knex.Raw => ctx.db.raw('array ?', [ctx.db('running').distinct('company_id')]);
  const lacks = await lacksOf(ctx, { ...running, clients });
  if (lacks.length === 0) return [];
  const read = running.rows().select('id', 'company_id', 'agency_id', 'product', 'report_type', 'name', 'name_key');
  // The name lets the columns of an issue find what they ask about.
  const looked = ctx.db
    .from('running as campaigns_campaign')
    .whereIn('product', products)
    .select('id', 'company_id', 'product', 'name', 'name_key')
    .select(lacks.map(({ when }, n) => ctx.db.raw('(?) as ??', [when, `lack${n}`])));
  // One look at them counts all causes.
  const counted = ctx.db
    .from('looked')
    .select(lacks.map((_, n) => ctx.db.raw('count(*) filter (where ??)::int as ??', [`lack${n}`, `lack${n}`])));
  const found = lacks.map(({ since = ctx.db.raw('null::timestamptz') }, n) =>
    ctx.db
      .from('looked as campaigns_campaign')
      .whereRaw('??', [`lack${n}`])
      .select(ctx.db.raw('?::int as n, id, company_id, product, name, ? as since', [n, since]))
      .select({ count: ctx.db('counted').select(`lack${n}`) })
      .orderByRaw('since, name_key, id')
      .limit(LISTED),
  );
  const rows = (await ctx.db
    .withMaterialized('running', read)
    .withMaterialized('looked', looked)
    .withMaterialized('counted', counted)
    .unionAll(found, true)
    // How many there are decides how they are best looked at.
    .options({ prepare: false })) as (Found & { n: number; count: number })[];
  return [...Map.groupBy(rows, ({ n }) => n)].map(([n, named]) => ({ ...lackItem(ctx, lacks[n]!), count: named[0]!.count, named }));
}

const lackItem = (ctx: Ctx, { issue: { code, brief, works, tab, remedy } }: Lack): Pick<Cause, 'item' | 'tab'> => ({
  item: {
    id: code,
    urgency: works ? 'warn' : 'bad',
    title: ctx.t(brief),
    text: ctx.t(code),
    ...(remedy && { remedy: { ...remedy, title: ctx.t(remedy.title) } }),
  },
  tab,
});

async function pausedOnes(ctx: Ctx, products: readonly Product[]): Promise<Cause[]> {
  const stopped = ctx
    .query('Campaign')
    .whereRaw(`status = 'paused'`)
    .whereNotIn('pause_reason', CHOSEN)
    .whereIn('product', products)
    .select('id', 'company_id', 'product', 'name', 'pause_reason')
    .select(
      ctx.db.raw('count(*) over (partition by pause_reason)::int as count'),
      ctx.db.raw('row_number() over (partition by pause_reason order by name_key, id) as place'),
    )
    .as('c');
  const paused = ctx.db('campaigns_move as m').whereRaw('m.campaign_id = c.id').where({ to_status: 'paused' }).max('at');
  const rows = (await ctx.db
    .from(stopped)
    .where('place', '<=', LISTED)
    .orderBy('place')
    .select('c.*', ctx.db.raw('? as since', [paused]))) as (Found & { pause_reason: PauseReason; count: number })[];
  return [...Map.groupBy(rows, ({ pause_reason: reason }) => reason)].map(([reason, named]) => ({
    item: {
      id: `campaigns.paused.${reason}`,
      urgency: 'bad',
      // A wallet is its agency's business: its clients wait for it.
      title:
        ctx.tenant.kind === 'client' && reason === 'wallet_empty'
          ? ctx.t('campaigns.attention.waits')
          : ctx.t('campaigns.attention.paused', { reason: ctx.t(`campaigns.reason.${reason}`) }),
      text: ctx.t('campaigns.attention.paused.text'),
    },
    count: named[0]!.count,
    named,
  }));
}

/** What the alarms that were mailed say, for as long as it is so. */
async function cappedOnes(ctx: Ctx, products: readonly Product[]): Promise<Cause[]> {
  const used = await capUse(ctx, products);
  return ALARM_LEVELS.flatMap(({ field, percent, severity }): Cause[] => {
    const reached = used.get(percent);
    if (!reached) return [];
    return [
      {
        item: {
          id: `campaigns.limit.${field}`,
          urgency: URGENCY[severity],
          title: ctx.t(`campaigns.cap-use.${field}`),
          ...(field === 'all' && { text: ctx.t('campaigns.cap-use.all.text') }),
        },
        tab: 'settings',
        count: reached.length,
        named: reached.slice(0, LISTED).map((row) => ({ ...row, since: null })),
      },
    ];
  });
}
