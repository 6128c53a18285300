import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { withMembers } from '../../scripts/plugin-reference/connector-document.ts';
import { installedTables } from '../../scripts/plugin-reference/installed.ts';
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

test('tables made from the installed plugins say what settings, rights, widgets, lead fields and outcomes there are', async () => {
  const made = await installedTables(INSTALLED);
  for (const row of [
    '| `search-id.lookback` |',
    '| Settings |',
    '| `payments.card` | payments |',
    '| `email` | string |',
    '| `keyword` | string |',
    '| `cap` | every source | Limit reached |',
  ])
    expect(made, row).toContain(row);
  const [, outcomes] = made.split('## Outcomes');
  expect(outcomes!.split('\n').filter((row) => row.startsWith('| `') && row.endsWith(' |  |'))).toEqual([]);
});

test('the page about documents has the members that their schema has', () => {
  const page = readFileSync('docs/declarative-connectors.md', 'utf8');
  // The formatter pads the columns.
  const plain = (written: string): string => written.replace(/[ -]{2,}/g, ' ');
  expect(plain(withMembers(page))).toBe(plain(page));
});
