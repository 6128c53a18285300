import { type Block, defineForm, T } from '../../../core/contract.ts';

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

/** When the agency's weeks and months begin. */
export const zoneBlock: Block = { as: 'form', form: 'billing.zone-form', prefill: { route: 'billing.zone-read' } };
