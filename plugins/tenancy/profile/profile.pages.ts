import { type Action, type Block, definePage, type MenuDef, type Source, type WizardBlock } from '../../../core/contract.ts';

const ofActor = { userId: { from: 'actor', field: 'id' } } as const;
const person: Block = { as: 'form', form: 'profile.person-form', prefill: { route: 'profile.person' }, after: 'reload' };
const company: Block = { as: 'form', form: 'profile.company-form', prefill: { route: 'profile.company' }, after: 'reload' };
const askPerson: Block = { as: 'form', form: 'profile.setup-person-form', prefill: { route: 'profile.person' }, after: 'reload' };
const askCompany: Block = { as: 'form', form: 'profile.setup-company-form', prefill: { route: 'profile.setup-company' }, after: 'reload' };
const progress: Source = { route: 'profile.onboarding', params: ofActor };

const answerQuestions: Action = {
  id: 'profile.go-answer',
  title: 'profile.questionnaire.answer',
  icon: 'message-question',
  ability: ['answer', 'Questionnaire'],
  do: { page: 'profile.questionnaire-add' },
};

/** Same steps for everybody; only the last button says where it leads. */
const wizard = (subject: 'ClientSetup' | 'StaffSetup', title: string): WizardBlock => ({
  as: 'wizard',
  ability: ['finish', subject],
  resume: progress,
  steps: [
    { title: 'profile.setup.person', blocks: [askPerson], check: 'profile.person-check' },
    { title: 'profile.setup.company', blocks: [askCompany], check: 'profile.company-check' },
    {
      title: 'profile.setup.finish',
      blocks: [
        { as: 'notice', severity: 'good', text: `profile.setup.ready.${subject === 'ClientSetup' ? 'client' : 'staff'}`, stays: true },
      ],
    },
  ],
  finish: {
    title,
    do: { call: 'profile.setup-complete', body: { usrID: { from: 'actor', field: 'id' }, statuscomplete: { value: 'T' } } },
  },
});
const setupBlocks: Block[] = [wizard('ClientSetup', 'profile.setup.to-dashboard'), wizard('StaffSetup', 'profile.setup.to-settings')];

export const profilePages = [
  definePage({
    id: 'profile.page',
    roles: ['accounts.own'],
    path: '/user/profile',
    title: 'profile.title',
    ability: 'signed-in',
    blocks: [
      {
        as: 'tabs',
        tabs: [
          {
            id: 'profile',
            title: 'profile.person.title',
            blocks: [person, { as: 'form', title: 'profile.picture.title', form: 'profile.picture-form', after: 'reload' }],
          },
          { id: 'company', title: 'profile.company.title', ability: ['update', 'CompanyProfile'], blocks: [company] },
          {
            id: 'questionnaire',
            title: 'profile.questionnaire.title',
            ability: ['answer', 'Questionnaire'],
            blocks: [
              {
                as: 'notice',
                severity: 'info',
                text: 'profile.questionnaire.todo',
                source: progress,
                when: { field: 'questionnaire_setup_completed', is: 'F' },
                stays: true,
                action: answerQuestions,
              },
              {
                as: 'notice',
                severity: 'good',
                text: 'profile.questionnaire.thanks',
                source: progress,
                when: { field: 'questionnaire_setup_completed', is: 'T' },
                stays: true,
                action: {
                  ...answerQuestions,
                  id: 'profile.see-answers',
                  title: 'profile.questionnaire.see',
                  do: { page: 'profile.questionnaire' },
                },
              },
            ],
          },
          {
            id: 'support',
            title: 'profile.support.title',
            ability: ['update', 'Support'],
            blocks: [{ as: 'form', form: 'profile.support-form', prefill: { route: 'profile.support' }, after: 'reload' }],
          },
        ],
      },
    ],
  }),
  definePage({
    id: 'profile.setup',
    roles: ['profile.setup'],
    path: '/user/profile-setup',
    title: 'profile.setup.title',
    ability: 'signed-in',
    blocks: setupBlocks,
  }),
  definePage({
    id: 'profile.setup-v1',
    roles: ['profile.setup'],
    path: '/user/profile-setup-v1',
    title: 'profile.setup.title',
    ability: 'signed-in',
    blocks: setupBlocks,
  }),
  definePage({
    id: 'profile.questionnaire',
    path: '/user/questionnaire',
    title: 'profile.questionnaire.title',
    ability: ['read', 'QuestionnaireAnswer'],
    blocks: [
      {
        as: 'table',
        key: 'id',
        source: { route: 'profile.answers' },
        columns: [
          { field: 'given_at', title: 'profile.questionnaire.given', as: 'time', narrow: 'first' },
          { field: 'summary', title: 'profile.questionnaire.goal', as: 'text' },
          { field: 'version', title: 'profile.questionnaire.version', as: 'number', narrow: 'hide' },
        ],
        row: {
          where: 'under',
          open: {
            blocks: [
              {
                as: 'table',
                key: 'question',
                pageSize: 100,
                source: { route: 'profile.answer-detail', params: { id: { from: 'row', field: 'id' } } },
                columns: [
                  { field: 'question', title: 'profile.questionnaire.question', as: 'text', narrow: 'first' },
                  { field: 'answer', title: 'profile.questionnaire.answered', as: 'text' },
                ],
                empty: { title: 'profile.questionnaire.empty' },
              },
            ],
          },
        },
        add: { ...answerQuestions, emphasis: 'primary' },
        empty: { title: 'profile.questionnaire.empty', help: 'profile.questionnaire.todo', action: answerQuestions },
      },
    ],
  }),
  definePage({
    id: 'profile.questionnaire-add',
    path: '/user/questionnaire-add',
    title: 'profile.questionnaire.answer',
    ability: ['answer', 'Questionnaire'],
    blocks: [
      {
        as: 'form',
        form: 'profile.questionnaire',
        prefill: { route: 'profile.latest-answers' },
        after: { page: 'profile.questionnaire' },
      },
    ],
  }),
];

export const profileMenu: MenuDef[] = [
  {
    id: 'profile.entry',
    parent: 'core.profile',
    title: 'profile.title',
    icon: 'user',
    order: 10,
    ability: 'signed-in',
    page: 'profile.page',
  },
  {
    id: 'profile.support-entry',
    parent: 'core.profile',
    title: 'profile.support.entry',
    icon: 'lifebuoy',
    order: 90,
    ability: ['ask', 'Support'],
    address: 'profile.support-address',
  },
];
