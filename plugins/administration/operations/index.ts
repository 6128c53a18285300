import { contribute, definePlugin } from '../../../core/contract.ts';
import { AttentionSources } from '../../foundation/attention/contract.ts';
import { moduleRoutes } from './modules/modules.routes.ts';
import { modulePages } from './modules/modules.pages.ts';
import { announceJob } from './announcements/announce.job.ts';
import { announcementForms, announcementPage } from './announcements/announcements.pages.ts';
import { announcementRoutes } from './announcements/announcements.routes.ts';
import { Announcements } from './announcements/announcements.settings.ts';
import { announcementBanner } from './announcements/banner.ts';
import { processPages } from './processes/processes.pages.ts';
import { processRoutes } from './processes/processes.routes.ts';
import { operationsAbilities } from './operations.abilities.ts';
import { operationsAreas } from './operations.areas.ts';
import { operationsMenu } from './operations.menu.ts';
import { snapshotForms } from './snapshots/snapshots.forms.ts';
import { snapshotPages } from './snapshots/snapshots.pages.ts';
import { snapshotRoutes } from './snapshots/snapshots.routes.ts';
import { issueKinds, issuesPage, issuesRoute } from './issues/issues.ts';
import { deadWork } from './work/dead-work.ts';
import { workPage } from './work/work.pages.ts';
import { workRoutes } from './work/work.routes.ts';

/** What operators of the platform see and do: background work, processes, outgoing calls. */
export default definePlugin({
  manifest: {
    id: 'operations',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { agencies: '^1', companies: '^1' },
    uses: ['attention'],
    changes: ['work'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { operations_snapshot: 'delete', operations_dismissal: 'delete' },
  subjects: { Snapshot: { table: 'operations_snapshot', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  sensitive: { Snapshot: 'money' },
  actions: {
    Snapshot: ['read', 'update', 'push'],
    Announcement: ['read', 'update'],
    Work: ['read', 'update'],
    Processes: ['read'],
    ModuleGrant: ['read', 'update'],
  },
  areas: operationsAreas,
  abilities: operationsAbilities,
  routes: [...workRoutes, ...processRoutes, ...moduleRoutes, ...snapshotRoutes, ...announcementRoutes, issuesRoute, issueKinds],
  forms: [...snapshotForms, ...announcementForms],
  jobs: [announceJob],
  settings: [Announcements],
  banners: [announcementBanner],
  firstReads: () => ({ settings: [Announcements] }),
  pages: [workPage, ...processPages, ...modulePages, ...snapshotPages, announcementPage, issuesPage],
  menu: operationsMenu,
  contributions: [contribute(AttentionSources, deadWork)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
