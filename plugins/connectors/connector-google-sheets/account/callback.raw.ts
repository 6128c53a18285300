import { callbackRoute } from '../../integrations/shared.ts';

/** What the state of an authorization is signed with. */
export const STATE_KEY = 'connector-google-sheets.state';
/** The page on which the person finishes what they began, under the address they know. */
export const RETURN_PATH = '/integrations/google-sheets/connected';

export const callback = callbackRoute({
  path: '/oauth/google',
  key: STATE_KEY,
  finish: RETURN_PATH,
  back: '/integrations/google-sheets',
  why: 'Google knows one address for all agencies; this sends browsers on to their own, where their session is',
});
