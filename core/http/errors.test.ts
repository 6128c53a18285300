import { describe, expect, test } from 'vitest';
import { conflict, invalid, Problem } from '../contract.ts';
import { Catalogue } from '../i18n/catalogue.ts';
import { problemBody, problemOf } from './errors.ts';

const thrown = (more: object): Error => Object.assign(new Error('select secret from core_account'), more);

describe('what the caller is told', () => {
  test.for([
    ['a duplicate', { code: '23505' }, 409],
    ['a row in use', { code: '23503' }, 409],
    ['a broken check', { code: '23514' }, 422],
    ['text for a number', { code: '22P02' }, 422],
    ['a number out of range', { code: '22003' }, 422],
    ['NUL in text', { code: '22021' }, 422],
    ['NUL in jsonb', { code: '22P05' }, 422],
    ['row-level security', { code: '42501' }, 404],
    ['a deadlock', { code: '40P01' }, 503],
    ['a slow statement', { code: '57014' }, 503],
    ['a server stopping', { code: '57P01' }, 503],
    ['a server starting', { code: '57P03' }, 503],
    ['too many connections', { code: '53300' }, 503],
    ['nobody there', { code: 'ECONNREFUSED' }, 503],
    ['a cut line', { code: 'ECONNRESET' }, 503],
    ['a full pool', { name: 'KnexTimeoutError' }, 503],
    ['a call that took too long', { name: 'TimeoutError' }, 503],
    ['a body too large', { status: 413 }, 413],
    ['a strange charset', { status: 415 }, 415],
    ['broken JSON', { status: 400 }, 400],
    ['a packed body that does not unpack', { code: 'Z_DATA_ERROR' }, 400],
  ] as const)('%s', ([, error, status]) => {
    const problem = problemOf(thrown(error))!;
    expect(problem.status).toBe(status);
    if (status === 503) expect(Number(problem.headers['retry-after'])).toBeGreaterThan(0);
  });

  test("our own mistakes are nobody's business", () => {
    for (const error of [thrown({}), thrown({ code: '42703' }), thrown({ code: 'ERR_ASSERTION' }), thrown({ status: 500 })])
      expect(problemOf(error)).toBeNull();
  });

  test('a problem stays what it is', () => {
    const problem = conflict('some.key');
    expect(problemOf(problem)).toBe(problem);
  });
});

describe('the document', () => {
  const texts = (...pairs: [string, string][]) => new Map(pairs);
  const catalogue = new Catalogue({
    en: texts(['core.status.422', 'Check'], ['core.problem.invalid', 'Look'], ['some.key', '{field} at most {limit}']),
    ar: texts(['core.problem.invalid', 'انظر']),
  });

  test("speaks the caller's language, and English where it cannot", () => {
    expect(problemBody(invalid('a.name', 'some.key', { limit: 5 }), catalogue, 'ar', 'r1')).toEqual({
      type: 'about:blank',
      title: 'Check',
      status: 422,
      detail: 'انظر',
      code: 'core.problem.invalid',
      requestId: 'r1',
      errors: [{ field: 'a.name', message: 'name at most 5' }],
    });
  });

  test('carries further members, and no words of the error', () => {
    const body = problemBody(new Problem(404, 'core.problem.invalid', { extra: { module: 'x' } }), catalogue, 'en', 'r2');
    expect(body).toMatchObject({ module: 'x', status: 404 });
    expect(body).not.toHaveProperty('errors');
  });
});
