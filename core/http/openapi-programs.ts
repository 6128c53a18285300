import type { ApiDocument, ApiOperation, ApiParameter, ApiSchema, RouteDef } from '../contract.ts';
import type { Registry } from '../boot/registry.ts';
import { closed } from '../invocation/schema.ts';
import { exampleOf } from './example-of.ts';
import { apiPath, parameters, PROBLEM } from './openapi.ts';
import { PROGRAM_RATE } from './programs.ts';

const TOKEN_GROUP = 'Access tokens';

/** The OpenAPI 3.1 document of what programs can call, and nothing else. Deterministic but for title and server. */
export function programsApi(registry: Registry, { title, server }: { title: string; server: string }): ApiDocument {
  const routes = [...registry.routes.values()].map(({ def }) => def).filter((def) => def.programs || def.oauth);
  const groups = [...new Set(routes.map(groupOf))].sort((a, b) => orderOf(a) - orderOf(b) || a.localeCompare(b));
  const paths: ApiDocument['paths'] = {};
  for (const group of groups)
    for (const def of routes.filter((route) => groupOf(route) === group))
      (paths[apiPath(def.path).slice('/api'.length)] ??= {})[def.method.toLowerCase()] = operationOf(def, server);
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1.0.0', description: ABOUT },
    servers: [{ url: server }],
    tags: groups.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: `${server}/oauth/token`, scopes: scopesOf(routes) } },
        },
      },
      headers: HEADERS,
      schemas: { Problem: PROBLEM },
    },
  };
}

const groupOf = (def: RouteDef): string => def.programs?.group ?? TOKEN_GROUP;
/** Where everybody begins, then what there is by name, and at last what is tried out. */
function orderOf(group: string): number {
  const place = [TOKEN_GROUP, 'Account'].indexOf(group);
  if (place !== -1) return place;
  return group === 'Sandbox' ? 3 : 2;
}

/** Each scope with the calls that it opens. */
function scopesOf(routes: readonly RouteDef[]): Record<string, string> {
  const calls: Record<string, string[]> = {};
  for (const { programs, summary } of routes) if (programs?.scope) (calls[programs.scope] ??= []).push(summary);
  return Object.fromEntries(Object.entries(calls).map(([scope, summaries]) => [scope, summaries.join(', ')]));
}

function operationOf(def: RouteDef, server: string): ApiOperation {
  const body = def.body ? (closed(def.body) as ApiSchema) : undefined;
  const answer = closed(def.response) as ApiSchema;
  const inPath = parameters(def.params, 'path', () => true) as ApiParameter[];
  const inQuery = parameters(def.query, 'query', () => true) as ApiParameter[];
  const key: ApiParameter[] = def.idempotent ? [IDEMPOTENCY] : [];
  return {
    operationId: def.id,
    summary: def.summary,
    ...(def.programs?.description ? { description: def.programs.description } : {}),
    tags: [groupOf(def)],
    security: def.programs ? [{ oauth: def.programs.scope ? [def.programs.scope] : [] }] : [],
    parameters: [...[...inPath, ...inQuery].map(described), ...key],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: body, example: exampleOf(body) },
              ...(def.oauth ? { 'application/x-www-form-urlencoded': { schema: body } } : {}),
            },
          },
        }
      : {}),
    responses: {
      [String(def.status ?? 200)]: {
        description: 'Done',
        headers: LEFT,
        content: { 'application/json': { schema: answer, example: exampleOf(answer) } },
      },
      default: {
        description: 'Refused',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } as ApiSchema } },
      },
    },
    'x-codeSamples': [{ lang: 'bash', label: 'curl', source: curlOf(def, server, inPath, body) }],
  };
}

/** What a parameter means stands with its schema; OpenAPI wants it beside. */
const described = (parameter: ApiParameter): ApiParameter =>
  parameter.schema.description ? { ...parameter, description: parameter.schema.description } : parameter;

function curlOf(def: RouteDef, server: string, inPath: readonly ApiParameter[], body: ApiSchema | undefined): string {
  const path = inPath.reduce((at, { name, schema }) => at.replace(`:${name}`, String(exampleOf(schema))), def.path);
  const lines = [`curl ${def.method === 'GET' ? '' : `-X ${def.method} `}${server}${path}`];
  if (def.oauth) lines.push('-u "$CLIENT_ID:$SECRET_KEY"', '-d grant_type=client_credentials');
  else {
    lines.push('-H "Authorization: Bearer $TOKEN"');
    if (def.idempotent) lines.push('-H "Idempotency-Key: $(uuidgen)"');
    if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(exampleOf(body))}'`);
  }
  return lines.join(' \\\n  ');
}

const IDEMPOTENCY: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of your own, such as a UUID. For 48 hours the same call with the same key answers the first result again and does nothing; with another body it answers 422.',
  schema: { type: 'string', examples: ['7b0f8b1e-0f0c-4a55-9a43-3c8fd1d7a001'] },
};

const HEADERS = {
  RateLimit: {
    description: `Calls that are left (\`r\`) and seconds until all are there again (\`t\`), e.g. \`"default";r=598;t=41\`.`,
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: `Calls (\`q\`) that a key may make within so many seconds (\`w\`): \`"default";q=${PROGRAM_RATE.points};w=${PROGRAM_RATE.seconds}\`. A further one answers 429 with \`Retry-After\`.`,
    schema: { type: 'string' },
  },
};
const LEFT = Object.fromEntries(Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ABOUT = [
  'Amounts of money are whole US cents, in fields that end in `_cents`. Instants are ISO 8601 in UTC. A refusal is `application/problem+json`: `code` says what is wrong for programs, `detail` for people, and `requestId` is what support asks for.',
  'Lists are read page by page: send `next_cursor` as `cursor` until `has_more` is false.',
  `A key may make ${PROGRAM_RATE.points} calls in ${PROGRAM_RATE.seconds} seconds. Each answer says in \`RateLimit\` how many are left (\`r\`) and in how many seconds all are there again (\`t\`); one too many answers 429 with \`Retry-After\`.`,
  'Send an `Idempotency-Key` with a POST, so that it is done once although you send it again: after a timeout, for example.',
  'Get a token with the client ID and secret key of your API key (OAuth 2.0 client credentials) and send it as `Authorization: Bearer`. It is good for an hour. A key has the scopes that were chosen for it, and never more rights than the person who created it. Keys of the sandbox see sample data: nothing they do costs money or reaches anybody.',
].join('\n\n');
