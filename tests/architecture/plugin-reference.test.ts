import { expect, test } from 'vitest';
import { reference } from '../../scripts/plugin-reference/reference.ts';

const text = reference('.');

test('the reference for authors of plugins shows what a plugin is and what others offer', () => {
  expect(text).toContain('| `erasure?` | `Readonly<Record<string, ErasureRule>>` | By tenant table of the plugin');
  expect(text).toContain('| leads | `LeadSources` | `leads.source` |');
});

test('whatever plugins offer to each other says what it is for', () => {
  const offers = text.slice(text.indexOf('## Extension points')).split('\n');
  expect(offers.filter((row) => row.startsWith('| ') && row.endsWith('|  |') && !row.startsWith('| of'))).toEqual([]);
  expect(offers.length).toBeGreaterThan(60);
});
