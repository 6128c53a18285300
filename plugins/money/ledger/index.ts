import { definePlugin, provide } from '../../../core/contract.ts';
import { booksOf } from './books.service.ts';
import { ledgerCheck } from './check.job.ts';
import { Books, Ledger } from './contract.ts';
import { ledgerOf } from './ledger.service.ts';
import { ledgerSums } from './sums.job.ts';

/** Kept when a company is erased. */
const BOOKS = { keep: 'the books: what was owed and paid, by number' };

export default definePlugin({
  manifest: { id: 'ledger', version: '1.0.0', core: '^1', level: 'platform' },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    ledger_account: BOOKS,
    ledger_balance: BOOKS,
    ledger_drawn: BOOKS,
    ledger_entry: BOOKS,
    ledger_posting: BOOKS,
    ledger_sum: BOOKS,
    ledger_summed: BOOKS,
  },
  tables: { ledger_checked: ['select', 'update'], ledger_closing: ['select', 'update'] },
  jobs: [ledgerCheck, ledgerSums],
  provides: [provide(Ledger, ledgerOf), provide(Books, booksOf)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
