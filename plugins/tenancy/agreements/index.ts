import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { acceptanceRoutes } from './acceptances.routes.ts';
import { agreementAbilities } from './agreements.abilities.ts';
import { agreementBanner, firstReads } from './agreements.banner.ts';
import { agreementForms } from './agreements.forms.ts';
import { agreementGuard } from './agreements.guard.ts';
import { agreementMenu, agreementPages } from './agreements.pages.ts';
import { agreementsOf } from './agreements.service.ts';
import { Operator } from './agreements.settings.ts';
import { AgreementAccepted, AgreementDocuments, Agreements } from './contract.ts';
import { SHIPPED } from './documents.ts';
import { documentRoutes } from './documents.routes.ts';
import { agreementRates, fileRoutes } from './files.routes.ts';
import { noticeJob } from './notices.job.ts';

export default definePlugin({
  manifest: { id: 'agreements', version: '1.0.0', core: '^1', requires: { accounts: '^1' }, level: 'platform' },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    agreements_acceptance: { keep: 'proof of a contract, append-only' },
    agreements_copy: { keep: 'proof of a contract, append-only' },
    agreements_document: { keep: 'the text of contracts that others accepted, append-only' },
    agreements_draft: 'delete',
    agreements_file: 'delete',
    agreements_file_leave: 'delete',
    agreements_file_try: 'delete',
    agreements_notice: 'delete',
  },
  subjects: {
    Acceptance: { table: 'agreements_acceptance', fields: ['company_id', 'agency_id', 'root_id'] },
    SharedFile: { table: 'agreements_file', fields: ['company_id', 'agency_id', 'root_id'] },
  },
  actions: {
    Acceptance: ['read', 'accept'],
    Document: ['read', 'publish'],
    SharedFile: ['read', 'open', 'create', 'update', 'delete'],
  },
  sensitive: { SharedFile: 'credentials' },
  abilities: agreementAbilities,
  routes: [...documentRoutes, ...acceptanceRoutes, ...fileRoutes],
  rates: agreementRates,
  jobs: [noticeJob],
  events: [AgreementAccepted],
  forms: agreementForms,
  pages: agreementPages,
  guards: [agreementGuard],
  banners: [agreementBanner],
  menu: agreementMenu,
  settings: [Operator],
  provides: [provide(Agreements, agreementsOf)],
  contributions: SHIPPED.map((document) => contribute(AgreementDocuments, document)),
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
