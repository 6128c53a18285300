import { icons, type Icon } from '@tabler/icons-react';

/** Any icon by its kebab-case name. This whole set is a file of its own, fetched only for a name outside the common ones. */
export const anyIcon = (name: string): Icon | undefined =>
  (icons as unknown as Record<string, Icon>)[`Icon${name.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())}`];
