import { defineForm, T } from '../../../core/contract.ts';
import { Operator } from './agreements.settings.ts';

const HALF = 6;

const write = defineForm({
  id: 'agreements.write-draft',
  version: 1,
  title: 'agreements.draft.write',
  button: 'agreements.draft.save',
  submit: 'agreements.save-draft',
  ability: ['publish', 'Document'],
  schema: T.Object({ html: T.String({ minLength: 1, maxLength: 90_000 }) }),
  ui: { html: { widget: 'code', help: 'agreements.draft.html.help' } },
});

const upload = defineForm({
  id: 'agreements.upload-draft-form',
  version: 1,
  title: 'agreements.draft.upload',
  button: 'agreements.draft.upload.button',
  submit: 'agreements.upload-draft',
  ability: ['publish', 'Document'],
  schema: T.Object({ file: T.Optional(T.String({ title: 'agreements.draft.file' })) }),
  ui: { file: { widget: 'file', help: 'agreements.draft.file.help' } },
});

const publish = defineForm({
  id: 'agreements.publish-form',
  version: 1,
  title: 'agreements.publish.title',
  button: 'agreements.publish.button',
  submit: 'agreements.publish',
  ability: ['publish', 'Document'],
  schema: T.Object({ effective_date: T.String({ format: 'date' }), material: T.Enum(['T', 'F'], { default: 'T' }) }),
  ui: {
    effective_date: { widget: 'date', span: HALF },
    material: { widget: 'radio', help: 'agreements.publish-form.material.help' },
  },
});

const operator = defineForm({
  id: 'agreements.operator-form',
  version: 1,
  title: 'agreements.operator.title',
  submit: 'agreements.save-operator',
  ability: ['publish', 'Document'],
  schema: T.Partial(Operator.schema),
  ui: { legal_name: { help: 'agreements.operator-form.legal_name.help' }, address: { widget: 'textarea' }, email: { widget: 'email' } },
});

const share = defineForm({
  id: 'agreements.share-form',
  version: 1,
  title: 'agreements.share.title',
  button: 'agreements.share.button',
  submit: 'agreements.share-file',
  ability: ['create', 'SharedFile'],
  schema: T.Object({ file: T.Optional(T.String()), password: T.String({ minLength: 8, maxLength: 128 }) }),
  ui: {
    file: { widget: 'file', help: 'agreements.share-form.file.help' },
    password: { widget: 'password', help: 'agreements.share-form.password.help', autocomplete: 'new-password' },
  },
});

const password = defineForm({
  id: 'agreements.file-password-form',
  version: 1,
  title: 'agreements.file.password',
  submit: 'agreements.file-password',
  ability: ['update', 'SharedFile'],
  schema: T.Object({ password: T.String({ minLength: 8, maxLength: 128 }) }),
  ui: { password: { widget: 'password', autocomplete: 'new-password' } },
});

const open = defineForm({
  id: 'agreements.open-file',
  version: 1,
  title: 'agreements.open.title',
  button: 'agreements.open.button',
  submit: 'agreements.docauth',
  ability: ['open', 'SharedFile'],
  schema: T.Object({ pwd: T.String({ minLength: 1, maxLength: 128 }), urldata: T.String({ maxLength: 500 }) }),
  ui: { pwd: { widget: 'password', autocomplete: 'off' }, urldata: { widget: 'hidden' } },
});

export const agreementForms = [write, upload, publish, operator, share, password, open];
