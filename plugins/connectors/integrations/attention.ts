import type { Ctx } from '../../../core/contract.ts';
import { type AttentionItem, type AttentionSource, LISTED } from '../../foundation/attention/contract.ts';
import { agenciesWithBroken, brokenConnections } from './clients.store.ts';
import { TOPIC } from './topic.ts';

/** Connections that do not work: the caller's own, and of an agency's clients, whose leads are kept meanwhile. */
export const connectionAttention: AttentionSource = {
  live: [TOPIC],
  async find(ctx) {
    const found: AttentionItem[] = [];
    if (ctx.tenant.kind === 'root') return ctx.can('oversee', 'Delivery') ? brokenByAgency(ctx) : [];
    const [own, below] = await ctx.together([
      async () => (ctx.can('read', 'Connection') ? brokenConnections(ctx, false, LISTED) : []),
      async () => (ctx.can('read', 'ClientConnection') ? brokenConnections(ctx, true, LISTED) : []),
    ]);
    if (own.length > 0)
      found.push({
        id: 'integrations.broken',
        urgency: 'bad',
        title: ctx.t('integrations.attention.broken'),
        text: ctx.t('integrations.attention.kept'),
        count: own[0]!.total,
        since: own[0]!.first_since,
        concerns: own.map(({ id, name, state, remedy, since }) => ({
          name,
          note: ctx.t(remedy || `integrations.state.${state}`),
          address: `/integrations/${id}`,
          since,
        })),
      });
    if (below.length > 0)
      found.push({
        id: 'integrations.clients-broken',
        urgency: 'warn',
        title: ctx.t('integrations.attention.clients'),
        text: ctx.t('integrations.attention.kept'),
        count: below[0]!.total,
        since: below[0]!.first_since,
        concerns: below.map(({ name, company, since }) => ({ name: company, note: name, since })),
        remedy: { title: ctx.t('integrations.attention.show'), address: '/integrations' },
      });
    return found;
  },
};

/** Failed deliveries, as the root sees them: how many connections of which agencies, and nothing of what they hold. */
async function brokenByAgency(ctx: Ctx): Promise<AttentionItem[]> {
  const agencies = await agenciesWithBroken(ctx.db, LISTED);
  if (agencies.length === 0) return [];
  return [
    {
      id: 'integrations.agencies-broken',
      urgency: 'warn',
      title: ctx.t('integrations.attention.agencies'),
      count: agencies[0]!.total,
      since: agencies[0]!.first_since,
      concerns: agencies.map(({ name, count, since }) => ({
        name,
        note: ctx.t('integrations.attention.connections', { count }),
        address: `/configuration/agency-list?q=${encodeURIComponent(name)}`,
        since,
      })),
    },
  ];
}
