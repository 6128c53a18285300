import { expect, test } from 'vitest';
import type { PageDef } from '../contract.ts';
import type { AccessDecision, WirePage } from '../contract/wire.ts';
import { withAbove, withoutLoops } from './page-index.ts';

const page = (path: string, access: AccessDecision): WirePage => ({ id: `p${path}`, path, title: '', layout: 'app', access });
const go = (to: string): AccessDecision => ({ open: false, go: to, why: '' });
const MISSING = { open: false, missing: true };

test('pages that send on in a circle, and those that lead into it, do not exist', () => {
  const index = [page('/a', go('/b')), page('/b', go('/c')), page('/c', go('/b')), page('/x', go('/x'))];
  expect(withoutLoops(index).map((p) => p.access)).toEqual([MISSING, MISSING, MISSING, MISSING]);
});

test('pages that lead to an open one, to nothing or out of the index stay as they are', () => {
  const index = [page('/a', go('/b')), page('/b', go('/open')), page('/open', { open: true }), page('/d', go('/nowhere'))];
  expect(withoutLoops(index)).toEqual(index);
});

test('an open page names the page above it where that is open; who may not open either is told of neither', () => {
  const at = (id: PageDef['id'], access: AccessDecision): WirePage => ({ ...page(`/${id}`, access), id });
  const index = [at('p.list', { open: true }), at('p.one', { open: true }), at('p.lost', { open: true }), at('p.shut', go('/p.list'))];
  const above: Record<string, PageDef['above']> = {
    'p.one': { page: 'p.list' },
    'p.lost': { page: 'p.shut' },
    'p.shut': { page: 'p.list' },
  };
  expect(withAbove(index, (id) => above[id]).map((p) => p.above?.page)).toEqual([undefined, 'p.list', undefined, undefined]);
});
