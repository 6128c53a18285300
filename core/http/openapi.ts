import type { RouteDef } from '../contract.ts';
import type { Registry } from '../boot/registry.ts';
import { closed } from '../invocation/schema.ts';
import { isFileRoute } from './files.ts';
import { withUnits } from './units.ts';

/** The OpenAPI 3.1 document of every declared route. Deterministic: the same registry gives the same text. */
export function openApi(registry: Registry): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { plugin, def } of [...registry.routes.values()].sort((a, b) => a.def.id.localeCompare(b.def.id))) {
    for (const path of variants(def.path)) {
      const operation = operationOf(registry, plugin, def, path);
      (paths[apiPath(path)] ??= {})[def.method.toLowerCase()] = operation;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lead platform', version: '1.0.0' },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: TOKENS } },
      headers: { SessionToken: { description: RENEWAL, schema: { type: 'string' } } },
      schemas: { Problem: PROBLEM },
    },
    paths,
  };
}

export const apiPath = (path: string): string => `/api${path.replace(/:([A-Za-z0-9_]+)/g, '{$1}')}`;

/** OpenAPI has no optional path segments: `/a{/:b}` stands for `/a` and `/a/:b`. */
function variants(path: string): string[] {
  const [head, ...tails] = path.split(/\{(\/:[A-Za-z0-9_]+)\}/).filter((s) => s !== '');
  const all = [head!];
  for (const tail of tails) all.push(all.at(-1)! + tail);
  return all;
}

function operationOf(registry: Registry, plugin: string, def: RouteDef, path: string): object {
  const wholePath = path === variants(def.path).at(-1);
  const named = new Set([...path.matchAll(/:([A-Za-z0-9_]+)/g)].map((m) => m[1]!));
  return {
    operationId: wholePath ? def.id : `${def.id}.${named.size}`,
    summary: def.summary,
    ...described(def, apiPath(path)),
    tags: [plugin],
    security: def.ability === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters(def.params, 'path', (name) => named.has(name)),
      ...parameters(def.query, 'query', () => true),
      ...formHeader(registry, def.id),
    ],
    ...(def.body ? { requestBody: { required: true, content: { 'application/json': { schema: withUnits(closed(def.body)) } } } } : {}),
    ...(def.upload
      ? {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
              },
            },
          },
        }
      : {}),
    responses: {
      [def.status ?? 200]: isFileRoute(def)
        ? { description: 'A file', content: { 'text/csv': { schema: { type: 'string' } } } }
        : {
            description: 'Done',
            ...(def.ability === 'public' ? {} : { headers: { 'x-session-token': { $ref: '#/components/headers/SessionToken' } } }),
            content: { 'application/json': { schema: withUnits(def.response) } },
          },
      default: { description: 'Refused', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    },
  };
}

/** What callers without a browser have to know of calls that browsers ask a person about. */
function described({ asks, rehearsal, stepUp }: RouteDef, path: string): { description?: string } {
  const said = [
    ...(asks ? [`Browsers show what POST ${path}/question answers and call once a person agreed; other callers may call at once.`] : []),
    ...(rehearsal ? [`POST ${path}/rehearsal takes the same and answers whether this would be refused, changing nothing.`] : []),
    ...(stepUp ? [STEP_UP] : []),
  ];
  return said.length > 0 ? { description: said.join(' ') } : {};
}

export function parameters(schema: RouteDef['params'], where: 'path' | 'query', wanted: (name: string) => boolean): object[] {
  const required = new Set<string>((schema as { required?: string[] } | undefined)?.required ?? []);
  return Object.entries((schema?.properties as Record<string, object> | undefined) ?? {})
    .filter(([name]) => wanted(name))
    .map(([name, type]) => ({ name, in: where, required: where === 'path' || required.has(name), schema: type }));
}

/** The header that names the form that was filled in, on calls that forms make. */
function formHeader({ formsOfRoute, formless }: Registry, route: string): object[] {
  const ids = (formsOfRoute.get(route) ?? []).map(({ def }) => def.id).sort();
  if (ids.length === 0) return [];
  const pattern = `^(${ids.join('|').replaceAll('.', String.raw`\.`)})@`;
  return [
    {
      name: 'x-form',
      in: 'header',
      required: false,
      description: formless.has(route) ? FORM : `${FORM} ${DEMANDS}`,
      schema: { type: 'string', pattern },
    },
  ];
}

const FORM =
  'The form that was filled in, as <id>@<etag>; GET /api/ui/forms/{id} answers both. Browsers send it, and are answered 409 core.problem.form-changed with the new form where it changed meanwhile. Other callers may leave it out.';
const DEMANDS = 'They are held to what operators ask beyond the fields below all the same.';
const RENEWAL =
  'A new token for this session: answers carry one when the token sent is older than 15 minutes. Use it from now on; the old one stays good for 30 seconds, for requests already under way.';
const TOKENS = `The token of a sign-in (access_token), valid for as long as it is used. ${RENEWAL} The header is called x-session-token.`;

const STEP_UP =
  'Answers 403 core.problem.step-up when the password was given more than ten minutes ago: give it again (accounts.confirm) and repeat the call.';

export const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', required: ['field', 'message'], properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};
