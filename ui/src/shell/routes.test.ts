import { expect, it } from 'vitest';
import type { WirePage } from '../../../core/contract/wire.ts';
import { placeOf } from './routes.ts';

const page = (id: string, path: string, access: WirePage['access'] = { open: true }): WirePage => ({
  id,
  path,
  title: id,
  layout: 'app',
  access,
});
const bootstrap = {
  redirects: [
    { from: '/local', to: '/local/dashboard' },
    { from: '/links/:id', to: '/integrations/:id' },
  ],
  home: '/local/dashboard',
  pages: [
    page('one', '/integrations/:id'),
    page('new', '/integrations/new'),
    page('dash', '/local/dashboard'),
    page('shut', '/shut', { open: false, go: '/login', why: '' }),
    page('off', '/off', { open: false, missing: true }),
    page('module-off', '/module-off', { open: false, off: { title: 'Off', text: 'Ask', help: '' } }),
    page('beta', '/beta', { open: false, ask: 'p.agreement', why: '' }),
    page('ref', '/agency-register/:referralCode?'),
  ],
};

it('finds the closest page and its parameters', () => {
  expect(placeOf(bootstrap, '/integrations/new')).toMatchObject({ kind: 'page', page: { id: 'new' } });
  expect(placeOf(bootstrap, '/integrations/4/')).toMatchObject({ kind: 'page', page: { id: 'one' }, params: { id: '4' } });
  expect(placeOf(bootstrap, '/agency-register')).toMatchObject({ kind: 'page', page: { id: 'ref' } });
});
it('obeys the access decisions', () => {
  expect(placeOf(bootstrap, '/')).toMatchObject({ kind: 'go', to: '/local/dashboard' });
  expect(placeOf(bootstrap, '/shut')).toMatchObject({ kind: 'go', to: '/login' });
  expect(placeOf(bootstrap, '/beta')).toMatchObject({ kind: 'ask', ask: 'p.agreement' });
  expect(placeOf(bootstrap, '/off')).toMatchObject({ kind: 'missing' });
  expect(placeOf(bootstrap, '/nowhere')).toMatchObject({ kind: 'missing' });
});
it('leads on from addresses without a page, with what stands in them', () => {
  expect(placeOf(bootstrap, '/local/')).toMatchObject({ kind: 'go', to: '/local/dashboard' });
  expect(placeOf(bootstrap, '/links/7')).toMatchObject({ kind: 'go', to: '/integrations/7' });
});
it('does not turn in circles when a page sends to itself', () =>
  expect(placeOf({ home: '/a', redirects: [], pages: [page('a', '/a', { open: false, go: '/a', why: '' })] }, '/a')).toMatchObject({
    kind: 'missing',
  }));
