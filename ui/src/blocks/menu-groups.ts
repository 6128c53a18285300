import type { WireAction } from '../../../core/contract/wire.ts';

export interface MenuGroup {
  /** Null: nothing stands above these. */
  heading: string | null;
  actions: WireAction[];
}
/** A menu of so many entries is read at a glance; headings would only lengthen it. */
const GLANCE = 6;

/**
 * A row's actions as its menu shows them: what belongs to no group first, then each group where its first action comes in, and what takes
 * away last, wherever the plugin that offers it comes in.
 */
export function menuGroups(actions: readonly WireAction[]): MenuGroup[] {
  const kept = actions.filter(({ emphasis }) => emphasis !== 'danger');
  const danger = actions.filter(({ emphasis }) => emphasis === 'danger');
  const headings = [...new Set(kept.flatMap(({ group }) => group ?? []))];
  const plain = kept.filter(({ group }) => group === undefined);
  const groups: MenuGroup[] =
    actions.length > GLANCE
      ? [
          { heading: null, actions: plain },
          ...headings.map((heading) => ({ heading, actions: kept.filter(({ group }) => group === heading) })),
        ]
      : [{ heading: null, actions: kept }];
  return [...groups, { heading: null, actions: danger }].filter((group) => group.actions.length > 0);
}
