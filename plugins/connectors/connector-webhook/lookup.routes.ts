import { type Ctx, defineRoute, Flag, Problem, type Static, T } from '../../../core/contract.ts';
import { type ConnectionShown, Integrations } from '../integrations/contract.ts';
import { webhook } from './webhook.ts';

const Integration = T.Object({
  integration_id: T.Integer(),
  company_id: T.Integer(),
  name: T.String(),
  url: T.String(),
  enabled: Flag,
  status: T.String(),
  created_at: T.String({ format: 'date-time' }),
});
/** Neither keys nor the secret. */
const Detail = T.Object({
  ...Integration.properties,
  key_header: T.String(),
  headers: T.String(),
  /** The payload as the company wrote it; null where it is the standard one. */
  payload: T.Union([T.String(), T.Null()]),
});
/** As they come, so that whatever is missing or malformed ends alike. */
const CompanyId = T.Optional(T.String({ maxLength: 40 }));

/** Custom integrations of the company that was asked for, which is the caller's own. Throws the `error` of the specification for any other, as for none. */
async function ownOf(ctx: Ctx, companyId: string | undefined): Promise<ConnectionShown[]> {
  if (companyId !== String(ctx.tenant.id)) throw failed();
  return ctx.use(Integrations).connections(webhook.id);
}

const failed = (): Problem => new Problem(422, 'core.problem.invalid', { extra: { result: 'error', message: 'error' } });

const shown = (ctx: Ctx, { id, name, config, enabled, state, createdAt }: ConnectionShown): Static<typeof Integration> => ({
  integration_id: id,
  company_id: ctx.tenant.id,
  name,
  url: String(config['url'] ?? ''),
  enabled: enabled ? 'T' : 'F',
  status: state,
  created_at: createdAt.toISOString(),
});

const list = defineRoute({
  id: 'connector-webhook.custom-integrations',
  method: 'GET',
  path: '/custom-integrations',
  summary: 'Custom integrations of the company `company_id`; without it, or with a company of somebody else, 422 with the result `error`',
  ability: ['read', 'Connection'],
  query: T.Object({ company_id: CompanyId }),
  response: T.Object({ data: T.Array(Integration) }),
  handler: async (ctx, { query }) => ({ data: (await ownOf(ctx, query.company_id)).map((connection) => shown(ctx, connection)) }),
});

const detail = defineRoute({
  id: 'connector-webhook.custom-integration',
  method: 'GET',
  path: '/custom-integrations/detail',
  summary:
    'The custom integration `integration_id` of the company `company_id`; without either, or where there is none, 422 with the result `error`',
  ability: ['read', 'Connection'],
  query: T.Object({ company_id: CompanyId, integration_id: CompanyId }),
  response: Detail,
  async handler(ctx, { query }) {
    const own = await ownOf(ctx, query.company_id);
    const connection = own.find(({ id }) => String(id) === query.integration_id);
    if (!connection) throw failed();
    const { config, template } = connection;
    return {
      ...shown(ctx, connection),
      key_header: String(config['keyHeader'] ?? 'none'),
      headers: String(config['headers'] ?? ''),
      payload: template,
    };
  },
});

export const lookupRoutes = [list, detail];
