import { gzipSync } from 'node:zlib';
import type { CallOptions } from '../../core/testing/app.ts';
import type { RouteDef } from '../../core/contract.ts';
import { type Schema, validValue } from './valid-values.ts';

/** One bad request: where it goes and what it brings. */
export interface Attempt {
  name: string;
  path: string;
  options: CallOptions;
}

const deep = (levels: number, leaf = '1'): string => `${'['.repeat(levels)}${leaf}${']'.repeat(levels)}`;
/** JSON texts of values that no field is made for. */
const VALUES: [name: string, json: string][] = [
  ['null', 'null'],
  ['an array', '[]'],
  ['an array of the like', '["a","b"]'],
  ['an object', '{}'],
  ['an empty text', '""'],
  ['a boolean', 'true'],
  ['minus zero', '-0'],
  ['a huge number', '1e308'],
  ['a number beyond any', '1e999'],
  ['an integer beyond 53 bits', '9007199254740993'],
  ['a negative number', '-1'],
  ['a fraction', '0.1'],
  ['NaN as text', '"NaN"'],
  ['NUL', '"a\\u0000b"'],
  ['half a surrogate pair', '"a\\ud800b"'],
  ['text that turns round', '"\\u202egnp.exe"'],
  ['SQL', `"'; drop table core_account; --"`],
  ['a pattern', '"%_\\\\"'],
  ['markup', '"<script>alert(1)</script>"'],
  ['a template', '"{constructor}{{7*7}}${7*7}"'],
  ['a line break for headers', '"a\\r\\nbcc: x@y.example"'],
  ['emoji', '"\\ud83d\\ude00"'],
  ['1,000 levels', deep(1_000)],
  ['40,000 levels', deep(40_000)],
  ['a polluted object', '{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'],
];
const SEGMENTS = [
  '0',
  '-1',
  '1e9',
  '2147483648',
  '99999999999999999999',
  'abc',
  '%00',
  '%E0%A4%A',
  '%ED%A0%80',
  '..%2f..%2f',
  'null',
  'undefined',
  '[object%20Object]',
  '__proto__',
  'constructor',
  '1%20or%201=1',
  '%F0%9F%98%80',
  'x'.repeat(2_000),
  '1.5',
  '%2B1',
];
const QUERIES = [
  'nobody=knows',
  'Page=-1',
  'Page=1e308',
  'Page=1&Page=2',
  'PerPage=101',
  'PerPage=',
  'sortby=__proto__',
  'sortby=t0.password_hash',
  'sortby=id%3B%20drop',
  'order=sideways',
  'search=%00',
  'search=%ED%A0%80',
  'search=%25%5F%5C',
  'search[a]=b',
  '__proto__=1',
  '__proto__[x]=1',
  'constructor=1',
  `search=${'x'.repeat(5_000)}`,
  Array.from({ length: 1_500 }, (_x, i) => `k${i}=1`).join('&'),
];

const BOMB = gzipSync(`{"a":"${'x'.repeat(5_000_000)}"}`);

/** About forty bad requests to a route, the same ones in every run. */
export function hostileTo(route: RouteDef): Attempt[] {
  const body = (route.body ? validValue(route.body as Schema) : undefined) as Record<string, unknown> | undefined;
  const params = (route.params ? validValue(route.params as Schema) : {}) as Record<string, unknown>;
  const pathWith = (values: Record<string, unknown>) =>
    `/api${route.path.replace(/\{(\/:[A-Za-z0-9_]+)\}/g, '$1').replace(/:([A-Za-z0-9_]+)/g, (_whole, n: string) => String(values[n] ?? '-'))}`;
  const path = pathWith(params);
  const json = (text: string): CallOptions => ({ raw: text, headers: { 'content-type': 'application/json' } });
  const valid: CallOptions = body ? json(JSON.stringify(body)) : {};
  const attempts: Attempt[] = [];
  const add = (name: string, options: CallOptions, at = path) => void attempts.push({ name, path: at, options });

  for (const name of Object.keys(params))
    for (const segment of SEGMENTS) add(`${name} is ${segment.slice(0, 30)}`, valid, pathWith({ ...params, [name]: segment }));
  for (const query of QUERIES) add(`query ${query.slice(0, 30)}`, valid, `${path}?${query}`);
  add('strange headers', {
    ...valid,
    headers: {
      ...valid.headers,
      'accept-language': '\u00ff;;q=x',
      'x-timezone': "America/Chicago'; --",
      'idempotency-key': 'k'.repeat(5_000),
      'x-forwarded-for': ','.repeat(3_000),
      'x-forwarded-host': 'evil.example',
    },
  });
  add('a form that is none', { ...valid, headers: { ...valid.headers, 'x-form': `__proto__@${'x'.repeat(3_000)}` } });
  if (route.method !== 'GET')
    add('a body that was not asked for', { raw: 'x'.repeat(200_000), headers: { 'content-type': 'application/json' } });
  if (route.upload)
    add('an upload that is none', { raw: '--x\r\nnonsense', headers: { 'content-type': 'multipart/form-data; boundary=x' } });
  if (!body) return attempts;

  for (const raw of ['null', '[]', '"text"', '5', '', '{', '{"a":1', '{"a":1}}', '\ufeff{}', 'NaN', deep(1_000)])
    add(`body ${raw.slice(0, 12)}`, json(raw));
  const members = (more: string): string =>
    `{${[...Object.entries(body).map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`), more].join(',')}}`;
  for (const more of ['"__proto__":{"is_system":true}', '"constructor":{}', '"company_id":1', '"is_system":true', '"x_nobody_asked":1'])
    add(`besides ${more}`, json(members(more)));
  const [first] = Object.keys(body);
  if (first) add('a field given twice', json(members(`${JSON.stringify(first)}:{"second":1}`)));
  const all = Object.keys((route.body as Schema).properties ?? {});
  for (const [i, [name, value]] of VALUES.entries()) {
    // Three fields for each value, moving on, so that a long form costs no more than a short one.
    for (const field of new Set([0, 1, 2].map((n) => all[(i + n) % all.length]!).filter(Boolean))) {
      const fields = { ...Object.fromEntries(Object.entries(body).map(([k, v]) => [k, JSON.stringify(v)])), [field]: value };
      add(
        `${field} is ${name}`,
        json(
          `{${Object.entries(fields)
            .map(([k, v]) => `${JSON.stringify(k)}:${v}`)
            .join(',')}}`,
        ),
      );
    }
  }
  const text = JSON.stringify(body);
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'nonsense',
  ])
    add(`sent as ${type}`, { raw: text, headers: { 'content-type': type } });
  const packed = (encoding: string, raw: Uint8Array): CallOptions => ({
    raw,
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
  });
  add('gzip', packed('gzip', gzipSync(text)));
  add('gzip that is none', packed('gzip', Buffer.from(text)));
  add('half a gzip', packed('gzip', gzipSync(text).subarray(0, 15)));
  add('a packed bomb', packed('gzip', BOMB));
  add('an unknown packing', packed('zip', Buffer.from(text)));
  return attempts;
}
