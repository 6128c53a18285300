import type { AnyAbility } from '@casl/ability';
import type { ReactNode } from 'react';

/** The package's own types name their files without extensions, which this project's module resolution does not follow. */
declare module '@casl/react' {
  export function AbilityProvider<T extends AnyAbility>(props: { children: ReactNode; value: T }): ReactNode;
  export function useAbility<T extends AnyAbility>(): T;
}
