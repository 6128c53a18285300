import { definePlugin, contribute, provide, ConfigurationParts } from '../../../core/contract.ts';
import { rolesPart } from './roles.configuration.ts';
import { NewAccounts, UserFields } from '../../foundation/accounts/contract.ts';
import { AddressGuards, CompanyFacts } from '../../foundation/companies/contract.ts';
import { limitNew } from './ceiling.ts';
import { withinOwnRights } from './address-guard.ts';
import { roleFacts } from './company-facts.ts';
import { Roles } from './contract.ts';
import { firstReads } from './first-reads.ts';
import { peopleRoutes } from './people.routes.ts';
import { rolesPort } from './people.service.ts';
import { roleModuleRoutes } from './role-module.routes.ts';
import { roleAbilities } from './roles.abilities.ts';
import { roleAreas } from './roles.areas.ts';
import { roleForms } from './roles.forms.ts';
import { roleMenu, rolePages } from './roles.pages.ts';
import { roleRoutes } from './roles.routes.ts';
import { roleUserFields } from './user-fields.ts';

export default definePlugin({
  manifest: {
    id: 'roles',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { accounts: '^1', companies: '^1' },
    changes: ['accounts'],
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: {
    roles_person: 'delete',
    roles_role: 'delete',
  },
  subjects: { Role: { table: 'roles_role', fields: ['id', 'company_id', 'agency_id', 'root_id'] } },
  actions: {
    Role: ['read', 'create', 'update', 'delete'],
  },
  sensitive: { Role: 'people' },
  areas: roleAreas,
  abilities: roleAbilities,
  pages: rolePages,
  menu: roleMenu,
  provides: [provide(Roles, rolesPort)],
  contributions: [
    contribute(ConfigurationParts, rolesPart),
    contribute(NewAccounts, limitNew),
    contribute(UserFields, roleUserFields),
    contribute(CompanyFacts, roleFacts),
    contribute(AddressGuards, withinOwnRights),
  ],
  derive: ({ areas }) => ({
    routes: [...roleModuleRoutes(areas), ...peopleRoutes(areas), ...roleRoutes(areas)],
    forms: roleForms(areas),
  }),
  firstReads,
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
