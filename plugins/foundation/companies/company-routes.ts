import { type Ctx, defineRoute, type Static, T, type TSchema } from '../../../core/contract.ts';
import { CompanyId } from './company-fields.ts';
import type { CompanyUserRow } from './contract.ts';
import { savedText } from './saved-text.ts';

/** A kind of company whose list has forms of its own: `agencies` or `clients`. */
interface Kind<N extends TSchema, E extends TSchema> {
  /** Plugin id: also the path, and what the texts `added`, `updated` and `deleted` begin with. */
  id: string;
  subject: string;
  /** What one of them is called in summaries. */
  noun: string;
  added: N;
  changed: E;
  create(ctx: Ctx, input: Static<N>, extra: Record<string, unknown>): Promise<CompanyUserRow>;
  /** Answers an e-mail address that counts only once it is confirmed. */
  update(ctx: Ctx, companyId: number, input: Static<E>, extra: Record<string, unknown>): Promise<string | null>;
  /** Answers the name of what was removed. */
  remove(ctx: Ctx, companyId: number): Promise<string>;
}

/** The calls by which the forms and rows of a list add, change and remove a company. */
export const companyRoutes = <N extends TSchema, E extends TSchema>({ id, subject, noun, ...kind }: Kind<N, E>) => [
  defineRoute({
    id: `${id}.create`,
    method: 'POST',
    path: `/${id}`,
    summary: `Add ${noun} and invite its person`,
    ability: ['create', subject],
    stepUp: true,
    body: kind.added,
    response: T.Object({ company_id: T.Integer(), message: T.String() }),
    async handler(ctx, { body, extra }) {
      const row = await kind.create(ctx, body as Static<N>, extra);
      return { company_id: row.company_id, message: ctx.t(`${id}.added`) };
    },
  }),
  defineRoute({
    id: `${id}.update`,
    method: 'PUT',
    path: `/${id}/:companyId`,
    summary: `Change ${noun} and its person`,
    ability: ['update', subject],
    stepUp: true,
    params: CompanyId,
    body: kind.changed,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body, extra }) {
      const pendingEmail = await kind.update(ctx, params.companyId, body as Static<E>, extra);
      return { message: savedText(ctx, `${id}.updated`, pendingEmail) };
    },
  }),
  defineRoute({
    id: `${id}.remove`,
    method: 'DELETE',
    path: `/${id}/:companyId`,
    summary: `Remove ${noun} with what stands below it`,
    ability: ['delete', subject],
    stepUp: true,
    params: CompanyId,
    response: T.Object({ message: T.String() }),
    handler: async (ctx, { params }) => ({ message: ctx.t(`${id}.deleted`, { name: await kind.remove(ctx, params.companyId) }) }),
  }),
];
