import { defineForm, definePage, type Source, T } from '../../../../core/contract.ts';
import { LONGEST_TEMPLATE } from './template.ts';

const ofPath = { id: { from: 'path', field: 'id' } } as const;
const ability = ['update', 'Connection'] as const;
const template: Source = { route: 'integrations.template', params: ofPath, live: 'integrations' };

export const templateForm = defineForm({
  id: 'integrations.template-form',
  version: 1,
  title: 'integrations.template',
  texts: ['integrations.template.form'],
  schema: T.Object({ template: T.String({ minLength: 2, maxLength: LONGEST_TEMPLATE }) }),
  ui: { template: { widget: 'integrations.template', options: { route: 'integrations.template-preview' } } },
  submit: 'integrations.template-save',
  ability,
});

/** The payload of a connection, written by its company, with what becomes of it. */
export const templatePage = definePage({
  id: 'integrations.template-page',
  path: '/integrations/:id/payload',
  title: 'integrations.template',
  ability,
  above: { page: 'integrations.connection-page' },
  blocks: [
    {
      as: 'notice',
      severity: 'info',
      text: 'integrations.template.standard',
      source: template,
      when: { field: 'own', is: false },
      stays: true,
    },
    {
      as: 'notice',
      severity: 'info',
      text: 'integrations.template.own',
      source: template,
      when: { field: 'own', is: true },
      stays: true,
      action: {
        id: 'integrations.act-drop-template',
        title: 'integrations.template.drop',
        icon: 'refresh',
        ability,
        do: { call: 'integrations.template-drop', params: ofPath },
        confirm: {
          title: 'integrations.template.drop.title',
          body: 'integrations.template.drop.body',
          button: 'integrations.template.drop',
        },
      },
    },
    {
      as: 'form',
      form: 'integrations.template-form',
      prefill: { route: 'integrations.template', params: ofPath },
      fixed: ofPath,
    },
  ],
});
