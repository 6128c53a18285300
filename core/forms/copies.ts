import type { FormDef } from '../contract.ts';
import type { Registry } from '../boot/registry.ts';
import type { FormSurroundings } from './form-shapes.ts';

/** Under which form changes of a form are stored. */
export const layerIdOf = (def: FormDef): string => def.changesWith ?? def.id;

/** A form and those that are changed as one with it; the one that the changes are stored with comes first. */
export function togetherWith({ forms }: Pick<Registry, 'forms'>, def: FormDef): FormDef[] {
  const id = layerIdOf(def);
  const all = [...forms.values()].map((owned) => owned.def).filter((one) => layerIdOf(one) === id);
  return all.toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
}

/** What counts besides a form's own declaration when it is changed. */
export const surroundingsOf = (registry: Pick<Registry, 'forms' | 'routes'>, def: FormDef): FormSurroundings => ({
  copies: togetherWith(registry, def).filter((one) => one !== def),
  isOfExisting: registry.routes.get(def.submit)?.def.method !== 'POST',
});
