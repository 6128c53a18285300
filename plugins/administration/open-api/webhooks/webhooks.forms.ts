import { defineForm, T } from '../../../../core/contract.ts';
import { EVENT_TYPES } from '../shapes.ts';

export const endpointForm = defineForm({
  id: 'open-api.endpoint-form',
  version: 1,
  title: 'open-api.endpoint.add',
  button: 'open-api.endpoint.add',
  submit: 'open-api.add-endpoint-here',
  ability: ['create', 'WebhookEndpoint'],
  schema: T.Object({
    url: T.String({ format: 'uri', pattern: '^https?://', maxLength: 2000 }),
    mode: T.Enum(['live', 'sandbox'], { default: 'live' }),
    types: T.Optional(T.Array(T.Enum(EVENT_TYPES as unknown as string[]), { maxItems: 20, uniqueItems: true })),
  }),
  ui: {
    url: { widget: 'text', help: 'open-api.endpoint-form.url.help', placeholder: 'open-api.endpoint-form.url.placeholder' },
    mode: { widget: 'select', help: 'open-api.endpoint-form.mode.help' },
    types: { widget: 'select', help: 'open-api.endpoint-form.types.help' },
  },
});
