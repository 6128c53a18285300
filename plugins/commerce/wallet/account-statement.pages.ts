import { definePage, type MenuDef, type PageGuard } from '../../../core/contract.ts';
import { BILLING_MENU } from '../../money/payments/contract.ts';
import { hasStatements } from './account-statement.service.ts';
import { WALLET_TOPIC } from './top-up.service.ts';

const account = { route: 'wallet.statement-account' } as const;

export const statementPage = definePage({
  id: 'wallet.statement',
  path: '/configuration/statements',
  title: 'wallet.statement.title',
  ability: ['read', 'AccountStatement'],
  blocks: [
    {
      as: 'notice',
      severity: 'info',
      text: 'wallet.statement.of.wallet',
      source: account,
      when: { field: 'account', is: 'wallet' },
      stays: true,
    },
    {
      as: 'notice',
      severity: 'info',
      text: 'wallet.statement.of.receivable',
      source: account,
      when: { field: 'account', is: 'receivable' },
      stays: true,
    },
    {
      as: 'table',
      title: 'wallet.statement.months',
      key: 'month',
      pageSize: 25,
      source: { route: 'wallet.statement-months', live: WALLET_TOPIC },
      columns: [
        { field: 'title', title: 'wallet.statement.month', as: 'text', narrow: 'first' },
        { field: 'opening_cents', title: 'wallet.statement.opening', as: 'money' },
        { field: 'charged_cents', title: 'wallet.statement.charged', as: 'money' },
        { field: 'paid_cents', title: 'wallet.statement.paid', as: 'money' },
        { field: 'closing_cents', title: 'wallet.statement.closing', as: 'money' },
      ],
      row: {
        actions: [
          {
            id: 'wallet.download-statement',
            title: 'wallet.statement.download',
            icon: 'download',
            ability: ['read', 'AccountStatement'],
            do: { download: 'wallet.statement-csv', params: { date: { from: 'row', field: 'month' } } },
          },
        ],
      },
      empty: { title: 'wallet.statement.empty', help: 'wallet.statement.empty.help' },
    },
  ],
});

/** Agencies without a wallet and clients that are billed outside of the system have no statements here. */
export const statementPageGuard: PageGuard = {
  id: 'wallet.has-statements',
  order: 50,
  check: async (ctx, page) => (page.id !== statementPage.id || (await hasStatements(ctx)) ? null : 'missing'),
};

export const statementMenu: MenuDef = {
  id: 'wallet.statement-entry',
  parent: BILLING_MENU,
  title: 'wallet.statement.title',
  icon: 'file-analytics',
  order: 50,
  ability: ['read', 'AccountStatement'],
  page: 'wallet.statement',
};
