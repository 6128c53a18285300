import { type Ctx, defineRoute, denied, invalid, notFound, Problem, T, type Tenant } from '../../../core/contract.ts';
import { type NamedSetting, NamedSettings } from './contract.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Name = T.String({ minLength: 1, maxLength: 60 });
const Ignored = T.Optional(T.Union([T.String({ maxLength: 60 }), T.Integer({ minimum: 0, maximum: 2_147_483_647 })]));

/** The specification's two calls about settings by name. Whose rules apply is the business of the plugin that contributes the setting. */
export const namedSettingRoutes = [
  defineRoute({
    id: 'white-label.named-setting',
    method: 'GET',
    path: '/configuration/setting/:companyId/:name',
    summary: 'A setting of a company by its name',
    ability: 'signed-in',
    params: T.Object({ companyId: Id, name: Name }),
    query: T.Object({ idSys: Ignored }),
    response: T.Object({ result: T.String() }, { additionalProperties: true }),
    async handler(ctx, { params }) {
      const setting = settingOf(ctx, params.name);
      const answer = await setting.read(ctx, await companyOf(ctx, params.companyId, setting));
      return { ...answer, result: 'success' };
    },
  }),
  defineRoute({
    id: 'white-label.save-named-setting',
    method: 'PUT',
    path: '/configuration/setting',
    summary: 'Change a setting of a company by its name',
    ability: 'signed-in',
    sensitive: 'money',
    stepUp: true,
    body: T.Object({
      companyID: Id,
      actionType: T.Optional(T.String({ maxLength: 60 })),
      comsetname: Name,
      comsetval: T.Unknown(),
      idSys: Ignored,
    }),
    response: T.Object({ result: T.String(), message: T.String() }),
    async handler(ctx, { body }) {
      const setting = settingOf(ctx, body.comsetname);
      const company = await companyOf(ctx, body.companyID, null);
      const { save } = setting;
      if (!save) throw denied();
      const message = await save.run(
        ctx,
        company,
        valueOf(ctx, typeof save.schema === 'function' ? save.schema(ctx) : save.schema, body.comsetval),
      );
      return { result: 'success', message: message ?? ctx.t('white-label.saved') };
    },
  }),
];

function settingOf(ctx: Ctx, name: string): NamedSetting {
  const found = ctx.contributions(NamedSettings).find((s) => s.name === name);
  if (!found) throw notFound();
  return found;
}

/** The caller's own company, one below it, or, where the setting may be read from below, one above it. Others answer like missing ones. */
async function companyOf(ctx: Ctx, id: number, setting: NamedSetting | null): Promise<Tenant> {
  const { tenant } = ctx;
  const visible = await ctx.company(id);
  if (visible) return visible;
  if (!setting?.fromBelow || (id !== tenant.agencyId && id !== tenant.rootId)) throw notFound();
  return { id, kind: id === tenant.rootId ? 'root' : 'agency', name: '', agencyId: id, rootId: tenant.rootId };
}

/** The value as its owner's schema wants it; faults stand below `comsetval`. Some callers send it as JSON text. */
function valueOf(ctx: Ctx, schema: Parameters<Ctx['checked']>[0], sent: unknown): unknown {
  try {
    return ctx.checked(schema, typeof sent === 'string' && (schema as { type?: string }).type === 'object' ? parsed(sent) : sent);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    throw new Problem(422, error.code, { errors: error.errors.map((e) => ({ ...e, field: `comsetval.${e.field}` })) });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid('comsetval', 'core.validation.type');
  }
}
