import type { AttentionItem, AttentionSource } from '../attention/contract.ts';
import { brokenConnections } from './clients.store.ts';
import { TOPIC } from './integrations.pages.ts';

/** Connections that do not work: the caller's own, and of an agency's clients, whose leads are kept meanwhile. */
export const connectionAttention: AttentionSource = {
  live: [TOPIC],
  async find(ctx) {
    const found: AttentionItem[] = [];
    const own = ctx.can('read', 'Connection') ? await brokenConnections(ctx, false) : [];
    if (own.length > 0)
      found.push({
        id: 'integrations.broken',
        urgency: 'bad',
        title: ctx.t('integrations.attention.broken'),
        text: ctx.t('integrations.attention.kept'),
        concerns: own.map(({ id, name, state, since }) => ({
          name,
          note: ctx.t(`integrations.state.${state}`),
          address: `/integrations/${id}`,
          since,
        })),
      });
    const below = ctx.can('read', 'ClientConnection') ? await brokenConnections(ctx, true) : [];
    if (below.length > 0)
      found.push({
        id: 'integrations.clients-broken',
        urgency: 'warn',
        title: ctx.t('integrations.attention.clients'),
        text: ctx.t('integrations.attention.kept'),
        concerns: below.map(({ name, company, since }) => ({ name: company, note: name, since })),
        remedy: { title: ctx.t('integrations.attention.show'), address: '/integrations' },
      });
    return found;
  },
};
