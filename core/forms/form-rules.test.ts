import { describe, expect, test } from 'vitest';
import { compileForm } from './form-rules.ts';

const withPattern = (pattern: string) => () => compileForm({ type: 'object', properties: { x_a: { type: 'string', pattern } } });
const problem = (key: string) => expect.objectContaining({ status: 422, errors: [expect.objectContaining({ message: key })] });

describe('patterns', () => {
  test.for(['^[A-Z]{2}-\\d+$', '^(?:\\d{3}-){2}\\d{4}$', '^(red|green)$', '^(?:abc)+$', '[(+*]+', '\\(a+\\)+'])(
    '%s is taken',
    (pattern) => {
      expect(withPattern(pattern)).not.toThrow();
    },
  );

  test.for(['(a+)+$', '(a*)*', '(a|a)*b', '((a+)b?)+$', '(?:x(?:a{1,}y?)z?)*', '([a-z]+)*@', '(\\d+){2,}'])(
    '%s could take for ever',
    (pattern) => {
      expect(withPattern(pattern)).toThrow(problem('core.forms.slow-pattern'));
    },
  );
});

describe('what both sides of the wire understand', () => {
  test('is taken', () => {
    const schema = {
      type: 'object',
      required: ['x_a'],
      properties: {
        x_a: { type: 'string', enum: ['a'], default: 'a', title: 'A', description: 'b' },
        x_b: { type: 'array', items: { type: 'integer' } },
      },
    };
    expect(() => compileForm(schema)).not.toThrow();
  });

  test.for(['$ref', '$id', 'if', 'not', 'dependentSchemas', 'unevaluatedProperties', '__proto__'])('%s is not', (keyword) => {
    const schema = JSON.parse(`{"type":"object","properties":{"x_a":{"type":"string","${keyword}":{}}}}`) as object;
    expect(() => compileForm(schema)).toThrow(problem('core.forms.keyword'));
  });

  test('a keyword may be the name of a field', () =>
    expect(() => compileForm({ type: 'object', properties: { not: { type: 'string' } } })).not.toThrow());

  test.for([{ type: 'nonsense' }, { type: 'string', maxLength: -1 }, { enum: [] }, { type: 'string', pattern: '(' }])(
    '%j is no schema',
    (field) => {
      expect(() => compileForm({ type: 'object', properties: { x_a: field } })).toThrow(problem('core.forms.bad-schema'));
    },
  );
});
