import type { ComponentType } from 'react';
import type { WireView } from '../../../core/contract/wire.ts';

export interface ViewProps {
  block: WireView;
}
/** Loads the component of a special screen, in a file of its own. */
export type ViewLoader = () => Promise<{ default: ComponentType<ViewProps> }>;

const views = new Map<string, ViewLoader>();

/** Adds a special screen under the name that descriptors use. Throws when the name is taken. */
export function registerView(name: string, load: ViewLoader): void {
  if (views.has(name)) throw new Error(`view ${name} is registered already`);
  views.set(name, load);
}

/** The loader of a screen, or nothing: the caller then draws the block's `instead`. */
export const viewOf = (name: string): ViewLoader | undefined => views.get(name);
