import { shownMoney } from '../../../core/contract.ts';
import { type AttentionSource, LISTED } from '../../foundation/attention/contract.ts';
import { billingPage } from './agency-billing.pages.ts';
import { CHARGES_TOPIC } from './charges.service.ts';
import { agenciesOwing } from './charges.store.ts';

/** Charges of the platform that failed: the agency's own, and for operators those of all agencies. */
export const chargeAttention: AttentionSource = {
  live: [CHARGES_TOPIC],
  async find(ctx) {
    const isRoot = ctx.tenant.kind === 'root';
    if (ctx.tenant.kind === 'client' || !ctx.can(isRoot ? 'oversee' : 'read', 'AgencyCharge')) return [];
    const owing = await agenciesOwing(ctx.db, LISTED);
    const [first] = owing;
    if (!first) return [];
    if (isRoot)
      return [
        {
          id: 'agency-billing.agencies',
          urgency: 'bad',
          title: ctx.t('agency-billing.attention.agencies'),
          count: first.total,
          concerns: owing.map(({ name, cents, since }) => ({
            name,
            note: ctx.t('agency-billing.attention.owed', { amount: shownMoney(cents) }),
            address: `/configuration/agency-list?q=${encodeURIComponent(name)}`,
            since,
          })),
        },
      ];
    return [
      {
        id: 'agency-billing.own',
        urgency: 'bad',
        title: ctx.t('agency-billing.attention.own'),
        text: ctx.t('agency-billing.attention.own.text', { amount: shownMoney(first.cents) }),
        since: first.since,
        remedy: { title: ctx.t('agency-billing.attention.go'), address: billingPage.path },
      },
    ];
  },
};
