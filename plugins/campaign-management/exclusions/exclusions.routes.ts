import { defineRoute, List, ListQuery, listOf, pageOf, type Static, T, shownCount } from '../../../core/contract.ts';
import { entryPage, type EntryRow, listSummary } from './entries.store.ts';
import { addOne, companyOf, purge, remove } from './exclusions.service.ts';

const MAX_ID = 2_147_483_647;
/** A claim about the company meant; its own when left out. */
const Company = T.Integer({ minimum: 1, maximum: MAX_ID });
const CompanyInBody = T.Union([Company, T.String({ pattern: '^[1-9][0-9]{0,8}$' })]);
/** The specification's field; the list belongs to a company, whatever it says. */
const CampaignType = T.Optional(T.String({ maxLength: 40 }));

const Entry = T.Object({
  id: T.Integer(),
  entry: T.String(),
  kind: T.Enum(['email', 'md5', 'sha256', 'person']),
  source: T.String(),
  added_at: T.String({ format: 'date-time' }),
  added_by: T.String(),
});

const list = defineRoute({
  id: 'exclusions.list',
  method: 'GET',
  path: '/exclusions',
  summary: "A company's exclusion list",
  ability: ['read', 'Exclusion'],
  query: T.Object({ ...ListQuery(['added']), CompanyID: T.Optional(Company) }),
  response: List(Entry),
  async handler(ctx, { query }) {
    const company = await companyOf(ctx, query.CompanyID, 'read');
    const at = pageOf(query);
    const search = query.search?.trim();
    const { rows, total, isLeast } = await entryPage(ctx, company.id, {
      ...at,
      ...(search ? { search } : {}),
      order: query.order ?? 'desc',
    });
    return listOf(rows.map(shown), total, at, isLeast);
  },
});

const summary = defineRoute({
  id: 'exclusions.summary',
  method: 'GET',
  path: '/exclusions/summary',
  summary: "How long a company's exclusion list is",
  ability: ['read', 'Exclusion'],
  query: T.Object({ CompanyID: T.Optional(Company) }),
  response: T.Object({
    companyId: T.Integer(),
    company: T.String(),
    /** Counted up to 100,000. */
    total: T.Integer(),
    /** The same for people: of what is not counted on, that it may be more. */
    length: T.String(),
    newest: T.Union([T.String(), T.Null()]),
  }),
  async handler(ctx, { query }) {
    const company = await companyOf(ctx, query.CompanyID, 'read');
    const { total, isLeast, newest } = await listSummary(ctx, company.id);
    const length = isLeast ? ctx.t('exclusions.length.more', { number: shownCount(total) }) : shownCount(total);
    return { companyId: company.id, company: company.name, total, length, newest: newest?.toISOString() ?? null };
  },
});

const add = defineRoute({
  id: 'exclusions.add',
  method: 'POST',
  path: '/exclusions',
  summary: 'Put one e-mail address or hash on the list',
  ability: ['create', 'Exclusion'],
  body: T.Object({ entry: T.String({ minLength: 1, maxLength: 300 }), CompanyID: T.Optional(CompanyInBody) }),
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { body }) {
    const isNew = await addOne(ctx, await companyOf(ctx, body.CompanyID, 'create'), body.entry);
    return { result: 'success', message: ctx.t(isNew ? 'exclusions.added' : 'exclusions.known') };
  },
});

const removeRoute = defineRoute({
  id: 'exclusions.remove',
  method: 'DELETE',
  path: '/exclusions/:id',
  summary: 'Take one entry off the list',
  ability: ['delete', 'Exclusion'],
  params: T.Object({ id: T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  response: T.Object({ message: T.String() }),
  async handler(ctx, { params }) {
    await remove(ctx, params.id);
    return { message: ctx.t('exclusions.removed') };
  },
});

const purgeRoute = defineRoute({
  id: 'exclusions.purge',
  method: 'POST',
  path: '/leadspeek/suppressionlist/purge',
  summary: "Empty one company's own exclusion list",
  ability: ['delete', 'Exclusion'],
  body: T.Object({ paramID: CompanyInBody, campaignType: CampaignType }),
  response: T.Object({ result: T.String(), title: T.String(), msg: T.String(), message: T.String() }),
  async handler(ctx, { body }) {
    const count = await purge(ctx, await companyOf(ctx, body.paramID, 'delete'));
    const msg = ctx.t('exclusions.purged', { count });
    return { result: 'success', title: ctx.t('exclusions.title'), msg, message: msg };
  },
});

function shown(row: EntryRow): Static<typeof Entry> {
  return {
    id: Number(row.id),
    entry: row.masked || row.hash.toString('hex'),
    kind: row.masked ? 'email' : row.kind,
    source: row.source,
    added_at: row.created_at.toISOString(),
    added_by: row.added_by_name ?? '',
  };
}

export const exclusionRoutes = [list, summary, add, removeRoute, purgeRoute];
