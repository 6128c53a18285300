import { defineForm, T } from '../../core/contract.ts';

export const callBacksForms = [
  defineForm({
    id: 'call-backs.form', version: 1, title: 'call-backs.add', submit: 'call-backs.create', ability: ['create', 'CallBacksItem'],
    schema: T.Object({ name: T.String({ minLength: 1, maxLength: 100 }) }),
    ui: { name: { widget: 'text' } },
    open: { name: ['title', 'help'] },
  }),
];
