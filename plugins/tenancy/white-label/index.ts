import { BrandPort, definePlugin, contribute, MailSender, provide, ConfigurationParts, settingsPart } from '../../../core/contract.ts';
import { UserFields } from '../../foundation/accounts/contract.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { CompanyFacts } from '../../foundation/companies/contract.ts';
import { settingsAttention } from './attention.ts';
import { brandOf, firstReads } from './brand.ts';
import { hostFacts } from './company-facts.ts';
import { Domains, NamedSettings, TermDefaults } from './contract.ts';
import { domainStep } from './domain-step.ts';
import { domainInfoRoutes } from './domain-info.routes.ts';
import { checkDomains } from './domains.job.ts';
import { domainRates, domainRoutes } from './domains.routes.ts';
import { domainsOf } from './domains.service.ts';
import { FormerHosts, formerHostRoutes } from './former-hosts.routes.ts';
import { embeddedFrame, embeddedRoutes, embeddedSetting } from './embedded.routes.ts';
import { logoRoutes } from './logo.routes.ts';
import { clientMenuGuard, menuRoutes } from './menus.ts';
import { namedSettingRoutes } from './named-settings.routes.ts';
import { nameRoutes } from './names.routes.ts';
import { mailSenderOf } from './sender.ts';
import { smtpRoutes } from './smtp.routes.ts';
import { smtpSetting } from './smtp.service.ts';
import { themeRoutes } from './theme.routes.ts';
import { ClientMenu, CompanyContact, Theme } from './theme.settings.ts';
import { termDefaultsOf } from './term-default.ts';
import { brandFields } from './user-fields.ts';
import { whiteLabelAbilities } from './white-label.abilities.ts';
import { whiteLabelForms } from './white-label.forms.ts';
import { generalSettings, whiteLabelMenu } from './white-label.pages.ts';
import { LaunchSteps } from '../../foundation/launch/contract.ts';
import { agencyDomains, agencyHosts } from './agency-page.ts';
import { brandStep } from './launch-step.ts';

export default definePlugin({
  manifest: {
    id: 'white-label',
    version: '1.0.0',
    core: '^1',
    requires: { accounts: '^1', companies: '^1' },
    uses: ['attention', 'launch'],
    changes: ['hosts'],
    level: 'platform',
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    white_label_domain: 'delete',
    white_label_embedded: 'delete',
    white_label_logo: 'delete',
    white_label_pass: 'delete',
    white_label_smtp: 'delete',
    white_label_subdomain: 'delete',
  },
  subjects: {
    Domain: { table: 'white_label_domain', fields: ['company_id', 'agency_id', 'root_id'] },
    MailServer: { table: 'white_label_smtp', fields: ['company_id', 'agency_id', 'root_id'] },
    EmbeddedCode: { table: 'white_label_embedded', fields: ['company_id', 'agency_id', 'root_id'] },
  },
  actions: {
    Branding: ['read', 'update'],
    Domain: ['oversee', 'read', 'update'],
    FormerHost: ['read', 'update'],
    EmbeddedCode: ['read', 'update'],
    MailServer: ['read', 'update'],
  },
  sensitive: { MailServer: 'mail server', Domain: 'domains', FormerHost: 'domains', EmbeddedCode: 'domains' },
  abilities: whiteLabelAbilities,
  routes: [
    ...themeRoutes,
    ...logoRoutes,
    ...nameRoutes,
    ...menuRoutes,
    ...domainRoutes,
    agencyHosts,
    ...formerHostRoutes,
    ...domainInfoRoutes,
    ...namedSettingRoutes,
    ...smtpRoutes,
    ...embeddedRoutes,
  ],
  raw: [embeddedFrame],
  rates: domainRates,
  jobs: [checkDomains],
  forms: whiteLabelForms,
  pages: [generalSettings],
  extend: [agencyDomains],
  menu: whiteLabelMenu,
  guards: [clientMenuGuard],
  settings: [Theme, CompanyContact, ClientMenu, FormerHosts],
  provides: [
    provide(BrandPort, brandOf),
    provide(Domains, domainsOf),
    provide(MailSender, mailSenderOf),
    provide(TermDefaults, termDefaultsOf),
  ],
  contributions: [
    contribute(
      ConfigurationParts,
      settingsPart({ id: 'white-label.look', title: 'white-label.settings.theme', order: 30, settings: [Theme, ClientMenu] }),
    ),
    contribute(AttentionSources, settingsAttention),
    contribute(LaunchSteps, brandStep),
    contribute(LaunchSteps, domainStep),
    contribute(CompanyFacts, hostFacts),
    contribute(UserFields, brandFields),
    contribute(NamedSettings, smtpSetting),
    contribute(NamedSettings, embeddedSetting),
  ],
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
