import { accepted, type ConnectorClient, type ConnectorResponse, T } from '../../../core/contract.ts';

export const Auth = T.Object({
  subdomain: T.String({
    pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
    maxLength: 63,
    title: 'connector-clickfunnels.subdomain',
  }),
  token: T.String({ minLength: 10, maxLength: 300, title: 'connector-clickfunnels.token' }),
  workspace: T.Optional(T.String({ maxLength: 120, title: 'connector-clickfunnels.workspace' })),
  tag: T.Optional(T.String({ maxLength: 120, title: 'connector-clickfunnels.tag' })),
  /** Told by the account for what was entered by name. */
  workspaceId: T.String(),
  tagId: T.String(),
});
export type Client = ConnectorClient<typeof Auth>;

/** Calls without it are refused. */
const USER_AGENT = 'lead-platform/1.0';
/** Pages of a list that are read, of 20 entries each. */
const MOST_PAGES = 50;

/** The calls of ClickFunnels 2.0 in the name of a connection. */
export class Api {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  call(method: 'GET' | 'POST' | 'DELETE', path: string, json?: object): Promise<ConnectorResponse> {
    const { http, auth } = this.#client;
    const headers = { authorization: `Bearer ${auth.token}`, 'user-agent': USER_AGENT, accept: 'application/json' };
    return http({ method, url: `https://${auth.subdomain}.myclickfunnels.com/api/v2${path}`, headers, ...(json ? { json } : {}) });
  }

  /** All entries of a list, whose pages follow one another by a cursor in a header. */
  async list(path: string): Promise<Entry[]> {
    const entries: Entry[] = [];
    let after = '';
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await this.call('GET', `${path}${after && `${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`}`);
      const found: unknown = accepted(answer);
      entries.push(...(Array.isArray(found) ? (found as Entry[]) : []));
      after = answer.headers['pagination-next'] ?? '';
      if (!after) break;
    }
    return entries;
  }
}

/** What lists hold, as far as it is needed here. */
export interface Entry {
  id: number | string;
  name?: string;
  subdomain?: string;
  email_address?: string;
}
