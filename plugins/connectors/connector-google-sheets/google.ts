import type { drive_v3 } from '@googleapis/drive';
import type { sheets_v4 } from '@googleapis/sheets';
import type { Credentials, OAuth2Client } from 'google-auth-library';
import { defineService, type Egress } from '../../../core/contract.ts';

/** The platform's own registration with Google. */
export interface GoogleKeys {
  clientId: string;
  clientSecret: string;
  /** Where Google sends browsers back to, exactly as it is registered there. */
  redirectUri: string;
  /** Origin of a server that speaks like Google; empty for Google's own. */
  apiBase: string;
}
export const Google = defineService<GoogleKeys>('google');

/** Files that the platform made itself, and no others. */
export const SCOPE = 'https://www.googleapis.com/auth/drive.file';

/** Milliseconds for one call; the lease on a spreadsheet outlasts all calls of a batch. */
const CALL_MS = 15_000;
/** Access tokens are renewed so long before they end, in milliseconds. */
const MARGIN_MS = 60_000;

export interface GoogleApi {
  readonly oauth: OAuth2Client;
  readonly sheets: sheets_v4.Sheets;
  readonly drive: drive_v3.Drive;
}

/** Google's own libraries, read when they are first needed, with every call through the guard of outgoing calls. */
export async function googleOf(http: Egress, keys: GoogleKeys, credentials: Credentials = {}): Promise<GoogleApi> {
  const [{ OAuth2Client }, { sheets_v4: sheets }, { drive_v3: drive }] = await Promise.all([
    import('google-auth-library'),
    import('@googleapis/sheets'),
    import('@googleapis/drive'),
  ]);
  const { clientId, clientSecret, redirectUri, apiBase } = keys;
  const transport = { fetchImplementation: fetchThrough(http), retry: false, timeout: CALL_MS };
  const oauth = new OAuth2Client({
    clientId,
    clientSecret,
    redirectUri,
    transporterOptions: transport,
    eagerRefreshThresholdMillis: MARGIN_MS,
    // A token that was taken back is found out by asking for a new one.
    forceRefreshOnFailure: true,
    ...(apiBase
      ? {
          endpoints: {
            oauth2AuthBaseUrl: `${apiBase}/o/oauth2/v2/auth`,
            oauth2TokenUrl: `${apiBase}/token`,
            oauth2RevokeUrl: `${apiBase}/revoke`,
          },
        }
      : {}),
  });
  oauth.setCredentials(credentials);
  const options = { auth: oauth, retry: false, ...(apiBase ? { rootUrl: `${apiBase}/` } : {}) };
  return { oauth, sheets: new sheets.Sheets(options), drive: new drive.Drive(options) };
}

/** `fetch` as the guard of outgoing calls has it. The guard does not unpack answers, so none is asked for packed. */
function fetchThrough(http: Egress): typeof fetch {
  return async (input, init = {}) => {
    const request = new Request(input, init);
    const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' };
    const body = request.method === 'GET' ? '' : await request.text();
    const answer = await http.fetch({
      method: request.method as 'GET',
      url: request.url,
      headers,
      ...(body ? { body } : {}),
      timeoutMs: CALL_MS,
    });
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: answer.headers });
  };
}
