import { contribute, T } from '../../../core/contract.ts';
import { Websites } from '../../lead-intake/capture/contract.ts';
import { PageViews, visitLog } from '../../lead-intake/capture/shared.ts';
import { campaignProduct, flagColumn, listColumn, textColumn } from '../products/shared.ts';
import { allowHostRoutes } from './allow-host.routes.ts';
import { siteBackTest } from './back-test.ts';
import { embedRates, embedRoutes } from './embed.routes.ts';
import { firstVisit, firstVisitNotices } from './first-visit.ts';
import { pixelGuard } from './embed.service.ts';
import { cleanHost } from './hosts.ts';
import { cleanNetwork, cleanPage } from './page-rules.ts';
import { developerMailForm, developerMailRate, developerMailRoute } from './source/developer-mail.ts';
import { sourceRoutes } from './source/source.routes.ts';
import { sourceTab } from './source/source-tab.ts';
import { hostsIssue, pixelIssue, silentIssue } from './site-issues.ts';
import { faultOfUrl, ownSite, websites } from './website.ts';

const group = 'site-id.group.site';
const pageGroup = 'site-id.group.pages';
const Web = T.String({ maxLength: 500 });
const Pages = T.Optional(T.Array(T.String({ maxLength: 300 }), { maxItems: 50 }));
const pageColumn = (name: string) =>
  listColumn(name, { clean: cleanPage, wrong: 'site-id.problem.page', most: 50, tooMany: 'site-id.problem.pages' });

/** Visitors of a client's website become leads. */
export default campaignProduct(
  {
    id: 'site-id',
    title: 'site-id.name',
    icon: 'broadcast',
    order: 10,
    url: 'siteid',
    wire: { type: 'local', prefix: 'Leadspeek' },
    fields: {
      urlCode: Web,
      urlCodeThankyou: T.Optional(Web),
      allowedHosts: T.Optional(T.Array(T.String({ maxLength: 255 }), { maxItems: 50 })),
      gtminstalled: T.Optional(T.Enum(['T', 'F'], { default: 'F' })),
      pagesOnly: Pages,
      pagesNever: Pages,
      pagesHot: Pages,
      ownNetworks: T.Optional(T.Array(T.String({ maxLength: 60 }), { maxItems: 50 })),
      formCapture: T.Optional(T.Enum(['T', 'F'], { default: 'F' })),
    },
    ui: {
      urlCode: { widget: 'text', placeholder: 'site-id.placeholder.url', group },
      urlCodeThankyou: { widget: 'text', placeholder: 'site-id.placeholder.thanks', group },
      allowedHosts: { widget: 'tags', placeholder: 'site-id.placeholder.hosts', group },
      gtminstalled: { widget: 'flag', group },
      formCapture: { widget: 'flag', group },
      pagesOnly: { widget: 'tags', placeholder: 'site-id.placeholder.page', group: pageGroup },
      pagesNever: { widget: 'tags', placeholder: 'site-id.placeholder.page', group: pageGroup },
      pagesHot: { widget: 'tags', placeholder: 'site-id.placeholder.page', group: pageGroup },
      ownNetworks: { widget: 'tags', placeholder: 'site-id.placeholder.network', group: pageGroup },
    },
    table: {
      name: 'site_id_campaign',
      columns: {
        urlCode: textColumn('url', faultOfUrl),
        urlCodeThankyou: textColumn('thank_you_url', faultOfUrl),
        allowedHosts: listColumn('allowed_hosts', {
          clean: cleanHost,
          wrong: 'site-id.problem.host',
          most: 50,
          tooMany: 'site-id.problem.hosts',
        }),
        gtminstalled: flagColumn('gtm_installed'),
        pagesOnly: pageColumn('only_pages'),
        pagesNever: pageColumn('never_pages'),
        pagesHot: pageColumn('hot_pages'),
        ownNetworks: listColumn('own_networks', {
          clean: cleanNetwork,
          wrong: 'site-id.problem.network',
          most: 50,
          tooMany: 'site-id.problem.networks',
        }),
        formCapture: flagColumn('reads_forms'),
      },
    },
    defaults: ownSite,
    source: PageViews,
    pricing: {
      hasAdvancedPrice: true,
      hasMinimum: false,
      leadPrice: 'costSetCents',
      usual: { wholesaleCents: 50, retailCents: 150 },
    },
    backTest: siteBackTest,
    guards: [pixelGuard],
    issues: [hostsIssue, pixelIssue, silentIssue],
    tabs: [{ id: 'pixel', title: 'site-id.tab.pixel', blocks: sourceTab }],
  },
  {
    manifest: { version: '1.0.0', requires: { capture: '^1', leads: '^1' } },
    migrations: new URL('./migrations/', import.meta.url),
    erasure: { site_id_check: 'delete' },
    contributions: [contribute(Websites, websites)],
    extend: [
      firstVisitNotices,
      {
        role: 'campaigns.campaign',
        order: 10,
        blocks: [],
        tabs: [
          {
            id: 'visitors',
            title: 'capture.tab.visitors',
            order: 20,
            ability: ['read', 'Visit'],
            when: { field: 'leadspeekType', is: 'local' },
            blocks: visitLog,
          },
        ],
      },
    ],
    routes: [...embedRoutes, ...sourceRoutes, ...allowHostRoutes, developerMailRoute, firstVisit],
    rates: [...embedRates, developerMailRate],
    forms: [developerMailForm],
    locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
  },
);
