import { createHash } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { sha256 } from './sha256.ts';

const reference = (text: string): string => createHash('sha256').update(text).digest('hex');

test('texts of every length up to three blocks', () => {
  for (let length = 0; length <= 192; length++) expect(sha256('x'.repeat(length)), String(length)).toBe(reference('x'.repeat(length)));
});

test.prop([fc.string({ unit: 'grapheme', maxLength: 300 })])('any text', (text) => {
  expect(sha256(text)).toBe(reference(text));
});
