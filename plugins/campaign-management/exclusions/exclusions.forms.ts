import { defineForm, T } from '../../../core/contract.ts';

const add = defineForm({
  id: 'exclusions.add',
  version: 1,
  title: 'exclusions.form.add',
  button: 'exclusions.form.add.button',
  submit: 'exclusions.add',
  ability: ['create', 'Exclusion'],
  schema: T.Object({ entry: T.String({ minLength: 1, maxLength: 300, title: 'exclusions.field.entry' }) }),
  ui: { entry: { widget: 'text', help: 'exclusions.field.entry.help', placeholder: 'exclusions.field.entry.placeholder' } },
});

/** The chosen file travels beside the fields, as the submit route takes an upload. */
const upload = defineForm({
  id: 'exclusions.upload-form',
  version: 1,
  title: 'exclusions.form.upload',
  button: 'exclusions.form.upload.button',
  saving: 'exclusions.upload.saving',
  submit: 'exclusions.upload',
  ability: ['create', 'Exclusion'],
  schema: T.Object({ file: T.Optional(T.String({ title: 'exclusions.field.file' })) }),
  ui: { file: { widget: 'exclusions.upload', isFile: true, accept: '.csv,text/csv', help: 'exclusions.field.file.help' } },
});

export const exclusionForms = [add, upload];
