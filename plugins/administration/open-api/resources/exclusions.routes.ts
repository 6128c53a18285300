import { type Ctx, defineRoute, T } from '../../../../core/contract.ts';
import { type ExclusionEntry, ExclusionLists } from '../../../campaign-management/exclusions/contract.ts';
import { isNumberPlace, pageFrom, PageOf, CursorQuery, placeOf } from '../cursor.ts';
import { drop, keep, newId, sandboxOne, sandboxPage } from '../sandbox/sandbox.store.ts';
import { type ExclusionOut, ExclusionShape, Id } from '../shapes.ts';

const group = 'Exclusions';
const Text = T.String({ minLength: 1, maxLength: 300, examples: ['jordan.lee@example.com'] });
const OfClient = T.Optional(T.Integer({ ...Id, description: 'Of this client; your own list when left out' }));

/** A list of the agency's own is told without a client. */
const exclusionOut = (ctx: Ctx, { id, companyId, entry, kind, addedAt }: ExclusionEntry): ExclusionOut => ({
  id,
  client_id: companyId === ctx.tenant.id ? null : companyId,
  entry,
  kind,
  created_at: addedAt.toISOString(),
});

const list = defineRoute({
  id: 'open-api.exclusions',
  method: 'GET',
  path: '/v1/exclusions',
  summary: 'List exclusions',
  ability: ['read', 'Exclusion'],
  programs: {
    scope: 'exclusions:read',
    group,
    description: 'Whom no lead is made of, the newest first. Addresses are kept as hashes and shown masked.',
    sandbox: (ctx, { query: { limit = 50, cursor, client_id } }) =>
      sandboxPage<ExclusionOut>(ctx, 'exclusion', limit, placeOf(cursor, isNumberPlace), { client_id: client_id ?? null }),
  },
  query: T.Object({
    ...CursorQuery,
    client_id: OfClient,
    search: T.Optional(T.String({ maxLength: 300, description: 'An address or a hash, exactly' })),
  }),
  response: PageOf(ExclusionShape),
  async handler(ctx, { query: { limit = 50, cursor, client_id, search } }) {
    const rows = await ctx.use(ExclusionLists).behind(client_id, placeOf(cursor, isNumberPlace)?.id, limit + 1, search);
    return pageFrom(
      rows.map((row) => exclusionOut(ctx, row)),
      limit,
      ({ id }) => ({ id }),
    );
  },
});

const HASH = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/;
const add = defineRoute({
  id: 'open-api.add-exclusion',
  method: 'POST',
  path: '/v1/exclusions',
  summary: 'Add an exclusion',
  ability: ['create', 'Exclusion'],
  idempotent: true,
  unlogged: 'the list writes it down itself',
  programs: {
    scope: 'exclusions:write',
    group,
    description:
      'From then on no lead is made of the person. `entry` is an e-mail address, or the MD5 or SHA-256 of one in lower case. What is on the list already is answered as it stands.',
    async sandbox(ctx, { body: { entry, client_id } }) {
      const text = entry.trim().toLowerCase();
      const kind = !HASH.test(text) ? 'email' : text.length === 32 ? 'md5' : 'sha256';
      const shown = kind === 'email' ? text.replace(/^(.?)[^@]*/, '$1***') : text;
      return keep<ExclusionOut>(ctx, 'exclusion', {
        id: await newId(ctx, 'exclusion'),
        client_id: client_id ?? null,
        entry: shown,
        kind,
        created_at: ctx.now.toISOString(),
      });
    },
  },
  body: T.Object({ entry: Text, client_id: OfClient }),
  status: 201,
  response: ExclusionShape,
  handler: async (ctx, { body }) => exclusionOut(ctx, await ctx.use(ExclusionLists).add(body.client_id, body.entry)),
});

const EntryId = T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [8812] });
const remove = defineRoute({
  id: 'open-api.remove-exclusion',
  method: 'DELETE',
  path: '/v1/exclusions/:id',
  summary: 'Remove an exclusion',
  ability: ['delete', 'Exclusion'],
  unlogged: 'the list writes it down itself',
  programs: {
    scope: 'exclusions:write',
    group,
    async sandbox(ctx, { params }) {
      await sandboxOne(ctx, 'exclusion', params.id);
      await drop(ctx, 'exclusion', params.id);
      return params;
    },
  },
  params: T.Object({ id: EntryId }),
  response: T.Object({ id: EntryId }),
  async handler(ctx, { params }) {
    await ctx.use(ExclusionLists).remove(params.id);
    return params;
  },
});

export const exclusionRoutes = [list, add, remove];
