import { expect, test } from 'vitest';
import type { WireMenu, WirePage } from '../../../core/contract/wire.ts';
import { menuPath } from './menu-path.ts';

const page = (id: string, path: string, above?: string): WirePage => ({
  id,
  path,
  title: id,
  layout: 'app',
  access: { open: true },
  ...(above ? { above: { page: above } } : {}),
});
const entry = (path: string | null, more: Partial<WireMenu> = {}): WireMenu => ({
  id: path ?? 'section',
  title: '',
  icon: null,
  path,
  children: [],
  ...more,
});
const pages = [
  page('list', '/list'),
  page('one', '/list/:id', 'list'),
  page('part', '/list/:id/part', 'one'),
  page('alone', '/alone'),
  page('round', '/round', 'trip'),
  page('trip', '/trip', 'round'),
];
const menu = [entry(null, { children: [entry('/list', { also: ['/list-v1'] })] })];
const marked = (pathname: string): string => menuPath({ pages, menu, home: '/list', redirects: [] }, pathname);

test('an entry is marked on its own page, and on the pages that it stands for', () => {
  expect(marked('/list')).toBe('/list');
  expect(marked('/list-v1')).toBe('/list-v1');
});

test('on a page that the menu does not hold, the entry of the nearest page above is marked', () => {
  expect(marked('/list/7')).toBe('/list');
  expect(marked('/list/7/part')).toBe('/list');
});

test('a page below none of the menu marks nothing, and pages above each other do not go round for ever', () => {
  expect(marked('/alone')).toBe('/alone');
  expect(marked('/round')).toBe('/round');
  expect(marked('/nowhere')).toBe('/nowhere');
});
