import { definePlugin, contribute, provide } from '../../../core/contract.ts';
import { UserFields } from '../../foundation/accounts/contract.ts';
import { CompanyFacts, Erasures, UserKinds } from '../../foundation/companies/contract.ts';
import { clientPeople, companyPeople } from './company-people.ts';
import { People } from './contract.ts';
import { directoryRates, directoryRoutes } from './directory.routes.ts';
import { LaunchSteps } from '../../foundation/launch/contract.ts';
import { secondPersonStep } from './launch-step.ts';
import { ownerFacts } from './owner-facts.ts';
import { peopleAbilities } from './people.abilities.ts';
import { peopleForms } from './people.forms.ts';
import { peopleKinds } from './people.kinds.ts';
import { access, peopleMenu, peoplePages } from './people.pages.ts';
import { peopleOf } from './people.port.ts';
import { peopleRoutes } from './people.routes.ts';
import { erasePeople } from './people.store.ts';
import { connectionGuard, connectionOf, connectionRoutes } from './sales-connection.ts';
import { firstReads, peopleUserFields } from './user-fields.ts';

const FIELDS = ['company_id', 'agency_id', 'root_id', 'account_id'];

export default definePlugin({
  manifest: {
    id: 'people',
    version: '1.0.0',
    core: '^1',
    requires: { accounts: '^1', companies: '^1', roles: '^1' },
    uses: ['launch', 'profile'],
    level: 'platform',
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    people_profile: { keep: 'whom commissions were owed to; everything else is taken out' },
  },
  subjects: { Person: { table: 'people_profile', fields: FIELDS }, SalesPerson: { table: 'people_profile', fields: FIELDS } },
  actions: {
    Directory: ['read'],
    Person: ['list', 'create', 'update', 'delete'],
    SalesConnection: ['read'],
    SalesPerson: ['list', 'create', 'update', 'delete'],
  },
  sensitive: { Person: 'people', SalesPerson: 'people' },
  abilities: peopleAbilities,
  routes: [...peopleRoutes, companyPeople, ...directoryRoutes, ...connectionRoutes],
  rates: directoryRates,
  forms: peopleForms,
  pages: peoplePages,
  extend: [clientPeople(access)],
  menu: peopleMenu,
  guards: [connectionGuard],
  landing: [{ page: 'people.connect', order: 5, when: async (ctx) => (await connectionOf(ctx)) !== 'completed' }],
  provides: [provide(People, peopleOf)],
  contributions: [
    contribute(LaunchSteps, secondPersonStep),
    ...peopleKinds.map((kind) => contribute(UserKinds, kind)),
    contribute(UserFields, peopleUserFields),
    contribute(CompanyFacts, ownerFacts),
    contribute(Erasures, erasePeople),
  ],
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
