import { type Ctx, defineRoute, Flag, flagOf, List, listOf, pageOf, pageOfAll, PageQuery, T } from '../../../../core/contract.ts';
import { readDocument } from '../format/read.ts';
import { LONGEST_DOCUMENT } from '../format/schema.ts';
import { BUILTIN } from './builtin.ts';
import {
  createDocument,
  difference,
  dropDraft,
  publishDraft,
  publishedText,
  restoreVersion,
  saveDraft,
  sound,
  withdraw,
  wordedFault,
  workingText,
} from './documents.service.ts';
import { documentOf, type DocumentRow, documents, textOfVersion, versionsOf } from './documents.store.ts';
import { emptyCredentials, TRIALS, tryDocument, writtenOut } from './try.ts';

const read = ['read', 'ConnectorDocument'] as const;
const update = ['update', 'ConnectorDocument'] as const;
const publish = ['publish', 'ConnectorDocument'] as const;
export const DocumentName = T.String({ pattern: '^[a-z][a-z0-9-]{1,39}$', maxLength: 40 });
const Params = T.Object({ document: DocumentName });
export const DocumentText = T.String({ minLength: 1, maxLength: LONGEST_DOCUMENT });
const Version = T.Integer({ minimum: 0, maximum: 2_147_483_647 });
const Said = T.Object({ message: T.String() });
const Fault = T.Object({ line: T.Integer(), column: T.Integer(), pointer: T.String(), message: T.String() });
const STATES = ['published', 'shipped', 'draft', 'withdrawn'] as const;
const Row = T.Object({
  document: T.String(),
  title: T.String(),
  state: T.Enum([...STATES]),
  version: T.Integer(),
  /** How people read the version: what comes with the product has no number. */
  version_name: T.String(),
  drafted: Flag,
});
const Paging = T.Object(PageQuery);

const stateOf = ({ name, version, withdrawn }: DocumentRow): (typeof STATES)[number] =>
  withdrawn ? 'withdrawn' : version !== null ? 'published' : BUILTIN.has(name) ? 'shipped' : 'draft';

async function shown(ctx: Ctx, row: DocumentRow) {
  const { document } = readDocument((await publishedText(ctx, row)) ?? (await workingText(ctx, row)));
  return {
    document: row.name,
    title: document?.title[ctx.locale] ?? row.name,
    state: stateOf(row),
    version: row.version ?? 0,
    version_name: row.version === null ? (BUILTIN.has(row.name) ? ctx.t('declarative-connectors.built-in') : '') : String(row.version),
    drafted: flagOf(row.draft !== null),
  };
}

const list = defineRoute({
  id: 'declarative-connectors.list',
  method: 'GET',
  path: '/connector-documents',
  summary: 'Documents that describe connectors, and how they stand',
  ability: read,
  query: Paging,
  response: List(Row),
  async handler(ctx, { query }) {
    const all = await documents(ctx);
    const at = pageOf(query);
    const rows = [];
    for (const row of all.slice(at.offset, at.offset + at.perPage)) rows.push(await shown(ctx, row));
    return listOf(rows, all.length, at);
  },
});

const detail = defineRoute({
  id: 'declarative-connectors.one',
  method: 'GET',
  path: '/connector-documents/:document',
  summary: 'A document: the text that is worked on, and how it stands',
  ability: read,
  params: Params,
  response: T.Object({
    ...Row.properties,
    text: T.String(),
    edits: T.Integer(),
    faults: T.Integer(),
    auth: T.String(),
    what: T.Enum([...TRIALS]),
  }),
  async handler(ctx, { params }) {
    const row = await documentOf(ctx, params.document);
    const text = await workingText(ctx, row);
    const { document, faults } = readDocument(text, row.name);
    return {
      ...(await shown(ctx, row)),
      text,
      edits: row.edits,
      faults: faults.length,
      auth: document ? emptyCredentials(document) : '{}',
      what: 'test' as const,
    };
  },
});

const create = defineRoute({
  id: 'declarative-connectors.create',
  method: 'POST',
  path: '/connector-documents',
  summary: 'Begin a document; it starts as a small connector to be changed',
  ability: ['create', 'ConnectorDocument'],
  withoutStepUp: 'a draft that nobody can connect',
  body: T.Object({ document: DocumentName }),
  response: T.Object({ message: T.String(), go: T.String() }),
  async handler(ctx, { body }) {
    await createDocument(ctx, body.document);
    return { message: ctx.t('declarative-connectors.created'), go: `/configuration/connectors/${body.document}` };
  },
});

const check = defineRoute({
  id: 'declarative-connectors.check',
  method: 'POST',
  path: '/connector-documents/check',
  summary: 'Everything that is wrong with a text as a document, or as the one that `document` names, with its lines; keeps nothing',
  ability: update,
  withoutStepUp: 'changes nothing',
  unlogged: 'changes nothing',
  body: T.Object({ text: T.String({ maxLength: LONGEST_DOCUMENT * 2 }), document: T.Optional(DocumentName) }),
  response: T.Object({ faults: T.Array(Fault) }),
  handler: async (ctx, { body }) => ({ faults: readDocument(body.text, body.document).faults.map((fault) => wordedFault(ctx, fault)) }),
});

const save = defineRoute({
  id: 'declarative-connectors.save',
  method: 'PUT',
  path: '/connector-documents/:document/draft',
  summary: 'Keep a draft, whatever is wrong with it; `edits` says which one it was made of',
  ability: update,
  withoutStepUp: 'a draft that nobody can connect',
  params: Params,
  body: T.Object({ text: DocumentText, edits: T.Integer({ minimum: 0 }) }),
  response: Said,
  async handler(ctx, { params, body }) {
    const faults = await saveDraft(ctx, params.document, body.text, body.edits);
    return {
      message: ctx.t(faults.length === 0 ? 'declarative-connectors.saved' : 'declarative-connectors.saved.faults', {
        count: faults.length,
      }),
    };
  },
});

const drop = defineRoute({
  id: 'declarative-connectors.drop',
  method: 'DELETE',
  path: '/connector-documents/:document/draft',
  summary: 'Throw a draft away; a document that was never published goes with it',
  ability: update,
  withoutStepUp: 'a draft that nobody can connect',
  params: Params,
  response: T.Object({ message: T.String(), go: T.Optional(T.String()) }),
  async handler(ctx, { params }) {
    const isGone = await dropDraft(ctx, params.document);
    return { message: ctx.t('declarative-connectors.dropped'), ...(isGone ? { go: '/configuration/connectors' } : {}) };
  },
});

const put = defineRoute({
  id: 'declarative-connectors.publish',
  method: 'POST',
  path: '/connector-documents/:document/publish',
  summary: 'Publish the draft that `edits` names: every process uses it from then on',
  ability: publish,
  stepUp: true,
  params: Params,
  body: T.Object({ edits: T.Integer({ minimum: 0 }) }),
  response: Said,
  async handler(ctx, { params, body }) {
    const { version, lacking } = await publishDraft(ctx, params.document, body.edits);
    return { message: publishedWord(ctx, version, lacking) };
  },
});

const restore = defineRoute({
  id: 'declarative-connectors.restore',
  method: 'POST',
  path: '/connector-documents/:document/versions/:version/publish',
  summary: 'Publish an earlier version again; 0 is the one that the product brings',
  ability: publish,
  stepUp: true,
  params: T.Object({ ...Params.properties, version: Version }),
  response: Said,
  async handler(ctx, { params }) {
    const { version, lacking } = await restoreVersion(ctx, params.document, params.version);
    return { message: publishedWord(ctx, version, lacking) };
  },
});

const publishedWord = (ctx: Ctx, version: number, count: number): string =>
  ctx.t(count > 0 ? 'declarative-connectors.published.lacking' : 'declarative-connectors.published.done', { version, count });

const unpublish = defineRoute({
  id: 'declarative-connectors.unpublish',
  method: 'POST',
  path: '/connector-documents/:document/unpublish',
  summary: 'Take a connector away: its connections show as not available and hold their leads',
  ability: publish,
  stepUp: true,
  params: Params,
  response: Said,
  async handler(ctx, { params }) {
    await withdraw(ctx, params.document);
    return { message: ctx.t('declarative-connectors.unpublished') };
  },
});

const history = defineRoute({
  id: 'declarative-connectors.versions',
  method: 'GET',
  path: '/connector-documents/:document/versions',
  summary: 'Every version that was published, when and by whom',
  ability: read,
  params: Params,
  query: Paging,
  response: List(
    T.Object({
      version: T.Integer(),
      version_name: T.String(),
      published_at: T.Union([T.String(), T.Null()]),
      published_by: T.String(),
      state: T.Enum(['current', 'earlier']),
    }),
  ),
  async handler(ctx, { params, query }) {
    const row = await documentOf(ctx, params.document);
    const shipped = BUILTIN.has(row.name)
      ? [{ version: 0, published_at: null, published_by: ctx.t('declarative-connectors.shipped') }]
      : [];
    const published = (await versionsOf(ctx, row.name)).map((one) => ({
      ...one,
      published_at: one.published_at.toISOString(),
      published_by: one.published_by ?? '',
    }));
    const isCurrent = (version: number): boolean => !row.withdrawn && version === (row.version ?? (BUILTIN.has(row.name) ? 0 : -1));
    const rows = [...published, ...shipped].map((one) => ({
      ...one,
      version_name: one.version === 0 ? ctx.t('declarative-connectors.built-in') : String(one.version),
      state: isCurrent(one.version) ? ('current' as const) : ('earlier' as const),
    }));
    return pageOfAll(rows, query);
  },
});

const version = defineRoute({
  id: 'declarative-connectors.version',
  method: 'GET',
  path: '/connector-documents/:document/versions/:version',
  summary: 'The text of a version',
  ability: read,
  params: T.Object({ ...Params.properties, version: Version }),
  response: T.Object({ text: T.String() }),
  async handler(ctx, { params }) {
    await documentOf(ctx, params.document);
    return { text: await textOfVersion(ctx, params.document, params.version) };
  },
});

const changes = defineRoute({
  id: 'declarative-connectors.changes',
  method: 'GET',
  path: '/connector-documents/:document/changes',
  summary: 'How the draft differs from what is published, line by line',
  ability: read,
  params: Params,
  response: T.Object({ text: T.String() }),
  async handler(ctx, { params }) {
    return { text: (await difference(ctx, params.document)) || ctx.t('declarative-connectors.changes.none') };
  },
});

const trial = defineRoute({
  id: 'declarative-connectors.try',
  method: 'POST',
  path: '/connector-documents/:document/try',
  summary: 'Run the draft once for real, with credentials that are kept nowhere and a made-up lead; answers every call without its secrets',
  ability: update,
  stepUp: true,
  unlogged: 'keeps nothing, and what it calls is no record of the product',
  rate: 'declarative-connectors.try',
  db: 'intent',
  params: Params,
  body: T.Object({
    what: T.Enum([...TRIALS]),
    auth: T.String({ minLength: 2, maxLength: 8_000 }),
    who: T.Optional(T.String({ minLength: 1, maxLength: 200 })),
  }),
  response: T.Object({ severity: T.Enum(['good', 'warn', 'bad']), outcome: T.String(), calls: T.String() }),
  async handler(ctx, { params, body }) {
    const text = await ctx.transaction(async (tx) => workingText(tx, await documentOf(tx, params.document)));
    const document = sound(ctx, params.document, text);
    const { outcome, calls } = await tryDocument(ctx, document, { ...body, who: body.who ?? 'test.lead@example.com' });
    const wait = !outcome.ok && outcome.then === 'retry' && !outcome.paced ? outcome.after : undefined;
    const ending = outcome.ok ? 'done' : wait === undefined ? outcome.then : 'retry-after';
    const remedy = 'remedy' in outcome && outcome.remedy ? ` ${outcome.remedy}` : '';
    const note = ctx.t(outcome.note ?? '');
    const ref = outcome.ok && outcome.ref ? ` ${ctx.t('declarative-connectors.try.ref', { ref: outcome.ref })}` : '';
    return {
      severity: outcome.ok ? ('good' as const) : outcome.then === 'retry' ? ('warn' as const) : ('bad' as const),
      outcome: `${ctx.t(`declarative-connectors.try.${ending}`, { count: wait ?? 0 })} ${note}${ref}${remedy}`,
      calls: writtenOut(calls) || ctx.t('declarative-connectors.try.none'),
    };
  },
});

export const documentRoutes = [list, detail, create, check, save, drop, put, restore, unpublish, history, version, changes, trial];
export const tryRates = [{ id: 'declarative-connectors.try' as const, points: 20, seconds: 60, by: 'company' as const }];
