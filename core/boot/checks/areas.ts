import { AbilityBuilder, createMongoAbility } from '@casl/ability';
import { type AppAbility, GRANTS, type Plugin, type Rights, type TenantKind, USER_TYPES, type Who } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import { type Fault, near } from '../fault.ts';

/** Areas of rights, each by itself. */
export function areaFaults(all: Collection): Fault[] {
  return all.areas.flatMap(({ plugin, def }) => {
    const add = (code: string, found: string): Fault => ({ code, plugin, definition: `area "${def.id}"`, found });
    const named = [...def.viewMode, ...Object.values(def.types ?? {}).flat()];
    return [
      ...(/^[A-Z][A-Za-z0-9]*$/.test(def.id) ? [] : [add('area-name', 'is not PascalCase')]),
      ...def.grants.filter((grant) => !GRANTS.includes(grant)).map((grant) => add('area-grants', `grants "${grant}", which is no grant`)),
      ...(def.grants.includes('enable') ? [] : [add('area-grants', 'cannot be opened: "enable" is not among its grants')]),
      ...[...new Set(named)]
        .filter((grant) => !def.grants.includes(grant))
        .map((grant) => add('area-grants', `gives "${grant}", which is not among its grants`)),
    ];
  });
}

/** Abilities that ask for an area which nobody declares, and so would grant nothing, and those that fail. */
export function unknownAreas(all: Collection, unread: readonly string[]): Fault[] {
  const known = all.areas.map(({ def }) => def.id);
  return all.plugins.flatMap((plugin): Fault[] => {
    const { id } = plugin.manifest;
    try {
      return areasAskedBy(plugin)
        .filter((area) => !known.includes(area) && unread.length === 0) // somebody unread may declare it
        .map((area) => ({
          code: 'unknown-area',
          plugin: id,
          definition: 'its abilities',
          found: `ask for rights in the area "${area}", which no plugin declares`,
          ...near(area, known),
        }));
    } catch (error) {
      return [{ code: 'abilities', plugin: id, definition: 'its abilities', found: `fail: ${String(error)}` }];
    }
  });
}

/** The areas that a plugin's abilities look at, for anybody of any company who has all rights. */
export function areasAskedBy(plugin: Plugin): string[] {
  const asked = new Set<string>();
  const all = { enable: true, create: true, update: true, delete: true };
  const rights = new Proxy({} as Rights, {
    get: (_areas, name) => {
      if (typeof name === 'string') asked.add(name);
      return all;
    },
  });
  for (const who of everybody(rights)) plugin.abilities?.(new AbilityBuilder<AppAbility>(createMongoAbility), who);
  return [...asked];
}

const KINDS: readonly TenantKind[] = ['root', 'agency', 'client'];
const everybody = (rights: Rights): Who[] =>
  KINDS.flatMap((kind) =>
    USER_TYPES.flatMap((userType) =>
      [false, true].map((isSystemUser): Who => ({
        actor: { id: 1, kind: 'user', userType, isSystemUser, name: '', email: '' },
        tenant: { id: 3, kind, name: '', agencyId: 2, rootId: 1 },
        rights,
        viewedBy: null,
      })),
    ),
  );
