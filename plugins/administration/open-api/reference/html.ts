import type { ApiDocument, ApiOperation, ApiParameter, ApiSchema } from '../../../../core/contract.ts';

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const plain = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]!);
/** Text with `code` in it. */
const words = (text: string): string => plain(text).replace(/`([^`]+)`/g, '<code dir="ltr">$1</code>');
/** The same in paragraphs. */
const prose = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p dir="auto">${words(part)}</p>`)
    .join('');
const code = (text: string): string => `<pre dir="ltr"><code>${plain(text)}</code></pre>`;

/** What a table of fields is headed with, in the reader's language. */
export interface Words {
  field: string;
  type: string;
  meaning: string;
  required: string;
  request: string;
  response: string;
  scope: string;
  base: string;
  area: string;
  call: string;
}

/** The first page of the reference: what holds for all calls, and which there are. */
export function introduction(api: ApiDocument, say: Words): string {
  const all = operations(api).map(
    ({ method, path, operation }) =>
      `<tr><td>${plain(operation.tags[0]!)}</td><td><code dir="ltr">${method} ${plain(path)}</code></td><td>${plain(operation.summary)}</td></tr>`,
  );
  return [
    prose(api.info.description),
    `<p>${plain(say.base)}: <code dir="ltr">${plain(api.servers[0]!.url)}</code></p>`,
    `<table><thead><tr><th>${plain(say.area)}</th><th>${plain(say.call)}</th><th>${plain(say.meaning)}</th></tr></thead><tbody>${all.join('')}</tbody></table>`,
  ].join('');
}

/** The calls of one group: what each takes and answers, with an example. */
export const group = (api: ApiDocument, name: string, say: Words): string =>
  operations(api)
    .filter(({ operation }) => operation.tags[0] === name)
    .map((of) => section(of, say))
    .join('<hr>');

interface Listed {
  method: string;
  path: string;
  operation: ApiOperation;
}
const operations = (api: ApiDocument): Listed[] =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

function section({ method, path, operation }: Listed, say: Words): string {
  const [, answer] = Object.entries(operation.responses)[0]!;
  const answered = answer.content['application/json']!;
  const asked = operation.requestBody?.content['application/json'];
  const scope = Object.values(operation.security[0] ?? {})[0]?.[0];
  return [
    `<h2>${plain(operation.summary)}</h2>`,
    `<p><code dir="ltr"><strong>${method}</strong> ${plain(path)}</code>${scope ? ` · ${plain(say.scope)} <code dir="ltr">${plain(scope)}</code>` : ''}</p>`,
    operation.description ? prose(operation.description) : '',
    code(operation['x-codeSamples'][0]!.source),
    operation.parameters.length > 0 || asked ? `<h3>${plain(say.request)}</h3>` : '',
    fields([...operation.parameters.map(parameterRow), ...(asked ? rowsOf(asked.schema) : [])], say),
    `<h3>${plain(say.response)}</h3>`,
    fields(
      rowsOf(answered.schema).map((row) => ({ ...row, required: false })),
      say,
    ),
    code(JSON.stringify(answered.example, null, 2)),
  ].join('');
}

interface Row {
  name: string;
  type: string;
  required: boolean;
  meaning: string;
}

const parameterRow = ({ name, schema, required, description }: ApiParameter): Row => ({
  name,
  type: typeOf(schema),
  required,
  meaning: description ?? schema.description ?? '',
});

/** The fields of an object, and of the objects in it by their way there. */
function rowsOf(schema: ApiSchema, before = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const own = {
      name: before + name,
      type: typeOf(part),
      required: schema.required?.includes(name) ?? false,
      meaning: part.description ?? '',
    };
    if (part.properties) return [own, ...rowsOf(part, `${before}${name}.`)];
    return part.items?.properties ? [own, ...rowsOf(part.items, `${before}${name}[].`)] : [own];
  });
}

function typeOf(schema: ApiSchema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return schema.items?.enum ? `(${typeOf(schema.items)})[]` : `${typeOf(schema.items ?? {})}[]`;
  return [schema.type ?? 'any', schema.format].filter(Boolean).join(' ');
}

function fields(rows: readonly Row[], say: Words): string {
  if (rows.length === 0) return '';
  const line = (row: Row): string =>
    `<tr><td><code dir="ltr">${plain(row.name)}</code></td><td><code dir="ltr">${plain(row.type)}</code></td><td>${row.required ? `${plain(say.required)} ` : ''}<span dir="auto">${words(row.meaning)}</span></td></tr>`;
  return `<table><thead><tr><th>${plain(say.field)}</th><th>${plain(say.type)}</th><th>${plain(say.meaning)}</th></tr></thead><tbody>${rows.map(line).join('')}</tbody></table>`;
}
