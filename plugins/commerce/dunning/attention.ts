import { type AttentionSource, LISTED } from '../../foundation/attention/contract.ts';
import { clientsInArrears } from './arrears.store.ts';

/** Payments that failed and are still owed: a client's own, and those of an agency's clients. */
export const arrearsAttention: AttentionSource = {
  live: ['payments', 'billing.invoices'],
  async find(ctx) {
    const { kind, id } = ctx.tenant;
    if (kind === 'root' || !ctx.can('read', 'Invoice')) return [];
    const clients = await clientsInArrears(ctx.db, id, { kind, most: LISTED });
    if (clients.length === 0) return [];
    const of = { id: 'dunning.failed', urgency: 'bad' as const, title: ctx.t('dunning.attention.failed') };
    if (kind === 'client')
      return [{ ...of, since: clients[0]!.since, remedy: { title: ctx.t('dunning.attention.pay'), address: '/user/card-setting' } }];
    return [
      {
        ...of,
        count: clients[0]!.total,
        concerns: clients.map(({ name, stage, since }) => ({
          name,
          note: ctx.t(`dunning.attention.stage.${stage}`),
          address: `/configuration/client-management?q=${encodeURIComponent(name)}`,
          since,
        })),
        remedy: { title: ctx.t('dunning.attention.invoices'), address: '/billing/invoices' },
      },
    ];
  },
};
