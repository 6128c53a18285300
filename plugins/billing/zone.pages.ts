import { defineForm, definePage, type MenuDef, T } from '../../core/contract.ts';

export const ZoneForm = T.Object({ zone: T.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' }) });

export const zoneForm = defineForm({
  id: 'billing.zone-form',
  version: 1,
  title: 'billing.zone-form.title',
  schema: ZoneForm,
  ui: { zone: { widget: 'select', help: 'billing.zone-form.zone.help', options: { route: 'billing.zone-options' } } },
  submit: 'billing.zone-save',
  ability: ['update', 'BillingSetting'],
});

export const zonePage = definePage({
  id: 'billing.settings',
  path: '/configuration/billing',
  title: 'billing.settings.title',
  ability: ['update', 'BillingSetting'],
  blocks: [{ as: 'form', form: 'billing.zone-form', prefill: { route: 'billing.zone-read' } }],
});

export const zoneMenu: MenuDef = {
  id: 'billing.settings-menu',
  parent: 'core.menu-configuration',
  title: 'billing.settings.title',
  icon: 'calendar-dollar',
  order: 37,
  ability: ['update', 'BillingSetting'],
  page: 'billing.settings',
};
