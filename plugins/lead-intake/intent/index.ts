import { contribute, definePlugin, provide } from '../../../core/contract.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { Intent } from './contract.ts';
import { intentOf } from './intent.port.ts';
import { purgeJob } from './purge.job.ts';
import { searchDataAttention } from './supplier/attention.ts';
import { pullJob } from './supplier/pull.job.ts';
import { opensSearchData, searchDataKind, supplierForm, supplierPage } from './supplier/supplier.pages.ts';
import { supplierRoutes } from './supplier/supplier.routes.ts';
import { IntentSupplier } from './supplier/supplier.settings.ts';

export default definePlugin({
  manifest: {
    id: 'intent',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { capture: '^1', leads: '^1', places: '^1' },
    uses: ['attention'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  tables: {
    intent_keyword: [],
    intent_record: [],
    intent_large_city: [],
    intent_tally: [],
    intent_wanderer: [],
    intent_touched: [],
    intent_import: [],
  },
  erasure: { intent_supplier: 'delete', intent_supplier_day: 'delete' },
  routes: supplierRoutes,
  forms: [supplierForm],
  pages: [supplierPage],
  extend: [opensSearchData],
  contributions: [searchDataKind, contribute(AttentionSources, searchDataAttention)],
  settings: [IntentSupplier],
  jobs: [purgeJob, pullJob],
  provides: [provide(Intent, intentOf)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
