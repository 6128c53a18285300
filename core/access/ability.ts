import { AbilityBuilder, createMongoAbility, subject as asSubject } from '@casl/ability';
import { packRules } from '@casl/ability/extra';
import type { Ability, AppAbility, Ctx, Grants, Rights, Who } from '../contract.ts';
import type { Registry } from '../boot/registry.ts';
import type { Features } from '../features/features.ts';
import type { Principal } from './principal.ts';

/**
 * The actor's abilities: the rules of every plugin that is on for their company, and nothing else.
 * A plugin that is off grants nothing, which is the second check behind the switches.
 */
export function abilityOf(registry: Registry, features: Features, principal: Principal): AppAbility {
  const builder = new AbilityBuilder<AppAbility>(createMongoAbility);
  if (principal.actor.kind === 'system') builder.can('manage', 'all');
  else if (principal.actor.kind === 'user') {
    const who: Who = { actor: principal.actor, tenant: principal.tenant, rights: closed(principal.rights), viewedBy: principal.viewedBy };
    for (const plugin of registry.plugins) if (features.isOn(plugin.manifest.id, principal.tenant)) plugin.abilities?.(builder, who);
  }
  return builder.build();
}

const NOTHING: Grants = Object.freeze({ enable: false, create: false, update: false, delete: false });

/** The rights as ability functions read them: an area that nobody declares, since its plugin is gone, grants nothing instead of failing all. */
const closed = (rights: Rights): Rights =>
  new Proxy(rights, { get: (areas, name) => (typeof name === 'string' && Object.hasOwn(areas, name) ? areas[name] : NOTHING) });

/** May the ability do `action` to the subject, or to this row of it? */
export function allows(ability: AppAbility, action: string, subject: string, row?: object): boolean {
  return ability.can(action, row ? asSubject(subject, { ...row }) : subject);
}

/** Does the actor have what is asked for? Anything but the three forms of an ability grants nothing. */
export function permits({ ability, actor }: Pick<Ctx, 'ability' | 'actor'>, asked: Ability | null): boolean {
  if (asked === 'public') return true;
  if (asked === 'signed-in') return actor.kind !== 'anonymous';
  return Array.isArray(asked) && allows(ability, asked[0], asked[1]);
}

/** The rules for the browser, without its having to know any company but its own. */
export const packedRules = (ability: AppAbility): unknown[] => packRules(ability.rules as Parameters<typeof packRules>[0]);
