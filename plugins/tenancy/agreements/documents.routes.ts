import { defineRoute, Flag, invalid, List, notFound, pageOfAll, T } from '../../../core/contract.ts';
import { agreementsOf } from './agreements.service.ts';
import { Operator } from './agreements.settings.ts';
import {
  definitionOf,
  definitions,
  history,
  newest,
  previewDraft,
  publish,
  readDocument,
  type Rendered,
  renderVersion,
} from './documents.service.ts';
import { draftsOf, dropDrafts, saveDraft } from './documents.store.ts';
import { Paging, SearchedPaging } from './paging.ts';

const Name = T.String({ pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 80 });
const Locales = T.Enum(['en', 'ar']);
const MAX_HTML = 90_000;

const Text = T.Object({
  name: T.String(),
  document_title: T.String(),
  /** The document's HTML. */
  data: T.String(),
  version: T.Integer(),
  effective_date: T.String(),
  locale: T.String(),
  sha256: T.String(),
});
const shown = ({ html, effectiveOn, title, ...rest }: Rendered) => ({
  ...rest,
  document_title: title,
  data: html,
  effective_date: effectiveOn,
});

/** As somebody reads it who may be asked to agree: with the feature it belongs to, and whether their company agreed already or they may do so. */
const Asked = T.Object({
  ...Text.properties,
  feature_id: T.String(),
  feature_name: T.String(),
  accepted: T.Boolean(),
  may_accept: T.Boolean(),
});

const file = defineRoute({
  id: 'agreements.document-file',
  method: 'GET',
  path: '/agreements/document/:name',
  summary: 'A legal document as HTML',
  ability: 'public',
  spends: [],
  anyAal: true,
  params: T.Object({ name: Name }),
  response: Asked,
  async handler(ctx, { params }) {
    const { feature } = definitionOf(ctx, params.name);
    const signs = feature !== undefined && ctx.can('read', 'Acceptance');
    return {
      ...shown(await readDocument(ctx, params.name)),
      feature_id: feature?.slug ?? '',
      feature_name: feature?.name ?? '',
      accepted: signs && (await agreementsOf(ctx).status(params.name)).accepted,
      may_accept: ctx.can('accept', 'Acceptance'),
    };
  },
});

const rows = defineRoute({
  id: 'agreements.documents',
  method: 'GET',
  path: '/agreements/documents',
  summary: 'All legal documents with their newest versions',
  ability: ['read', 'Document'],
  query: SearchedPaging,
  response: List(
    T.Object({
      name: T.String(),
      title: T.String(),
      version: T.Integer(),
      effective_date: T.String(),
      material: T.Boolean(),
      published_at: T.String(),
      draft: T.Enum(['none', 'open']),
    }),
  ),
  async handler(ctx, { query }) {
    const drafts = new Set((await draftsOf(ctx)).map((d) => d.name));
    const search = query.search?.trim().toLocaleLowerCase(ctx.locale) ?? '';
    const all = [];
    for (const document of definitions(ctx)) {
      const title = ctx.t(document.title);
      if (!title.toLocaleLowerCase(ctx.locale).includes(search)) continue;
      const last = newest(await history(ctx, document), 'en');
      all.push({
        name: document.name,
        title,
        version: last.version,
        effective_date: last.effective_on,
        material: last.material,
        published_at: last.published_at.toISOString(),
        draft: drafts.has(document.name) ? ('open' as const) : ('none' as const),
      });
    }
    return pageOfAll(all, query);
  },
});

const versions = defineRoute({
  id: 'agreements.versions',
  method: 'GET',
  path: '/agreements/documents/:name/versions',
  summary: 'All versions of a legal document',
  ability: ['read', 'Document'],
  params: T.Object({ name: Name }),
  query: Paging,
  response: List(
    T.Object({
      id: T.String(),
      name: T.String(),
      version: T.Integer(),
      locale: T.String(),
      effective_date: T.String(),
      material: T.Boolean(),
      published_at: T.String(),
      sha256: T.String(),
    }),
  ),
  async handler(ctx, { params, query }) {
    const all = (await history(ctx, definitionOf(ctx, params.name))).map((v) => ({
      id: `${v.version}-${v.locale}`,
      name: v.name,
      version: v.version,
      locale: v.locale,
      effective_date: v.effective_on,
      material: v.material,
      published_at: v.published_at.toISOString(),
      sha256: v.sha256.toString('hex'),
    }));
    return pageOfAll(all, query);
  },
});

const oneVersion = defineRoute({
  id: 'agreements.version',
  method: 'GET',
  path: '/agreements/documents/:name/versions/:version/:locale',
  summary: 'One version of a legal document as HTML',
  ability: ['read', 'Document'],
  params: T.Object({ name: Name, version: T.Integer({ minimum: 1, maximum: 100_000 }), locale: Locales }),
  response: Text,
  async handler(ctx, { params }) {
    const document = definitionOf(ctx, params.name);
    return shown(await renderVersion(ctx, document, newest(await history(ctx, document), params.locale, params.version)));
  },
});

const Source = T.Object({ name: Name, locale: Locales });

const draft = defineRoute({
  id: 'agreements.draft',
  method: 'GET',
  path: '/agreements/documents/:name/draft/:locale',
  summary: 'The text to edit: the draft, or the newest version as it was written',
  ability: ['publish', 'Document'],
  params: Source,
  response: T.Object({ name: T.String(), locale: T.String(), html: T.String() }),
  async handler(ctx, { params }) {
    const { locale } = params;
    const document = definitionOf(ctx, params.name);
    const own = (await draftsOf(ctx, params.name)).find((d) => d.locale === locale);
    return { name: params.name, locale, html: own?.html ?? newest(await history(ctx, document), locale).html };
  },
});

const Saved = T.Object({ result: T.String(), message: T.String() });

const writeDraft = defineRoute({
  id: 'agreements.save-draft',
  method: 'PUT',
  path: '/agreements/documents/:name/draft/:locale',
  summary: 'Keep a text as a draft',
  ability: ['publish', 'Document'],
  audit: 'agreements.draft-saved',
  params: Source,
  body: T.Object({ html: T.String({ minLength: 1, maxLength: MAX_HTML }) }),
  response: Saved,
  async handler(ctx, { params, body }) {
    await saveDraft(ctx, definitionOf(ctx, params.name).name, params.locale, body.html);
    return { result: 'success', message: ctx.t('agreements.draft.saved') };
  },
});

const uploadDraft = defineRoute({
  id: 'agreements.upload-draft',
  method: 'POST',
  path: '/agreements/documents/:name/draft/:locale/file',
  summary: 'Keep an uploaded HTML file as a draft',
  ability: ['publish', 'Document'],
  audit: 'agreements.draft-saved',
  upload: { maxBytes: 512 * 1024 },
  params: Source,
  body: T.Object({}),
  response: Saved,
  async handler(ctx, { params, file: sent }) {
    const html = sent?.text ?? '';
    if (!/\.html?$/i.test(sent?.name ?? '') || html.includes('\0')) throw invalid('file', 'agreements.problem.not-html');
    if (html.trim() === '') throw invalid('file', 'agreements.problem.empty');
    await saveDraft(ctx, definitionOf(ctx, params.name).name, params.locale, html);
    return { result: 'success', message: ctx.t('agreements.draft.saved') };
  },
});

const preview = defineRoute({
  id: 'agreements.preview',
  method: 'GET',
  path: '/agreements/documents/:name/preview/:locale',
  summary: 'A draft as it will be read',
  ability: ['publish', 'Document'],
  params: Source,
  response: Text,
  handler: async (ctx, { params }) => shown(await previewDraft(ctx, params.name, params.locale)),
});

const dropDraft = defineRoute({
  id: 'agreements.drop-draft',
  method: 'DELETE',
  path: '/agreements/documents/:name/draft',
  summary: 'Throw the drafts of a document away',
  ability: ['publish', 'Document'],
  audit: 'agreements.draft-dropped',
  params: T.Object({ name: Name }),
  response: Saved,
  async handler(ctx, { params }) {
    if ((await dropDrafts(ctx, params.name)) === 0) throw notFound();
    return { result: 'success', message: ctx.t('agreements.draft.dropped') };
  },
});

const publishRoute = defineRoute({
  id: 'agreements.publish',
  method: 'POST',
  path: '/agreements/documents/:name/publish',
  summary: 'Publish the drafts of a document as its next version',
  ability: ['publish', 'Document'],
  stepUp: true,
  params: T.Object({ name: Name }),
  body: T.Object({ effective_date: T.String({ format: 'date', maxLength: 10 }), material: Flag }),
  response: T.Object({ result: T.String(), message: T.String(), version: T.Integer() }),
  async handler(ctx, { params, body }) {
    const done = await publish(ctx, params.name, body.effective_date, body.material === 'T');
    await ctx.audit({
      action: 'agreements.published',
      description: `Published ${done.name}, version ${done.version}`,
      target: done.name,
      detail: { version: done.version, material: done.material, effective_on: done.effective_on },
    });
    return { result: 'success', message: ctx.t('agreements.published', { version: done.version }), version: done.version };
  },
});

const OperatorFields = Operator.schema.properties;

const operator = defineRoute({
  id: 'agreements.operator-details',
  method: 'GET',
  path: '/agreements/operator',
  summary: 'Who operates the platform, as legal documents name it',
  ability: ['publish', 'Document'],
  response: T.Object(OperatorFields),
  handler: (ctx) => ctx.setting(Operator),
});

const saveOperator = defineRoute({
  id: 'agreements.save-operator',
  method: 'PUT',
  path: '/agreements/operator',
  summary: 'Say who operates the platform',
  ability: ['publish', 'Document'],
  audit: 'agreements.operator-changed',
  body: T.Partial(Operator.schema),
  response: Saved,
  async handler(ctx, { body }) {
    await ctx.saveSetting(Operator, { ...Operator.default, ...body });
    return { result: 'success', message: ctx.t('agreements.operator.saved') };
  },
});

export const documentRoutes = [
  file,
  rows,
  versions,
  oneVersion,
  draft,
  writeDraft,
  uploadDraft,
  preview,
  dropDraft,
  publishRoute,
  operator,
  saveOperator,
];
