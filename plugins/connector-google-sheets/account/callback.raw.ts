import type { RawRouteDef } from '../../../core/contract.ts';
import { readState, STATE_KEY } from './authorization.ts';

const LONGEST = 2_000;
/** The page on which the person finishes what they began, under the address they know. */
export const RETURN_PATH = '/integrations/google-sheets/connected';

/**
 * Google sends every browser to this one registered address; the state says under which of our addresses its session is. Only a state that
 * this installation signed leads anywhere, so nobody can make it lead elsewhere.
 */
export const callback: RawRouteDef = {
  method: 'GET',
  path: '/oauth/google',
  role: 'web',
  why: 'Google knows one address for all agencies; this sends browsers on to their own, where their session is',
  ownLimits: true,
  spends: [],
  limits: 'nothing is looked up: the state is checked by its signature',
  handle(kernel, request, response) {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const [state = '', code = ''] = ['state', 'code'].map((name) => (query.get(name) ?? '').slice(0, LONGEST));
    const begun = readState(kernel.key(STATE_KEY), state, Date.now());
    const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
    if (!begun) return void response.writeHead(400, { ...headers, 'content-type': 'text/plain' }).end('This link is no longer valid.');
    // Whoever said no at Google is back where they came from.
    const path = code ? `${RETURN_PATH}?${new URLSearchParams({ code, state }).toString()}` : '/integrations/google-sheets';
    response.writeHead(302, { ...headers, location: `${begun.origin}${path}` }).end();
  },
};
