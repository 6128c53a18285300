import type { AppAbility } from '../contract.ts';
import type { Registry } from '../boot/registry.ts';
import type { Features } from '../features/features.ts';
import { abilityOf } from './ability.ts';
import type { Principal } from './principal.ts';

/** So many are kept, each about 100 kB. A screen asks several things at once, so what was asked last is asked again. */
const MOST_KEPT = 100;

/**
 * The abilities of those who asked last. Each is kept under all that it was made from, switches included: whoever's rights change has others
 * with their next request.
 */
export class Abilities {
  readonly #registry: Registry;
  readonly #features: Features;
  /** The last asked for is the last in it. */
  readonly #kept = new Map<string, AppAbility>();

  constructor(registry: Registry, features: Features) {
    this.#registry = registry;
    this.#features = features;
  }

  of(principal: Principal): AppAbility {
    if (principal.actor.kind !== 'user') return abilityOf(this.#registry, this.#features, principal);
    const { actor, tenant, rights, viewedBy } = principal;
    const key = JSON.stringify([actor, tenant, this.#features.versionFor(tenant), viewedBy, rights]);
    const ability = this.#kept.get(key) ?? unchangeable(abilityOf(this.#registry, this.#features, principal));
    this.#kept.delete(key);
    this.#kept.set(key, ability);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return ability;
  }
}

/** Whoever changed it would change it for calls to come. */
const unchangeable = (ability: AppAbility): AppAbility =>
  Object.assign(ability, {
    update: () => {
      throw new Error('what a caller may do is said by the abilities of plugins alone');
    },
  });
