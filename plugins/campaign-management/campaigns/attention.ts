import type { Ctx } from '../../../core/contract.ts';
import type { AttentionItem, AttentionSource, Concern } from '../../foundation/attention/contract.ts';
import { ALARM_LEVELS } from './alarms.ts';
import { campaignAddress } from './address.ts';
import { companyNames, FACTS } from './campaign.store.ts';
import { CAPS, type CappedRow, capUse } from './cap-use.ts';
import { campaignsByIssue } from './issues.service.ts';
import { CHOSEN } from './states.ts';

const URGENCY = { bad: 'warn', warn: 'warn', info: 'info' } as const;

/** Campaigns that lack something, are paused for a cause that somebody has to mend, or have used up a limit. */
export const campaignAttention: AttentionSource = {
  live: ['campaigns', 'figures'],
  async find(ctx, { product }) {
    // Whoever runs no campaigns is told of agencies, and not of each campaign of theirs.
    if (ctx.tenant.kind === 'root' || !ctx.can('read', 'Campaign')) return [];
    const found = ctx
      .query('Campaign')
      .whereIn('status', ['active', 'paused'])
      .orderBy('name')
      .select(...FACTS, ...CAPS);
    const rows = ((await (product ? found.where({ product }) : found)) as CappedRow[]).filter(({ product: of }) => ctx.isOffered(of));
    if (rows.length === 0) return [];
    const concern = await concernsOf(ctx, rows);
    return [...(await lacking(ctx, rows, concern)), ...(await paused(ctx, rows, concern)), ...(await atLimit(ctx, rows, concern))];
  },
};

type ConcernOf = (id: number, tab?: string, since?: Date | null) => Concern;

/** Campaigns as concerns; whoever has clients reads whose each is. */
async function concernsOf(ctx: Ctx, rows: readonly CappedRow[]): Promise<ConcernOf> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const clients = ctx.tenant.kind === 'agency' ? await companyNames(ctx, rows) : new Map<number, string>();
  return (id, tab, since = null) => {
    const row = byId.get(id)!;
    const note = clients.get(row.company_id);
    return { name: row.name, ...(note && { note }), address: campaignAddress(ctx, row, tab), since };
  };
}

async function lacking(ctx: Ctx, rows: readonly CappedRow[], concern: ConcernOf): Promise<AttentionItem[]> {
  return [...(await campaignsByIssue(ctx, rows))].map(([{ code, brief, works, tab, remedy }, ones]) => ({
    id: code,
    urgency: works ? 'warn' : 'bad',
    title: ctx.t(brief),
    text: ctx.t(code),
    concerns: ones.map(({ id, since }) => concern(id, tab, since)),
    ...(remedy && { remedy: { ...remedy, title: ctx.t(remedy.title) } }),
  }));
}

async function paused(ctx: Ctx, rows: readonly CappedRow[], concern: ConcernOf): Promise<AttentionItem[]> {
  const stopped = rows.filter(({ status, pause_reason }) => status === 'paused' && pause_reason && !CHOSEN.includes(pause_reason));
  if (stopped.length === 0) return [];
  const moves = (await ctx
    .db('campaigns_move')
    .whereIn(
      'campaign_id',
      stopped.map(({ id }) => id),
    )
    .where({ to_status: 'paused' })
    .groupBy('campaign_id')
    .select('campaign_id')
    .max({ at: 'at' })) as { campaign_id: number; at: Date }[];
  const since = new Map(moves.map(({ campaign_id: id, at }) => [id, at]));
  return [...Map.groupBy(stopped, ({ pause_reason: reason }) => reason)].map(([reason, ones]) => ({
    id: `campaigns.paused.${reason}`,
    urgency: 'bad',
    // A wallet is its agency's business: its clients wait for it.
    title:
      ctx.tenant.kind === 'client' && reason === 'wallet_empty'
        ? ctx.t('campaigns.attention.waits')
        : ctx.t('campaigns.attention.paused', { reason: ctx.t(`campaigns.reason.${reason}`) }),
    text: ctx.t('campaigns.attention.paused.text'),
    concerns: ones.map(({ id }) => concern(id, undefined, since.get(id) ?? null)),
  }));
}

/** What the alarms that were mailed say, for as long as it is so. */
async function atLimit(ctx: Ctx, rows: readonly CappedRow[], concern: ConcernOf): Promise<AttentionItem[]> {
  const used = await capUse(ctx, rows);
  return ALARM_LEVELS.flatMap(({ field, percent, severity }): AttentionItem[] => {
    const reached = used.get(percent);
    if (!reached) return [];
    return [
      {
        id: `campaigns.limit.${field}`,
        urgency: URGENCY[severity],
        title: ctx.t(`campaigns.cap-use.${field}`),
        ...(field === 'all' && { text: ctx.t('campaigns.cap-use.all.text') }),
        concerns: reached.map(({ id }) => concern(id, 'settings')),
      },
    ];
  });
}
