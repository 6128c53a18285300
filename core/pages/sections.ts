import type { MenuDef } from '../contract.ts';

const section = (name: string, order: number): MenuDef => ({
  id: `core.menu-${name}`,
  title: `core.menu.${name}`,
  order,
  ability: 'signed-in',
});

/**
 * The headings of the sidebar. They are the kernel's, so that a section stays when the plugin that would own it is off; one without
 * entries is not sent. An entry without a section stands on the top level, among the headings by its order.
 */
export const menuSections: readonly MenuDef[] = [
  section('work', 10),
  section('people', 20),
  section('configuration', 30),
  section('records', 40),
  section('operations', 50),
];
