import { auditJobs } from '../audit/audit.jobs.ts';
import { connectorsOf } from '../connectors/connectors.ts';
import {
  AccountsPort,
  ApiDocumentPort,
  Captcha,
  ConfigurationParts,
  Connectors,
  contribute,
  definePlugin,
  Dns,
  ErasurePort,
  FormLayers,
  GRANTS,
  HostsPort,
  Processes,
  NamesPort,
  OwnSettings,
  type Plugin,
  provide,
  SessionsPort,
  Smtp,
  DOCUMENTS,
  STRANGERS,
  Switches,
  TenantsPort,
  Work,
} from '../contract.ts';
import { eraseRows } from '../data/erasure.ts';
import { retentionJobs } from '../data/retention.jobs.ts';
import { captchaOf } from '../egress/captcha.ts';
import { dnsOver } from '../egress/dns.ts';
import { smtpOf } from '../mail/smtp.ts';
import { programsApi } from '../http/openapi-programs.ts';
import { workOf } from '../jobs/work.port.ts';
import { namesPart } from '../settings/names.configuration.ts';
import { ownSettingsOf } from '../settings/own-settings.ts';
import { namesOf } from '../settings/rename.ts';
import { CORE_VERSION } from '../boot/order.ts';
import type { Kernel } from '../kernel.ts';
import { menuSections } from '../pages/sections.ts';
import { accountRowsOf } from './accounts.port.ts';
import { formsPart } from '../forms/forms.configuration.ts';
import { staleChanges } from '../forms/form-list.ts';
import { formEditorRoutes } from './form-editor.routes.ts';
import { formJobs, formRoutes } from './forms.routes.ts';
import { healthRoutes } from './health.routes.ts';
import { coreAbilities } from './core.abilities.ts';
import { hostRowsOf } from './hosts.port.ts';
import { processesOf } from './processes.port.ts';
import { layoutRoutes } from './layouts.routes.ts';
import { policyReportRoutes } from './policy-reports.routes.ts';
import { recordRate, recordRoutes } from './records.routes.ts';
import { settingRoutes } from './settings.routes.ts';
import { switchesOf } from './switches.ts';
import { tenantRowsOf } from './tenants.port.ts';
import { ticketRoutes } from './tickets.routes.ts';
import { uiRoutes } from './ui.routes.ts';
import { viewRoutes } from './views.routes.ts';

/** The kernel's own routes, declared like everybody else's. `kernel` is asked for late, since it is made from the registry. */
export const corePlugin = (kernel: () => Kernel): Plugin =>
  definePlugin({
    manifest: {
      id: 'core',
      version: CORE_VERSION,
      core: `^${CORE_VERSION}`,
      level: 'platform',
      critical: true,
      features: { agency_forms: { title: 'core.feature.agency-forms', beta: true, defaultOn: false } },
    },
    routes: [
      ...uiRoutes(kernel),
      ...formRoutes(kernel),
      ...formEditorRoutes(kernel),
      ...settingRoutes(kernel),
      ...healthRoutes(kernel),
      ...policyReportRoutes(kernel),
      ...viewRoutes(kernel),
      ...layoutRoutes(kernel),
      ...recordRoutes(kernel),
      ...ticketRoutes(kernel),
    ],
    rates: [STRANGERS, DOCUMENTS, recordRate],
    menu: menuSections,
    jobs: [...auditJobs(kernel), ...retentionJobs(kernel), ...formJobs(kernel)],
    subjects: {
      FormLayer: { table: 'core_form_layer', fields: ['company_id', 'agency_id', 'root_id', 'form_id'] },
      Audit: { table: 'core_public_audit', fields: ['company_id', 'agency_id', 'root_id', 'actor_id'] },
    },
    actions: {
      FormLayer: ['read', 'update'],
      SavedView: ['share'],
      Platform: ['read'],
    },
    areas: [{ id: 'Settings', title: 'core.area.settings', order: 40, grants: GRANTS, viewMode: ['enable'] }],
    abilities: coreAbilities,
    contributions: [contribute(ConfigurationParts, namesPart(kernel)), contribute(ConfigurationParts, formsPart(kernel))],
    provides: [
      provide(OwnSettings, ownSettingsOf),
      provide(Switches, (ctx) => switchesOf(kernel(), ctx)),
      provide(ErasurePort, (ctx) => ({ rowsOf: (companyId) => eraseRows(ctx.db, kernel().registry, companyId) })),
      provide(AccountsPort, accountRowsOf),
      provide(TenantsPort, tenantRowsOf),
      provide(HostsPort, hostRowsOf),
      provide(ApiDocumentPort, () => ({ of: (at) => programsApi(kernel().registry, at) })),
      provide(SessionsPort, () => kernel().sessions),
      provide(Connectors, (ctx) => connectorsOf(kernel(), ctx)),
      provide(NamesPort, (ctx) => namesOf(kernel(), ctx)),
      provide(Smtp, () => smtpOf(kernel())),
      provide(Captcha, () => captchaOf(kernel().config, kernel().egress)),
      provide(FormLayers, (ctx) => ({
        unfit: async () => (await staleChanges(kernel(), ctx, [ctx.tenant])).map(({ row }) => row.form_id),
      })),
      provide(Work, (ctx) => workOf(kernel(), ctx)),
      provide(Processes, (ctx) => processesOf(kernel(), ctx)),
      provide(Dns, () => dnsOver(kernel().config.dnsServer)),
    ],
  });
