import { defineForm, T } from 'lead-platform/contract';
import { PhoneNumber } from './call-list.routes.ts';

export const callListForms = [
  defineForm({
    id: 'call-list.form',
    version: 1,
    title: 'call-list.add',
    submit: 'call-list.create',
    ability: ['create', 'SkippedNumber'],
    schema: T.Object({ number: PhoneNumber }),
    ui: { number: { widget: 'text' } },
    open: { number: ['title', 'help'] },
  }),
];
