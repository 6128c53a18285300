import { defineForm } from '../../../core/contract.ts';
import { ApproveInput, DeclineInput, ReturnInput } from './warranty.routes.ts';

export const warrantyForms = [
  defineForm({
    id: 'warranty.give-back-form',
    version: 1,
    title: 'warranty.give-back.title',
    button: 'warranty.give-back.button',
    schema: ReturnInput,
    ui: {
      lead: { widget: 'hidden' },
      reason: { widget: 'select' },
      note: { widget: 'textarea', help: 'warranty.give-back-form.note.help' },
    },
    submit: 'warranty.give-back',
    ability: ['create', 'LeadReturn'],
  }),
  defineForm({
    id: 'warranty.approve-form',
    version: 1,
    title: 'warranty.approve.title',
    button: 'warranty.approve.button',
    schema: ApproveInput,
    ui: { answer: { widget: 'textarea', help: 'warranty.approve-form.answer.help' } },
    submit: 'warranty.approve',
    ability: ['update', 'LeadReturn'],
  }),
  defineForm({
    id: 'warranty.decline-form',
    version: 1,
    title: 'warranty.decline.title',
    button: 'warranty.decline.button',
    schema: DeclineInput,
    ui: { answer: { widget: 'textarea' } },
    open: { answer: ['title', 'help'] },
    submit: 'warranty.decline',
    ability: ['update', 'LeadReturn'],
  }),
];
