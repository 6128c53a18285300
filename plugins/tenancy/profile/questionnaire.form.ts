import { defineForm, type Static, T } from '../../../core/contract.ts';

/**
 * The questions as they stand. Whoever changes what an answer means gives them a higher version: answers keep the one they were given to,
 * and the texts of questions that are gone stay in the catalogue.
 */
export const QUESTIONNAIRE_VERSION = 1;

const HALF = 6;

export const Answers = T.Object({
  goal: T.Enum(['more-leads', 'better-leads', 'resell', 'data', 'other']),
  business: T.Enum(['marketing-agency', 'consultancy', 'software', 'in-house', 'other']),
  clients: T.Enum(['0', '1-10', '11-50', '51-200', '200+']),
  monthly_budget: T.Optional(T.Enum(['under-1000', '1000-5000', '5000-20000', 'over-20000'])),
  channels: T.Optional(T.Array(T.Enum(['search', 'social', 'email', 'referrals', 'events', 'cold-calls']), { maxItems: 6 })),
  crm: T.Optional(T.String({ maxLength: 100 })),
  referred_by: T.Optional(T.String({ maxLength: 100 })),
  notes: T.Optional(T.String({ maxLength: 2_000 })),
});
export type Answers = Static<typeof Answers>;

export const questionnaireForm = defineForm({
  id: 'profile.questionnaire',
  version: QUESTIONNAIRE_VERSION,
  title: 'profile.questionnaire.title',
  button: 'profile.questionnaire.button',
  submit: 'profile.answer',
  ability: ['answer', 'Questionnaire'],
  keepsExtra: true,
  schema: Answers,
  ui: {
    goal: { widget: 'radio' },
    business: { widget: 'select', span: HALF },
    clients: { widget: 'select', span: HALF },
    monthly_budget: { widget: 'select', span: HALF },
    channels: { widget: 'select', span: HALF },
    crm: { widget: 'text', span: HALF },
    referred_by: { widget: 'text', span: HALF },
    notes: { widget: 'textarea' },
  },
  open: {
    goal: ['title', 'help', 'order', 'enum'],
    business: ['title', 'help', 'order', 'hide', 'require', 'enum'],
    clients: ['title', 'help', 'order', 'hide', 'require', 'enum'],
    monthly_budget: ['title', 'help', 'order', 'hide', 'require', 'enum'],
    channels: ['title', 'help', 'order', 'hide', 'require'],
    crm: ['title', 'help', 'order', 'hide', 'require'],
    referred_by: ['title', 'help', 'order', 'hide', 'require'],
    notes: ['title', 'help', 'order', 'hide', 'require'],
  },
});
