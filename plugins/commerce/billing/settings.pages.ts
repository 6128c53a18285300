import { definePage, type MenuDef } from '../../../core/contract.ts';
import { BILLING_MENU } from '../../money/payments/contract.ts';
import { taxBlocks } from './taxes/rates.pages.ts';
import { zoneBlock } from './zone.pages.ts';

/** What an agency says once for all its invoices, and a client for those that it gets. */
export const settingsPages = [
  definePage({
    id: 'billing.settings',
    path: '/configuration/billing',
    title: 'billing.settings.title',
    ability: ['read', 'SellerDetails'],
    blocks: [
      {
        as: 'tabs',
        tabs: [
          {
            id: 'details',
            title: 'billing.details.title',
            ability: ['update', 'SellerDetails'],
            blocks: [
              { as: 'notice', severity: 'info', text: 'billing.details.notice', stays: true },
              { as: 'form', form: 'billing.seller-form', prefill: { route: 'billing.seller' } },
            ],
          },
          { id: 'taxes', title: 'billing.tax.title', ability: ['read', 'TaxRate'], blocks: taxBlocks },
          { id: 'time-zone', title: 'billing.zone-form.title', ability: ['update', 'BillingSetting'], blocks: [zoneBlock] },
        ],
      },
    ],
  }),
  definePage({
    id: 'billing.buyer-page',
    path: '/billing/details',
    title: 'billing.details.title',
    ability: ['update', 'BuyerDetails'],
    blocks: [
      { as: 'notice', severity: 'info', text: 'billing.details.buyer-notice', stays: true },
      { as: 'form', form: 'billing.buyer-form', prefill: { route: 'billing.buyer' } },
    ],
  }),
];

export const settingsMenu: MenuDef[] = [
  {
    id: 'billing.settings-menu',
    parent: BILLING_MENU,
    title: 'billing.settings.title',
    icon: 'file-settings',
    order: 70,
    ability: ['read', 'SellerDetails'],
    page: 'billing.settings',
  },
  {
    id: 'billing.buyer-menu',
    parent: BILLING_MENU,
    title: 'billing.details.title',
    icon: 'id',
    order: 70,
    ability: ['update', 'BuyerDetails'],
    page: 'billing.buyer-page',
  },
];
