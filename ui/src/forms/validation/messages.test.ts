import { expect, test } from 'vitest';
import texts from '../../../../core/locales/ui.en.json' with { type: 'json' };
import { takeTexts } from '../../text/texts.ts';
import { inWords } from './messages.ts';

test('a text that must not be empty is required, a longer one says how long it is to be', () => {
  takeTexts(texts);
  const error = (property: string, limit: number) => ({ name: 'minLength', property, title: 'City', params: { limit }, stack: '' });
  expect(inWords([error('.city', 1), error('.password', 15)]).map(({ message }) => message)).toEqual([
    'City is required.',
    'City is too short (at least 15 characters).',
  ]);
});

test('an address that breaks its format and its pattern is told once', () => {
  takeTexts(texts);
  const error = (name: string, params: object) => ({ name, property: '.url', title: 'Address', params, stack: '' });
  const told = inWords([error('format', { format: 'uri' }), error('pattern', { pattern: '^https?://' })]);
  expect(told.map(({ name }) => name)).toEqual(['format']);
});
