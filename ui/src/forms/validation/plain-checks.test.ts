import { fullFormats } from 'ajv-formats/dist/formats.js';
import { expect, test } from 'vitest';
import { EMAIL } from './plain-checks.ts';

test('a plain form takes the addresses that every other form takes', () => {
  expect(String(EMAIL)).toBe(String(fullFormats['email']));
});
