import type { AttentionSource } from '../../../foundation/attention/contract.ts';
import type { EndpointRow } from './endpoints.store.ts';

/** Live endpoints that are not sent events any more; the sandbox is no matter for a home page. */
export const stoppedEndpoints: AttentionSource = {
  live: [],
  async find(ctx) {
    if (!ctx.can('read', 'WebhookEndpoint')) return [];
    const stopped = (await ctx
      .query('WebhookEndpoint')
      .where({ state: 'stopped', sandbox: false })
      .orderBy('last_sent_at')) as EndpointRow[];
    if (stopped.length === 0) return [];
    return [
      {
        id: 'open-api.stopped',
        urgency: 'bad',
        title: ctx.t('open-api.attention.stopped'),
        text: ctx.t('open-api.attention.kept'),
        concerns: stopped.map(({ url, last_error, last_sent_at }) => ({
          name: url,
          ...(last_error ? { note: last_error } : {}),
          address: '/user/developer',
          since: last_sent_at,
        })),
      },
    ];
  },
};
