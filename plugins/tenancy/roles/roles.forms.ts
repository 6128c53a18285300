import { type AreaDef, defineForm } from '../../../core/contract.ts';
import { PersonForm } from './people.routes.ts';
import { matrixUi } from './roles.schema.ts';
import { ReplaceForm, RoleForm } from './roles.routes.ts';

const role = (areas: readonly AreaDef[]) => ({
  version: 1,
  schema: RoleForm(areas),
  ui: { roleName: { span: 8, autocomplete: 'off' }, roleIcon: { widget: 'select', span: 4 }, ...matrixUi(areas) },
});

export const roleForms = (areas: readonly AreaDef[]) => [
  defineForm({
    ...role(areas),
    id: 'roles.add',
    title: 'roles.add.title',
    button: 'roles.add.button',
    submit: 'roles.add-one',
    ability: ['create', 'Role'],
  }),
  defineForm({ ...role(areas), id: 'roles.edit', title: 'roles.edit.title', submit: 'roles.save-one', ability: ['update', 'Role'] }),
  defineForm({
    id: 'roles.move',
    version: 1,
    title: 'roles.move.title',
    button: 'roles.move.button',
    schema: ReplaceForm,
    ui: { moveTo: { widget: 'select', options: { route: 'roles.options' } } },
    submit: 'roles.replace',
    ability: ['delete', 'Role'],
  }),
  defineForm({
    id: 'roles.person-form',
    version: 1,
    title: 'roles.person.title',
    schema: PersonForm(areas),
    ui: {
      no_role: { widget: 'switch' },
      roleID: { widget: 'select', options: { route: 'roles.options' }, when: { field: 'no_role', is: false } },
      permission_active: { widget: 'switch' },
      ...matrixUi(areas, 'own_', { field: 'permission_active', is: true }),
      report_analytics: { widget: 'switch' },
    },
    submit: 'roles.save-person',
    ability: ['update', 'Role'],
  }),
];
