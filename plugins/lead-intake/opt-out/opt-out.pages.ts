import { type Action, defineForm, definePage, type MenuDef, T } from '../../../core/contract.ts';

const token = { from: 'path', field: 'token' } as const;

export const optOutForms = [
  defineForm({
    id: 'opt-out.form',
    version: 1,
    title: 'opt-out.title',
    button: 'opt-out.ask',
    submit: 'opt-out.ask',
    ability: 'public',
    schema: T.Object({ email: T.String({ format: 'email', maxLength: 254 }) }),
    ui: { email: { widget: 'email', autocomplete: 'email' } },
  }),
];

const confirm: Action = {
  id: 'opt-out.go-confirm',
  title: 'opt-out.confirm',
  icon: 'shield-x',
  emphasis: 'primary',
  ability: 'public',
  when: { field: 'state', is: 'open' },
  do: { call: 'opt-out.confirm', body: { token } },
  after: 'reload',
};
const erase: Action = {
  id: 'opt-out.go-erase',
  title: 'opt-out.erase',
  icon: 'trash',
  emphasis: 'danger',
  ability: 'public',
  when: { field: 'may_erase', is: true },
  do: { call: 'opt-out.erase', body: { token } },
  confirm: { title: 'opt-out.erase.title', body: 'opt-out.erase.body', button: 'opt-out.erase.button', final: true },
  after: 'reload',
};
const undo: Action = {
  id: 'opt-out.go-undo',
  title: 'opt-out.undo',
  icon: 'refresh',
  ability: 'public',
  when: { field: 'state', is: 'out' },
  do: { call: 'opt-out.undo', body: { token } },
  confirm: { title: 'opt-out.undo.title', body: 'opt-out.undo.body', button: 'opt-out.undo.button' },
  after: 'reload',
};

/** Pages for people who are no users, in the look of the brand on whose host they stand. */
export const optOutPages = [
  definePage({
    id: 'opt-out.page',
    path: '/opt-out',
    title: 'opt-out.title',
    ability: 'public',
    layout: 'auth',
    blocks: [
      { as: 'notice', severity: 'neutral', stays: true, text: 'opt-out.intro' },
      { as: 'form', form: 'opt-out.form' },
    ],
  }),
  definePage({
    id: 'opt-out.lead-page',
    path: '/opt-out/lead/:token',
    title: 'opt-out.title',
    ability: 'public',
    layout: 'auth',
    blocks: [
      { as: 'notice', severity: 'neutral', stays: true, text: 'opt-out.intro.lead' },
      {
        as: 'detail',
        source: { route: 'opt-out.lead', params: { token } },
        fields: [{ field: 'who', title: 'opt-out.who', as: 'text' }],
        actions: [
          {
            id: 'opt-out.go-ask',
            title: 'opt-out.ask',
            icon: 'mail',
            emphasis: 'primary',
            ability: 'public',
            do: { call: 'opt-out.ask-by-lead', body: { token } },
          },
        ],
      },
    ],
  }),
  definePage({
    id: 'opt-out.link-page',
    path: '/opt-out/confirm/:token',
    title: 'opt-out.title',
    ability: 'public',
    layout: 'auth',
    blocks: [
      { as: 'notice', severity: 'neutral', stays: true, text: 'opt-out.intro.link' },
      {
        as: 'detail',
        source: { route: 'opt-out.one', params: { token } },
        fields: [
          { field: 'who', title: 'opt-out.who', as: 'text' },
          {
            field: 'state',
            title: 'opt-out.state',
            as: 'state',
            states: {
              open: { title: 'opt-out.state.open', severity: 'neutral' },
              out: { title: 'opt-out.state.out', severity: 'good' },
            },
          },
        ],
        actions: [confirm, erase, undo],
      },
    ],
  }),
];

/** Below the sign-in screens and public pages of every brand, behind the agreements: a page that nobody finds lets nobody out. */
export const optOutMenu: MenuDef[] = [
  { id: 'opt-out.footer', parent: 'core.footer', title: 'opt-out.footer', order: 40, ability: 'public', page: 'opt-out.page' },
];
