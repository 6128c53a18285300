import { contribute, definePlugin, provide } from '../../../core/contract.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { supplierAttention } from './attention.ts';
import { Enrichment } from './contract.ts';
import { groupRoutes } from './groups.routes.ts';
import { informationKind, opensInformation, supplierForms, suppliersPage } from './suppliers.pages.ts';
import { SupplierUses } from '../capture/contract.ts';
import { informationUses } from './supplier-uses.ts';
import { supplierRoutes } from './suppliers.routes.ts';
import { Suppliers } from './suppliers.settings.ts';
import { enrichmentOf } from './waterfall.ts';

const FIGURES = { keep: 'figures of a day, for the books' };

export default definePlugin({
  manifest: {
    id: 'enrichment',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { campaigns: '^1', capture: '^1', companies: '^1', leads: '^1' },
    uses: ['attention'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { enrichment_day: FIGURES, enrichment_field: FIGURES, enrichment_halt: 'delete' },
  routes: [...groupRoutes, ...supplierRoutes],
  forms: supplierForms,
  pages: [suppliersPage],
  extend: [opensInformation],
  contributions: [informationKind, contribute(AttentionSources, supplierAttention), contribute(SupplierUses, informationUses)],
  settings: [Suppliers],
  provides: [provide(Enrichment, enrichmentOf)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
