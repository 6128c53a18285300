import { defineRoute, invalid, listOf, listOfAll, notFound, T } from '../../core/contract.ts';
import { ENTRIES, type Entry } from './entries/index.ts';
import { FILLED } from './entries/widgets.ts';
import { SHOWN } from './frame.ts';
import { membersOf } from './members.ts';
import { ANSWERS } from './samples.ts';
import { SEND } from './sources.ts';
import { answerIn, STATES } from './states.ts';

const READ = ['read', 'Catalogue'] as const;
const State = T.Optional(T.Enum([...STATES]));
/** What lists and streams ask besides; the answers are always the same. */
const ASKED = T.Object({
  state: State,
  cursor: T.Optional(T.String()),
  Page: T.Optional(T.Integer()),
  PerPage: T.Optional(T.Integer()),
  sortby: T.Optional(T.String()),
  order: T.Optional(T.String()),
  search: T.Optional(T.String()),
  value: T.Optional(T.String()),
  kind: T.Optional(T.String()),
});

const samples = Object.entries(ANSWERS).map(([name, answer]) =>
  defineRoute({
    id: `catalogue.${name}`,
    method: 'GET',
    path: `/catalogue/answers/${name}`,
    summary: `Made-up data of the catalogue: ${name}`,
    ability: READ,
    db: 'intent', // one that is slow holds no connection
    query: ASKED,
    response: T.Any(),
    handler: async (_ctx, { query }) => answerIn(query.state, answer),
  }),
);

const named = (id: string): Entry => {
  const found = ENTRIES.find((entry) => entry.id === id);
  if (!found) throw notFound();
  return found;
};
const params = T.Object({ entry: T.String({ maxLength: 60 }) });

export const catalogueRoutes = [
  ...samples,
  defineRoute({
    id: 'catalogue.value',
    method: 'GET',
    path: '/catalogue/values/:input',
    summary: 'What stands in an input',
    ability: READ,
    params: T.Object({ input: T.String({ maxLength: 60 }) }),
    query: T.Object({ state: State }),
    response: T.Any(),
    async handler(_ctx, { params: { input }, query: { state } }) {
      const value = state === 'empty' ? undefined : state === 'long' ? FILLED[input]?.long : FILLED[input]?.filled;
      return value === undefined ? {} : { value };
    },
  }),
  defineRoute({
    id: 'catalogue.searched',
    method: 'GET',
    path: '/catalogue/searched',
    summary: 'Choices that the server searches',
    ability: READ,
    query: T.Object({
      search: T.Optional(T.String()),
      Page: T.Optional(T.Integer()),
      PerPage: T.Optional(T.Integer()),
      value: T.Optional(T.String()),
    }),
    response: T.Any(),
    handler: async () => ANSWERS.kinds.filled,
  }),
  defineRoute({
    id: 'catalogue.card-setup',
    method: 'GET',
    path: '/catalogue/card-setup',
    summary: 'How a card is entered: the choice of the sandbox',
    ability: READ,
    response: T.Any(),
    handler: async () => ({ gateway: 'sandbox', publishableKey: null, account: null, ...ANSWERS.kinds.filled }),
  }),
  defineRoute({
    id: 'catalogue.send',
    method: 'POST',
    path: '/catalogue/send',
    summary: 'Take a form of the catalogue; nothing is kept',
    ability: SEND,
    unlogged: 'nothing is kept',
    body: T.Object({
      state: State,
      value: T.Optional(T.Any()),
      name: T.Optional(T.String()),
      amount: T.Optional(T.Integer()),
      kind: T.Optional(T.String()),
      active: T.Optional(T.Boolean()),
      note: T.Optional(T.String()),
    }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      if (body.state === 'refused') throw invalid(body.name === undefined ? 'value' : 'name', 'catalogue.refused');
      return { message: ctx.t('catalogue.done') };
    },
  }),
  defineRoute({
    id: 'catalogue.upload',
    method: 'POST',
    path: '/catalogue/upload',
    summary: 'Take a file of the catalogue; nothing is kept',
    ability: SEND,
    unlogged: 'nothing is kept',
    upload: { maxBytes: 100_000, optional: true },
    body: T.Object({ state: State, value: T.Optional(T.String()) }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      if (body.state === 'refused') throw invalid('value', 'catalogue.refused');
      return { message: ctx.t('catalogue.done') };
    },
  }),
  defineRoute({
    id: 'catalogue.turn',
    method: 'POST',
    path: '/catalogue/turn',
    summary: 'Take what a button or a switch of the catalogue sends; nothing is kept',
    ability: SEND,
    unlogged: 'nothing is kept',
    body: T.Object({ value: T.Optional(T.Any()) }),
    response: T.Object({}),
    handler: async () => ({}),
  }),
  defineRoute({
    id: 'catalogue.entries',
    method: 'GET',
    path: '/catalogue/entries',
    summary: 'What the catalogue shows',
    ability: READ,
    query: T.Object({
      kind: T.Optional(T.Enum(['block', 'overview', 'widget', 'screen'])),
      Page: T.Optional(T.Integer({ minimum: 1 })),
      PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
      search: T.Optional(T.String({ maxLength: 100 })),
    }),
    response: T.Any(),
    async handler(ctx, { query }) {
      const rows = ENTRIES.filter(({ kind }) => !query.kind || kind === query.kind).map(({ id, kind, of }) => ({ id, kind, of }));
      const { data, ...place } = listOfAll(rows, query, ctx.locale, ({ id, of }) => `${id} ${of}`);
      const told = await Promise.all(data.map(async (row) => ({ ...row, about: (await membersOf(row.kind, row.of)).doc })));
      return { data: told, ...place };
    },
  }),
  defineRoute({
    id: 'catalogue.entry',
    method: 'GET',
    path: '/catalogue/entries/:entry',
    summary: 'One entry: its states, and the descriptor that makes it',
    ability: READ,
    params,
    response: T.Any(),
    async handler(ctx, { params: { entry } }) {
      const { id, kind, of, states, blocks, form } = named(entry);
      const { doc } = await membersOf(kind, of);
      return {
        id,
        kind,
        of,
        about: doc,
        path: SHOWN + id,
        states: states.map((state) => ({ id: state, title: ctx.t(`catalogue.seen.${state}`) })),
        json: JSON.stringify(form ? { blocks, form } : blocks.length === 1 ? blocks[0] : blocks, null, 2),
      };
    },
  }),
  defineRoute({
    id: 'catalogue.members',
    method: 'GET',
    path: '/catalogue/entries/:entry/members',
    summary: 'What the descriptor of an entry may say',
    ability: READ,
    params,
    query: T.Object({
      Page: T.Optional(T.Integer({ minimum: 1 })),
      PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
    }),
    response: T.Any(),
    async handler(_ctx, { params: { entry } }) {
      const { kind, of } = named(entry);
      const { members } = await membersOf(kind, of);
      return listOf(members, members.length, { page: 1, perPage: 100 });
    },
  }),
];
