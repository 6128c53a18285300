import type { MenuDef } from '../../../core/contract.ts';

const entry = (name: string, icon: string, order: number, of: Pick<MenuDef, 'ability' | 'page'>): MenuDef => ({
  id: `operations.menu-${name}`,
  parent: 'core.menu-operations',
  title: `operations.${name}.title`,
  icon,
  order,
  ...of,
});

export const operationsMenu: MenuDef[] = [
  entry('modules', 'puzzle', 10, { ability: ['read', 'ModuleGrant'], page: 'operations.modules' }),
  entry('snapshots', 'camera', 20, { ability: ['read', 'Snapshot'], page: 'operations.snapshots' }),
  entry('announcements', 'speakerphone', 25, { ability: ['read', 'Announcement'], page: 'operations.announcements' }),
  entry('work', 'clock-play', 30, { ability: ['read', 'Work'], page: 'operations.work' }),
  entry('issues', 'alert-triangle', 40, { ability: ['read', 'Processes'], page: 'operations.issues' }),
  entry('boot', 'server', 60, { ability: ['read', 'Processes'], page: 'operations.boot' }),
  entry('calls', 'world-upload', 70, { ability: ['read', 'Processes'], page: 'operations.calls' }),
];
