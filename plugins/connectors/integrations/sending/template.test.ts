import { describe, expect, test } from 'vitest';
import { fieldsIn, fillIn, templateFault } from './template.ts';

const KNOWN = new Set(['id', 'email', 'phone', 'visits', 'isTest', 'city']);
const VALUES = { id: 'l-1', email: 'a@example.com', phone: '', visits: 3, isTest: false, city: 'O"Fallon\n{{email}}' };
const made = (template: unknown): unknown => JSON.parse(fillIn(JSON.stringify(template), VALUES));

describe('a template', () => {
  test('is filled in through objects and lists, with constants, numbers that stay numbers, and text among text', () => {
    expect(
      made({
        source: 'partner',
        version: 2,
        nothing: null,
        contact: { emails: [{ value: '{{email}}', primary: true }], city: '{{ city }}' },
        seen: '{{visits}}',
        text: 'Seen {{visits}} times, test: {{isTest}}',
      }),
    ).toEqual({
      source: 'partner',
      version: 2,
      nothing: null,
      contact: { emails: [{ value: 'a@example.com', primary: true }], city: 'O"Fallon\n{{email}}' },
      seen: 3,
      text: 'Seen 3 times, test: false',
    });
  });

  test('leaves out what is marked so and not known, in objects and lists', () => {
    expect(made({ phone: '{{phone?}}', call: 'tel:{{phone?}}', list: ['{{phone?}}', '{{email?}}'], seen: '{{visits?}}' })).toEqual({
      list: ['a@example.com'],
      seen: 3,
    });
  });

  test('gives nothing for a field that is not sent, and never what objects inherit', () => {
    const template = JSON.stringify({ a: '{{secret}}', b: 'x{{secret}}y', c: '{{constructor}}', d: '{{__proto__}}' });
    expect(JSON.parse(fillIn(template, VALUES))).toEqual({ a: null, b: 'xy', c: null, d: null });
    expect(fillIn('{"__proto__":{"admin":"{{email}}"}}', VALUES)).toBe('{"__proto__":{"admin":"a@example.com"}}');
  });

  test('does not fill in what stands in a value', () => {
    expect(made('ignored, a text by itself: {{city}}')).toBe('ignored, a text by itself: O"Fallon\n{{email}}');
  });

  test('names its fields', () => {
    expect(fieldsIn('{"a":"{{email}} {{ phone? }}","b":"{{email}}"}')).toEqual(['email', 'phone']);
  });
});

describe('what is wrong is said with its place', () => {
  test.each([
    ['', 'value', 1, 1],
    ['{\n  "a": 1\n  "b": 2\n}', 'comma', 3, 3],
    ['{\n  "a" 1\n}', 'colon', 2, 7],
    ['{"a": }', 'value', 1, 7],
    ['{"a": 1,}', 'property', 1, 9],
    ['[1,]', 'value', 1, 4],
    ['{"a": [1}', 'comma', 1, 9],
    ['[1', 'bracket', 1, 3],
    ['{"a": 1', 'brace', 1, 8],
    ['{"a": "x\n}', 'string', 1, 7],
    ['{"a": 1} // done', 'comment', 1, 10],
    ['{"a": 1} {"b": 2}', 'json', 1, 10],
    ['{"a": 01}', 'comma', 1, 8],
    ['"{{email}}"', 'top', 1, 1],
    ['null', 'top', 1, 1],
    ['{\n  "a": "{{emial}}"\n}', 'field', 2, 9],
    ['{"a": "{{}}"}', 'field', 1, 8],
    ['{"a": "{{email"}', 'open', 1, 8],
    ['{"{{email}}": 1}', 'name', 1, 2],
    ['['.repeat(21) + ']'.repeat(21), 'too-deep', 1, 21],
  ])('%j', (text, fault, line, column) => {
    expect(templateFault(text, KNOWN)).toMatchObject({ message: `integrations.template.fault.${fault}`, line, column });
  });

  test.each(['{}', '[]', '{"a":["{{email}}",{"b":"{{ phone? }}"}],"c":1.5e3,"d":"\\u0041 }} {x}"}', '['.repeat(20) + ']'.repeat(20)])(
    '%s is fine',
    (text) => expect(templateFault(text, KNOWN)).toBeNull(),
  );

  test('however deep it is nested, quickly', () => {
    expect(templateFault('['.repeat(20_000), KNOWN)).toMatchObject({ message: 'integrations.template.fault.too-deep' });
    expect(templateFault('{"a":'.repeat(4_000), KNOWN)).toMatchObject({ message: 'integrations.template.fault.too-deep' });
  });
});
