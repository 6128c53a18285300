import { callbackRoute } from './authorization.ts';

/** What the state of an authorization is signed with. */
export const STATE_KEY = 'integrations.state';
/** The page on which the person finishes what they began, under the address they know. */
export const RETURN_PATH = '/integrations/authorized';

export const authorizationCallback = callbackRoute({
  path: '/oauth/connection',
  key: STATE_KEY,
  finish: RETURN_PATH,
  back: '/integrations',
  why: 'other systems know one address for all agencies; this sends browsers on to their own, where their session is',
});
