import { conflict, type Ctx, defineRoute, FileResponse, List, listOf, pageOf, PageQuery, type RateDef, T } from '../../../core/contract.ts';
import { personFile } from './person-file.ts';
import { elsewhereOf, receiptFile, receiptLines } from './receipt.ts';
import { close, erase, kindAt, kindsOf, noted, open, openPerson, requestWithPerson } from './requests.service.ts';
import { requestAt, requestPage, type ShownRequest } from './requests.store.ts';

export const STATES = ['open', 'erasing', 'failing', 'erased', 'closed'] as const;
const Request = T.Object({
  id: T.Integer(),
  /** Whom it is about; of one that is over, its number alone. */
  who: T.String(),
  state: T.Enum([...STATES]),
  asked_by: T.String(),
  asked_at: T.String({ format: 'date-time' }),
  finished_at: T.Union([T.String(), T.Null()]),
});
const Id = T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const Said = T.Object({ result: T.String(), message: T.String() });
const RECORDS = 50;

const shown = (ctx: Ctx, request: ShownRequest) => ({
  id: request.id,
  who: request.label || `#${request.id}`,
  state: request.state === 'erasing' && request.tries > 0 ? ('failing' as const) : request.state,
  asked_by: request.origin === 'staff' ? (request.asked_by_name ?? '') : ctx.t(`privacy.origin.${request.origin}`),
  asked_at: request.created_at.toISOString(),
  finished_at: request.finished_at?.toISOString() ?? null,
});

export const privacyRates: RateDef[] = [{ id: 'privacy.requests', points: 60, seconds: 3_600, by: 'account' }];

export const privacyRoutes = [
  defineRoute({
    id: 'privacy.list',
    method: 'GET',
    path: '/privacy/requests',
    summary: 'Privacy requests of the own company, newest first',
    ability: ['read', 'PrivacyRequest'],
    query: T.Object(PageQuery),
    response: List(Request),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await requestPage(ctx, at);
      return listOf(
        rows.map((row) => shown(ctx, row)),
        total,
        at,
      );
    },
  }),
  defineRoute({
    id: 'privacy.open',
    method: 'POST',
    path: '/privacy/requests',
    summary:
      'Open a privacy request about the person with an e-mail address, a telephone number or a lead; the open one when there is one already',
    ability: ['create', 'PrivacyRequest'],
    stepUp: true,
    rate: 'privacy.requests',
    body: T.Object({ who: T.String({ minLength: 3, maxLength: 300 }) }),
    response: T.Object({ id: T.Integer(), message: T.String(), go: T.String() }),
    async handler(ctx, { body }) {
      const id = await open(ctx, body.who);
      return { id, message: ctx.t('privacy.opened', { id }), go: `/privacy-requests?open=${id}` };
    },
  }),
  defineRoute({
    id: 'privacy.one',
    method: 'GET',
    path: '/privacy/requests/:id',
    summary: 'A privacy request, and what was erased',
    ability: ['read', 'PrivacyRequest'],
    params: Id,
    response: T.Object({
      ...Request.properties,
      erased_by: T.String(),
      receipt: T.Array(T.Object({ title: T.String(), as: T.Literal('number'), value: T.Integer() })),
    }),
    async handler(ctx, { params }) {
      const request = await requestAt(ctx, params.id);
      return { ...shown(ctx, request), erased_by: request.erase_by_name ?? '', receipt: receiptLines(ctx, request) };
    },
  }),
  defineRoute({
    id: 'privacy.kinds',
    method: 'GET',
    path: '/privacy/requests/:id/kinds',
    summary: 'How many records of each kind are held of the person of an open request',
    ability: ['read', 'PrivacyRequest'],
    params: Id,
    query: T.Object(PageQuery),
    response: List(
      T.Object({
        kind: T.String(),
        request: T.Integer(),
        title: T.String(),
        count: T.Integer(),
        erasing: T.Enum(['deleted', 'anonymised', 'kept']),
      }),
    ),
    async handler(ctx, { params, query }) {
      const at = pageOf(query);
      const { person } = await requestWithPerson(ctx, params.id);
      const kinds = person ? kindsOf(ctx) : [];
      const data = [];
      for (const { id, title, count, erasing } of kinds.slice(at.offset, at.offset + at.perPage))
        data.push({ kind: id, request: params.id, title: ctx.t(title), count: await count(ctx, person!), erasing });
      return listOf(data, kinds.length, at);
    },
  }),
  defineRoute({
    id: 'privacy.elsewhere',
    method: 'GET',
    path: '/privacy/requests/:id/elsewhere',
    summary: 'Other systems that were asked to erase the person of a request, and what became of it',
    ability: ['read', 'PrivacyRequest'],
    params: Id,
    query: T.Object(PageQuery),
    response: List(
      T.Object({
        id: T.Integer(),
        name: T.String(),
        state: T.Enum(['waiting', 'done', 'open', 'confirmed']),
        answer: T.String(),
        asked_at: T.String(),
        finished_at: T.Union([T.String(), T.Null()]),
      }),
    ),
    async handler(ctx, { params, query }) {
      await requestAt(ctx, params.id);
      const at = pageOf(query);
      const all = await elsewhereOf(ctx, params.id);
      const rows = all.map(({ name, state, answer, askedAt, finishedAt }, id) => ({
        id,
        name,
        state,
        answer,
        asked_at: askedAt.toISOString(),
        finished_at: finishedAt?.toISOString() ?? null,
      }));
      return listOf(rows.slice(at.offset, at.offset + at.perPage), rows.length, at);
    },
  }),
  defineRoute({
    id: 'privacy.records',
    method: 'GET',
    path: '/privacy/requests/:id/kinds/:kind/records',
    summary: 'Records of one kind that are held of the person of an open request, newest first',
    ability: ['read', 'PrivacyRequest'],
    params: T.Object({ ...Id.properties, kind: T.String({ pattern: '^[a-z0-9-]+\\.[a-z0-9-]+$', maxLength: 80 }) }),
    query: T.Object({ cursor: T.Optional(T.String({ maxLength: 100, pattern: '^[\\w:~-]*$' })) }),
    response: T.Object({
      data: T.Array(T.Object({ id: T.String(), at: T.String(), what: T.String() })),
      next: T.Union([T.String(), T.Null()]),
    }),
    async handler(ctx, { params, query }) {
      const kind = kindAt(ctx, params.kind);
      const rows = await kind.find(ctx, await openPerson(ctx, params.id), query.cursor || null, RECORDS);
      return {
        data: rows.map(({ id, at, what }) => ({ id, at: at.toISOString(), what })),
        next: rows.length === RECORDS ? rows.at(-1)!.id : null,
      };
    },
  }),
  defineRoute({
    id: 'privacy.download',
    method: 'GET',
    path: '/privacy/requests/:id/data.json',
    summary: 'All that is held of the person of an open request, as a JSON file',
    ability: ['create', 'PrivacyRequest'],
    stepUp: true,
    exportsData: true,
    inParts: true,
    rate: 'privacy.requests',
    params: Id,
    response: FileResponse,
    async handler(ctx, { params }) {
      const file = await personFile(ctx, params.id);
      await noted(ctx, 'privacy.downloaded', params.id, 'Downloaded the data of a privacy request');
      return file;
    },
  }),
  defineRoute({
    id: 'privacy.erase',
    method: 'POST',
    path: '/privacy/requests/:id/erase',
    summary: 'Erase the person of an open request for good, in the background',
    ability: ['erase', 'PrivacyRequest'],
    stepUp: true,
    params: Id,
    response: Said,
    async handler(ctx, { params }) {
      await erase(ctx, params.id);
      return { result: 'success', message: ctx.t('privacy.erasing') };
    },
  }),
  defineRoute({
    id: 'privacy.close',
    method: 'POST',
    path: '/privacy/requests/:id/close',
    summary: 'End an open request without erasing anything',
    ability: ['create', 'PrivacyRequest'],
    withoutStepUp: 'nothing of anybody changes',
    params: Id,
    response: Said,
    async handler(ctx, { params }) {
      await close(ctx, params.id);
      return { result: 'success', message: ctx.t('privacy.closed') };
    },
  }),
  defineRoute({
    id: 'privacy.receipt',
    method: 'GET',
    path: '/privacy/requests/:id/receipt.txt',
    summary: 'What was erased for a request, without anything of the person, as a text file',
    ability: ['read', 'PrivacyRequest'],
    params: Id,
    withoutStepUp: 'counts of records and nothing of anybody',
    response: FileResponse,
    async handler(ctx, { params }) {
      const request = await requestAt(ctx, params.id);
      if (request.state !== 'erased') throw conflict('privacy.not-erased');
      return receiptFile(ctx, request);
    },
  }),
];
