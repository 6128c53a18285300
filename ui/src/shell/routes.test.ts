import { expect, it } from 'vitest';
import type { WirePage } from '../../../core/contract/wire.ts';
import { placeOf } from './routes.ts';

const page = (id: string, path: string, verdict: WirePage['verdict'] = { open: true }): WirePage => ({
  id,
  path,
  title: id,
  layout: 'app',
  verdict,
});
const bootstrap = {
  home: '/local/dashboard',
  pages: [
    page('one', '/integrations/:id'),
    page('new', '/integrations/new'),
    page('dash', '/local/dashboard'),
    page('shut', '/shut', { open: false, go: '/login', why: '' }),
    page('off', '/off', { open: false, missing: true }),
    page('ref', '/agency-register/:referralCode?'),
  ],
};

it('finds the closest page and its parameters', () => {
  expect(placeOf(bootstrap, '/integrations/new')).toMatchObject({ kind: 'page', page: { id: 'new' } });
  expect(placeOf(bootstrap, '/integrations/4/')).toMatchObject({ kind: 'page', page: { id: 'one' }, params: { id: '4' } });
  expect(placeOf(bootstrap, '/agency-register')).toMatchObject({ kind: 'page', page: { id: 'ref' } });
});
it('obeys the verdicts', () => {
  expect(placeOf(bootstrap, '/')).toEqual({ kind: 'go', to: '/local/dashboard' });
  expect(placeOf(bootstrap, '/shut')).toEqual({ kind: 'go', to: '/login' });
  expect(placeOf(bootstrap, '/off')).toMatchObject({ kind: 'missing' });
  expect(placeOf(bootstrap, '/nowhere')).toMatchObject({ kind: 'missing' });
});
it('does not turn in circles when a page sends to itself', () =>
  expect(placeOf({ home: '/a', pages: [page('a', '/a', { open: false, go: '/a', why: '' })] }, '/a')).toMatchObject({ kind: 'missing' }));
