import {
  type AbilityRules,
  defineForm,
  definePage,
  definePlugin,
  defineRoute,
  type FormDef,
  type RouteDef,
  T,
} from '../../core/contract.ts';

const Fields = {
  name: T.String({ minLength: 1, maxLength: 40 }),
  kind: T.Optional(T.Enum(['note', 'call'])),
  number: T.Optional(T.String({ maxLength: 20 })),
  secret: T.Optional(T.String({ maxLength: 20 })),
};
const response = T.Object({ body: T.Unknown(), extra: T.Unknown(), times: T.Integer() });
let times = 0;

/** Answers what reached it, and how many calls have by now. */
const route = (id: `desk.${string}`, more: Partial<RouteDef> = {}): RouteDef =>
  defineRoute({
    id,
    method: 'POST',
    path: `/${id.replace('.', '/')}`,
    summary: 'Write it down',
    ability: ['write', 'Desk'],
    body: T.Object(Fields),
    response,
    handler: async (_ctx, { body, extra }) => ({ body, extra, times: (times += 1) }),
    ...more,
  });

const form = (id: FormDef['id'], submit: FormDef['submit'], more: Partial<FormDef> = {}): FormDef =>
  defineForm({
    id,
    version: 1,
    title: 'desk.title',
    submit,
    ability: ['write', 'Desk'],
    keepsExtra: true,
    schema: T.Object({ name: Fields.name }),
    ...more,
  });

const abilities: AbilityRules = ({ can }, { tenant }) => {
  can('write', 'Desk');
  if (tenant.kind === 'agency') can('lead', 'Desk');
};

/** A desk that is written to in every way there is: several forms on a route, one alone, none, a switch, a file, a visitor's. */
export const desk = definePlugin({
  manifest: {
    id: 'desk',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    features: { more: { title: 'desk.title', beta: true, defaultOn: false } },
  },
  rates: [{ id: 'desk.visits', points: 100_000, seconds: 60, by: 'ip' }],
  actions: { Desk: ['write', 'lead'] },
  abilities,
  routes: [
    route('desk.write', { idempotent: true }),
    route('desk.alone'),
    route('desk.turn'),
    route('desk.asked'),
    route('desk.file', { body: T.Object({ name: T.Optional(Fields.name) }), upload: { maxBytes: 1_000 } }),
    route('desk.visit', { ability: 'public', scope: 'host', spends: [], rate: 'desk.visits' }),
    route('desk.choices', { ability: ['lead', 'Desk'], method: 'GET', body: undefined }),
  ],
  forms: [
    form('desk.short', 'desk.write'),
    form('desk.long', 'desk.write', { schema: T.Object({ ...Fields, number: T.String({ pattern: '^[0-9]+$' }) }) }),
    form('desk.leads', 'desk.write', { ability: ['lead', 'Desk'] }),
    form('desk.beta', 'desk.write', { feature: 'desk.more' }),
    form('desk.only', 'desk.alone', {
      schema: T.Object({ ...Fields, name: T.String({ minLength: 1, maxLength: 12 }) }),
      open: { kind: ['title', 'require', 'enum'], number: ['title', 'require'] },
    }),
    form('desk.turn-form', 'desk.turn'),
    form('desk.conditional', 'desk.asked', {
      schema: T.Object(Fields),
      ui: {
        number: { when: { field: 'kind', is: 'call' } },
        secret: { ability: ['lead', 'Desk'] },
        kind: { options: { route: 'desk.choices' } },
      },
      open: { number: ['require'], secret: ['require'], kind: ['require'] },
    }),
    form('desk.file-form', 'desk.file', {
      schema: T.Object({ name: T.Optional(Fields.name), picture: T.String() }),
      ui: { picture: { widget: 'file' } },
    }),
    form('desk.visit-form', 'desk.visit', { ability: 'public' }),
  ],
  pages: [
    definePage({
      id: 'desk.page',
      path: '/desk',
      title: 'desk.title',
      ability: ['write', 'Desk'],
      blocks: [
        { as: 'form', form: 'desk.only' },
        {
          as: 'notice',
          severity: 'info',
          text: 'desk.title',
          action: {
            id: 'desk.turn-action',
            title: 'desk.title',
            ability: ['write', 'Desk'],
            do: { call: 'desk.turn', body: { name: { value: 'turned' } } },
          },
        },
      ],
    }),
  ],
});
