import { expect, test } from 'vitest';
import { outcomeOf, waitAskedFor } from './outcome.ts';

const AT = Date.parse('2026-03-29T00:59:30Z');
const answer = (status: number, headers: Record<string, string> = {}) => ({ status, headers, text: '', at: AT });
const then = (status: number): string => {
  const outcome = outcomeOf(answer(status));
  return outcome.ok ? 'ok' : outcome.then;
};

test.each([
  ['ok', [200, 201, 202, 204]],
  ['retry', [408, 425, 429, 500, 502, 503, 504]],
  ['reject', [400, 409, 413, 415, 418, 422]],
  ['reauthorise', [401, 403, 407]],
  ['hold', [301, 302, 307, 308, 402, 404, 405]],
  ['disable', [410]],
])('ends as %s', (expected, statuses) => {
  for (const status of statuses) expect(`${status} ${then(status)}`).toBe(`${status} ${expected}`);
});

test.each([
  ['120', 120],
  [' 7 ', 7],
  ['0', 1],
  ['99999999999999999999', 86_400],
  ['Sun, 29 Mar 2026 01:00:30 GMT', 60],
  ['Sun, 29 Mar 2026 00:00:00 GMT', 1],
  ['Mon, 29 Mar 2027 00:00:00 GMT', 86_400],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
])('Retry-After %j is %s', (text, seconds) => {
  expect(waitAskedFor(answer(429, { 'retry-after': text }))).toBe(seconds);
});

test('a redirect says where to', () => {
  expect(outcomeOf(answer(301, { location: 'https://new.example/' })).note).toBe('HTTP 301: moved to https://new.example/');
});

test.each([
  ['{"message":"Too many"}', 'Too many'],
  ['{"error":{"code":7,"message":"The list is full"}}', 'The list is full'],
  ['{"errors":[{"field":"email","detail":"It is blocked"}]}', 'It is blocked'],
  ['{"error":"invalid_grant","error_description":""}', 'invalid_grant'],
  ['{"code":7}', '{"code":7}'],
  ['<p>Not now</p>', '<p>Not now</p>'],
])('tells what %s says in words', (text, words) => {
  expect(outcomeOf({ ...answer(422), text })).toMatchObject({ note: `HTTP 422: ${words}` });
});

test('an answer that nests without end is told as it stands', () => {
  const text = `${'{"message":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  expect(outcomeOf({ ...answer(422), text })).toMatchObject({ note: `HTTP 422: ${text.slice(0, 200)}` });
});
