import { expect, test } from 'vitest';
import { BUILTIN } from '../documents/builtin.ts';
import { starter } from '../documents/starter.ts';
import { at } from './pointer.ts';
import { readDocument } from './read.ts';
import { LONGEST_DOCUMENT } from './schema.ts';
import { parseTemplate, render, renderJson } from './templates.ts';

type Any = Record<string, any>;
const small = (): Any => JSON.parse(starter('small')) as Any;
/** The faults of a document that was changed, as `code pointer`. */
const faultsOf = (change: (document: Any) => void): string[] => {
  const document = small();
  change(document);
  return readDocument(JSON.stringify(document, null, 2)).faults.map(({ code, pointer }) => `${code} ${pointer}`);
};
const step = (document: Any): Any => document['actions'].add.steps[0];

test('what the product brings, and what a new document begins with, has no fault', () => {
  for (const text of [...BUILTIN.values(), starter('example')]) expect(readDocument(text).faults).toEqual([]);
});

test.each<[string, (document: Any) => void, string]>([
  ['an unknown member', (d) => (d['egres'] = []), 'unknown-member /egres'],
  ['a missing member', (d) => delete d['erase'], 'missing '],
  ['an unknown placeholder', (d) => (step(d).json.email = '{{ lead.emial }}'), 'unknown-name /actions/add/steps/0/json/email'],
  ['a placeholder that is code', (d) => (step(d).json.email = '{{ process.exit(1) }}'), 'placeholder /actions/add/steps/0/json/email'],
  ['a placeholder of a prototype', (d) => (step(d).json.email = '{{ auth.constructor }}'), 'unknown-name /actions/add/steps/0/json/email'],
  ['a lead in the test', (d) => (d['test'].steps[0].url = 'https://api.example.com/{{ lead.email }}'), 'unknown-name /test/steps/0/url'],
  ['a step that comes later', (d) => (step(d).json.email = '{{ steps.contact.id }}'), 'unknown-name /actions/add/steps/0/json/email'],
  [
    'a person in a header',
    (d) => (step(d).headers.authorization = '{{ lead.email }}'),
    'person-in-header /actions/add/steps/0/headers/authorization',
  ],
  ['a secret as reference', (d) => (d['actions'].add.ref = '{{ auth.key }}'), 'secret-shown /actions/add/ref'],
  ['another host', (d) => (step(d).url = 'https://evil.example/x'), 'not-in-egress /actions/add/steps/0/url'],
  ['a host by placeholder', (d) => (step(d).url = 'https://{{ auth.key }}/x'), 'url-begins /actions/add/steps/0/url'],
  [
    'a host that goes on by placeholder',
    (d) => (step(d).url = 'https://api.example.com{{ auth.key }}/x'),
    'url-begins /actions/add/steps/0/url',
  ],
  ['a host behind another one', (d) => (step(d).url = 'https://api.example.com@evil.example/'), 'url-begins /actions/add/steps/0/url'],
  ['an address that is not encrypted', (d) => (step(d).url = 'http://api.example.com/'), 'url-begins /actions/add/steps/0/url'],
  ['a whole address in a field of text', (d) => (step(d).url = '{{ auth.key }}'), 'url-begins /actions/add/steps/0/url'],
  ['any host without a field that says which', (d) => (d['egress'] = ['*']), 'any-host /egress/0'],
  ['the hosts of everybody', (d) => (d['egress'] = ['api.example.com', '*.co.uk']), 'wide-host /egress/1'],
  ['a header of the connection', (d) => (step(d).headers.host = 'evil.example'), 'header /actions/add/steps/0/headers/host'],
  ['a second action for new leads', (d) => (d['actions'].more = d['actions'].add), 'second-action /actions/more'],
  ['an unknown remedy', (d) => (d['answers'] = [{ status: ['404'], then: 'hold', remedy: 'newKey' }]), 'unknown-remedy /answers/0/remedy'],
  ['a rule for every answer', (d) => (d['answers'] = [{ then: 'done' }]), 'any-answer /answers/0'],
  ['erasing nobody', (d) => (d['erase'] = { by: 'ref', steps: d['test'].steps }), 'erases-nobody /erase/by'],
])('%s is a fault with its place', (_, change, fault) => expect(faultsOf(change)).toContain(fault));

test('a fault says its line, and what was probably meant', () => {
  const text = starter('example').replace('{{ lead.email }}', '{{ lead.emial }}').replace('"summary"', '"sumary"');
  const [first] = readDocument(text).faults;
  expect(first).toMatchObject({ code: 'missing' });
  expect(readDocument(text).faults).toContainEqual(
    expect.objectContaining({ code: 'unknown-member', near: 'summary', line: 5, column: 3 }),
  );
  const typed = starter('example').replace('{{ lead.email }}', '{{ lead.emial }}');
  expect(readDocument(typed).faults).toEqual([expect.objectContaining({ code: 'unknown-name', near: 'lead.email', line: 26 })]);
});

test.each([
  ['nesting', '['.repeat(60_000), 'too-deep'],
  ['length', ' '.repeat(LONGEST_DOCUMENT + 1), 'too-long'],
  ['no JSON', '{ "id": ', 'syntax'],
  ['a comment', '{ /* x */ }', 'syntax'],
  ['nothing', '', 'empty'],
  ['a prototype', '{ "__proto__": { "polluted": true } }', 'forbidden-name'],
  ['a prototype inside', starter('x1').replace('"email":', '"__proto__": { "polluted": 1 }, "email":'), 'forbidden-name'],
  ['a member twice', '{ "id": "a", "id": "b" }', 'twice'],
])('a text with %s is refused', (_, text, code) => {
  const { faults, document } = readDocument(text);
  expect(document).toBe(null);
  expect(faults.map((fault) => fault.code)).toContain(code);
  expect(({} as Any)['polluted']).toBe(undefined);
});

test('a placeholder is filled in once, and an object with an empty condition is left out', () => {
  const values = new Map<string, unknown>([
    ['lead.email', '{{ auth.key }}'],
    ['auth.key', 'secret'],
    ['lead.visits', 3],
    ['lead.phone', ''],
  ]);
  expect(render('to {{ lead.email }}', values)).toBe('to {{ auth.key }}');
  expect(
    renderJson(
      {
        n: '{{ lead.visits }}',
        t: 'n{{ lead.visits }}',
        parts: [
          { $if: 'lead.phone', a: 1 },
          { $if: 'lead.visits', a: 2 },
        ],
      },
      values,
      false,
    ),
  ).toEqual({
    n: 3,
    t: 'n3',
    parts: [{ a: 2 }],
  });
  expect(render('{{ lead.email | trim | lower | md5 }}', new Map([['lead.email', ' A@example.com']]))).toBe(
    'b418773a2c51fb9777a1648346fa7394',
  );
});

test.each(['{{', '}}', '{{ }}', '{{ a b }}', '{{ a.b.c.d }}', '{{ {{ a }} }}', '{{ a[0] }}', '{{ a | b() }}', '${a}}}'])(
  '%s holds no placeholder',
  (text) => expect(parseTemplate(text)).toBe(null),
);

test('a pointer reaches own members alone', () => {
  expect(at({ a: [{ 'b/c': 1 }] }, '/a/0/b~1c')).toBe(1);
  for (const pointer of ['/__proto__', '/constructor/name', '/a/length/x', '/toString']) expect(at({ a: 'x' }, pointer)).toBe(undefined);
});
