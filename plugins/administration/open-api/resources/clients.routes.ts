import { type Ctx, defineRoute, notFound, T } from '../../../../core/contract.ts';
import { UserKinds } from '../../../foundation/companies/contract.ts';
import { isNumberPlace, pageFrom, PageOf, CursorQuery, placeOf } from '../cursor.ts';
import { keep, newId, sandboxOne, sandboxPage } from '../sandbox/sandbox.store.ts';
import { type ClientOut, ClientShape, Id } from '../shapes.ts';

const group = 'Clients';

interface Row {
  id: number;
  name: string;
  created_at: Date;
}
const clientOut = ({ id, name, created_at }: Row): ClientOut => ({ id, name, created_at: created_at.toISOString() });

const clientsOf = (ctx: Ctx) =>
  ctx
    .db('core_public_company')
    .where({ kind: 'client', parent_id: ctx.tenant.id })
    .whereNull('removed_at')
    .select('id', 'name', 'created_at');

const list = defineRoute({
  id: 'open-api.clients',
  method: 'GET',
  path: '/v1/clients',
  summary: 'List clients',
  ability: ['list', 'Client'],
  programs: {
    scope: 'clients:read',
    group,
    description: 'The newest first.',
    sandbox: (ctx, { query }) => sandboxPage<ClientOut>(ctx, 'client', query.limit ?? 50, placeOf(query.cursor, isNumberPlace)),
  },
  query: T.Object(CursorQuery),
  response: PageOf(ClientShape),
  async handler(ctx, { query: { limit = 50, cursor } }) {
    const place = placeOf(cursor, isNumberPlace);
    const rows = (await clientsOf(ctx)
      .modify((q) => void (place && q.where('id', '<', place.id)))
      .orderBy('id', 'desc')
      .limit(limit + 1)) as Row[];
    const { data, ...rest } = pageFrom(rows, limit, ({ id }) => ({ id }));
    return { data: data.map(clientOut), ...rest };
  },
});

const one = defineRoute({
  id: 'open-api.client',
  method: 'GET',
  path: '/v1/clients/:id',
  summary: 'Get a client',
  ability: ['list', 'Client'],
  programs: { scope: 'clients:read', group, sandbox: (ctx, { params }) => sandboxOne<ClientOut>(ctx, 'client', params.id) },
  params: T.Object({ id: T.Integer({ ...Id, examples: [31] }) }),
  response: ClientShape,
  async handler(ctx, { params }) {
    const row = (await clientsOf(ctx).where({ id: params.id }).first()) as Row | undefined;
    if (!row) throw notFound();
    return clientOut(row);
  },
});

const create = defineRoute({
  id: 'open-api.create-client',
  method: 'POST',
  path: '/v1/clients',
  summary: 'Create a client',
  ability: ['create', 'Client'],
  stepUp: true,
  idempotent: true,
  programs: {
    scope: 'clients:write',
    group,
    description: 'Its person is invited by mail.',
    async sandbox(ctx, { body }) {
      const id = await newId(ctx, 'client');
      const client = await keep(ctx, 'client', { id, name: body.company_name, created_at: ctx.now.toISOString() });
      await keep(ctx, 'user', {
        id: await newId(ctx, 'user'),
        client_id: id,
        name: body.full_name,
        email: body.email,
        status: 'invited',
        created_at: client.created_at,
      });
      return client;
    },
  },
  body: T.Object({
    company_name: T.String({ minLength: 1, maxLength: 200, examples: ['Acme Roofing'] }),
    full_name: T.String({ minLength: 1, maxLength: 200, examples: ['Robin Reyes'] }),
    email: T.String({ format: 'email', maxLength: 254, examples: ['robin@acme.example'] }),
    phone: T.Optional(T.String({ maxLength: 40, examples: ['+13125550142'], description: 'With the calling code' })),
  }),
  status: 201,
  response: ClientShape,
  async handler(ctx, { body }) {
    const kind = ctx.contributions(UserKinds).find(({ type }) => type === 'client');
    if (!kind) throw notFound();
    const made = await kind.create(ctx, {
      ClientCompanyName: body.company_name,
      ClientFullName: body.full_name,
      ClientEmail: body.email,
      ...(body.phone ? { ClientPhone: body.phone } : {}),
    });
    return { id: made.company_id, name: made.company_name, created_at: new Date(made.created_at).toISOString() };
  },
});

export const clientRoutes = [list, one, create];
