import { defineForm, T } from '../../../core/contract.ts';
import { Id, Permissions } from './view-mode.schema.ts';

const HALF = 6;

export const switchForm = defineForm({
  id: 'view-mode.switch-form',
  version: 1,
  title: 'view-mode.switch.title',
  button: 'view-mode.switch.button',
  submit: 'view-mode.start',
  ability: ['switch', 'View'],
  schema: T.Object({ usrID: Id, reason: T.String({ minLength: 3, maxLength: 300, pattern: '\\S' }) }),
  ui: {
    usrID: { widget: 'hidden' },
    reason: {
      widget: 'textarea',
      help: 'view-mode.switch-form.reason.help',
      placeholder: 'view-mode.switch-form.reason.placeholder',
      autocomplete: 'off',
    },
  },
});

export const permissionsForm = defineForm({
  id: 'view-mode.permissions-form',
  version: 1,
  title: 'view-mode.permissions.title',
  button: 'view-mode.permissions.button',
  submit: 'view-mode.allow',
  ability: ['update', 'ViewRights'],
  schema: Permissions,
  ui: {
    see_ads: { widget: 'flag', group: 'view-mode.permissions.see', span: HALF },
    see_campaigns: { widget: 'flag', group: 'view-mode.permissions.see', span: HALF },
    see_leads: { widget: 'flag', group: 'view-mode.permissions.see', span: HALF },
    see_settings: { widget: 'flag', group: 'view-mode.permissions.see', span: HALF },
    campaign_edit: { widget: 'flag', group: 'view-mode.permissions.do', span: HALF },
    lead_export: { widget: 'flag', group: 'view-mode.permissions.do', span: HALF },
  },
});
