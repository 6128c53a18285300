import { type Ctx, defineRoute, denied, T } from '../../../../core/contract.ts';
import { SignInLinks } from '../../developer/contract.ts';
import { isNumberPlace, pageFrom, PageOf, CursorQuery, placeOf } from '../cursor.ts';
import { sandboxPage } from '../sandbox/sandbox.store.ts';
import { Id, type UserOut, UserShape } from '../shapes.ts';

const group = 'Users';

interface Row extends Omit<UserOut, 'created_at'> {
  created_at: Date;
}

/** People of the agency's clients. */
const peopleOf = (ctx: Ctx) =>
  ctx
    .db('core_public_account as a')
    .join('core_public_company as c', 'c.id', 'a.company_id')
    .where({ 'c.kind': 'client', 'c.parent_id': ctx.tenant.id })
    .whereNull('a.removed_at')
    .whereNull('c.removed_at')
    .select('a.id', 'a.company_id as client_id', 'a.name', 'a.email', 'a.status', 'a.created_at');

const list = defineRoute({
  id: 'open-api.users',
  method: 'GET',
  path: '/v1/users',
  summary: 'List users',
  ability: ['list', 'Client'],
  programs: {
    scope: 'users:read',
    group,
    description: 'People who work for clients, the newest first.',
    sandbox: (ctx, { query: { limit = 50, cursor, client_id } }) =>
      sandboxPage<UserOut>(ctx, 'user', limit, placeOf(cursor, isNumberPlace), client_id ? { client_id } : {}),
  },
  query: T.Object({ ...CursorQuery, client_id: T.Optional(Id) }),
  response: PageOf(UserShape),
  async handler(ctx, { query: { limit = 50, cursor, client_id } }) {
    const place = placeOf(cursor, isNumberPlace);
    const rows = (await peopleOf(ctx)
      .modify((q) => void (place && q.where('a.id', '<', place.id)))
      .modify((q) => void (client_id && q.where('c.id', client_id)))
      .orderBy('a.id', 'desc')
      .limit(limit + 1)) as Row[];
    const { data, ...rest } = pageFrom(rows, limit, ({ id }) => ({ id }));
    return { data: data.map((row) => ({ ...row, created_at: row.created_at.toISOString() })), ...rest };
  },
});

const link = defineRoute({
  id: 'open-api.sign-in-link',
  method: 'POST',
  path: '/v1/users/sign-in-links',
  summary: 'Make a sign-in link',
  ability: ['create', 'SignInLink'],
  stepUp: true,
  idempotent: true,
  programs: {
    scope: 'users:sign-in',
    group,
    description:
      'Send the browser of a person who is signed in with you to the link: it signs them in here, once and within a minute. Only for people of clients; a second factor is still asked for.',
    sandbox: async (ctx) => ({ url: `${await ctx.origin()}/sso?token=sandbox`, expires_in: 60 }),
  },
  body: T.Object({ email: T.String({ minLength: 3, maxLength: 254, examples: ['robin@acme.example'] }) }),
  status: 201,
  response: T.Object({
    url: T.String({ examples: ['https://app.northside.example/sso?subdomain=app.northside.example&token=Zk1v0bq4nT8m'] }),
    expires_in: T.Integer({ examples: [60], description: 'Seconds' }),
  }),
  async handler(ctx, { body }) {
    // People sign in themselves; a link belongs to the key that asked for it, and ends with it.
    if (!ctx.program) throw denied();
    const { url, seconds } = await ctx.use(SignInLinks).make(ctx.program.id, body.email);
    return { url, expires_in: seconds };
  },
});

export const userRoutes = [list, link];
