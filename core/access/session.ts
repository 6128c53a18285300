import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import {
  type Actor,
  type AreaDef,
  bothGrant,
  type NewSession,
  type OpenSession,
  type Program,
  type Rights,
  rightsBy,
  rightsOfType,
  type StoredViewRights,
  type Tenant,
  type TenantKind,
  type UserType,
  type Viewer,
  viewRightsOf,
} from '../contract.ts';
import type { SessionState } from './principal.ts';

/** What a valid token stands for. */
export interface Session {
  state: SessionState;
  actor: Actor;
  tenant: Tenant;
  rights: Rights;
  viewedBy: Viewer | null;
  program: Program | null;
  /** The token has served its time: whoever can hand out a new one should `rotate` it. */
  rotationDue: boolean;
}

/** Minutes without a request, and in all, before a session ends. Operators of the platform get less. */
const LIFE = { idle: 8 * 60, total: 30 * 24 * 60, systemIdle: 60, systemTotal: 12 * 60 };
const ROTATE_MINUTES = 15;

/** An account and its company, as every look at a person reads them. */
export interface PersonRow {
  email: string;
  name: string;
  user_type: UserType;
  is_system: boolean;
  rights: Rights | null;
  tenant_id: number;
  kind: TenantKind;
  tenant_name: string;
  agency_id: number;
  root_id: number;
}
interface Row extends PersonRow {
  id: string;
  aal: number;
  aal_needed: number;
  fresh_at: Date;
  rotate: boolean;
  account_id: number;
  viewer_id: number | null;
  viewer_name: string | null;
  viewer_email: string | null;
  viewer_type: UserType | null;
  viewer_rights: StoredViewRights;
  parent_id: string | null;
  expires_at: Date;
  program_id: string | null;
  program_name: string;
  scopes: string[];
  sandbox: boolean;
  config_version: string;
}

const IDLE = (account: string): string =>
  `make_interval(mins => case when ${account}.is_system then ${LIFE.systemIdle} else ${LIFE.idle} end)`;
/**
 * What makes a session live. One in which an operator looks through the account also ends with the session it was opened from, and
 * when they are no operator any more; that the person has not accepted the invitation yet does not keep them out.
 */
const liveOf = (sessions: string): string => `${sessions} s
  join core_account a on a.id = s.account_id and a.removed_at is null and (a.status = 'active' or (s.viewed_by is not null and a.status = 'invited'))
  join core_tenant t on t.id = a.company_id and t.removed_at is null
  join core_tenant g on g.id = t.agency_id and g.removed_at is null
  left join core_account v on v.id = s.viewed_by
  left join core_session p on p.id = s.parent_id
  where s.expires_at > now() and s.seen_at > now() - ${IDLE('a')}
    and (s.viewed_by is null or (v.status = 'active' and v.removed_at is null and v.is_system))
    and (s.parent_id is null or (p.expires_at > now() and p.seen_at > now() - ${IDLE('v')}))`;
const LIVE = liveOf('core_session');

/** The session of a token: looked for under both of its hashes, and before anything that is joined to it, whatever the tables hold. */
const OF_TOKEN = `(select * from core_session where token_hash = :hash
  union all select * from core_session where previous_hash = :hash and previous_until > now() limit 1)`;

/** Opaque 256-bit tokens, stored as SHA-256; a session ends with its row, at once and everywhere. */
export class Sessions {
  readonly #platform: Knex;
  readonly #areas: readonly AreaDef[];
  constructor(platform: Knex, areas: readonly AreaDef[]) {
    this.#platform = platform;
    this.#areas = areas;
  }

  /** Opens a session and answers its token. */
  async open(s: NewSession): Promise<string> {
    const token = newToken();
    await this.#platform.raw(
      `insert into core_session (id, token_hash, account_id, viewed_by, parent_id, aal, aal_needed, ip, agent, program_id, program_name, scopes, sandbox, expires_at)
       select ?, ?, a.id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now() + make_interval(mins => coalesce(?::int, case when a.is_system then ${LIFE.systemTotal} else ${LIFE.total} end))
       from core_account a where a.id = ?`,
      [
        s.id ?? randomUUID(),
        hashOf(token),
        s.viewedBy ?? null,
        s.parentId ?? null,
        s.aal,
        s.aalNeeded,
        s.ip,
        s.agent.slice(0, 300),
        s.program?.id ?? null,
        s.program?.name ?? '',
        (s.program?.scopes ?? []) as unknown as Knex.RawBinding,
        s.program?.sandbox ?? false,
        s.minutes ?? null,
        s.accountId,
      ],
    );
    return token;
  }

  /** The live session of a token, or null. Status, company and rights are read afresh each time, so changes act at once. */
  async find(token: string): Promise<Session | null> {
    if (token.length < 20 || token.length > 200) return null;
    return this.#look('core-session', OF_TOKEN, { hash: hashOf(token) });
  }

  /** The live session of that id, for whoever proved by other means that it is theirs. */
  async byId(id: string): Promise<Session | null> {
    return this.#look('core-session-id', '(select * from core_session where id = cast(:id as uuid))', { id, hash: Buffer.alloc(0) });
  }

  /** `hash` is the token's where one was shown; only then may the token be due for another. */
  async #look(name: string, sessions: string, at: { hash: Buffer; id?: string }): Promise<Session | null> {
    const statement = this.#platform.raw(
      `select s.id, s.aal, s.aal_needed, s.fresh_at, s.expires_at, s.parent_id, s.program_id, s.program_name, s.scopes, s.sandbox,
         s.viewed_by is null and s.program_id is null and s.token_hash = :hash and s.rotated_at < now() - interval '${ROTATE_MINUTES} minutes' as rotate,
         a.id as account_id, a.email, a.name, a.user_type, a.is_system, a.rights,
         t.id as tenant_id, t.kind, t.name as tenant_name, t.agency_id, t.root_id,
         v.id as viewer_id, v.name as viewer_name, v.email as viewer_email, v.user_type as viewer_type, v.view_rights as viewer_rights,
         s.seen_at < now() - interval '1 minute' as stale,
         (select coalesce(sum(c.version), 0) from core_config_version c where c.tenant_id in (t.id, t.agency_id, t.root_id)) as config_version
       from ${liveOf(sessions)}`,
      at,
    );
    // A named statement is planned once for each connection; every request asks this, and planning costs more than looking.
    const { rows } = (await statement.options({ name })) as { rows: (Row & { stale: boolean })[] };
    const row = rows[0];
    if (!row) return null;
    // Whoever looks through an account is at work: the session they came from stays awake for their return.
    if (row.stale)
      await this.#platform('core_session')
        .whereIn(
          'id',
          [row.id, row.parent_id].filter((id) => id !== null),
        )
        .update({ seen_at: this.#platform.fn.now() });
    return sessionOf(row, this.#areas);
  }

  /** The live sessions that a person opened for themselves, the last used first. */
  async list(accountId: number): Promise<OpenSession[]> {
    const { rows } = (await this.#platform.raw(
      `select s.id, s.ip, s.agent, s.created_at as "createdAt", s.seen_at as "seenAt"
       from ${LIVE} and s.account_id = ? and s.viewed_by is null and s.program_id is null order by s.seen_at desc, s.created_at desc`,
      [accountId],
    )) as { rows: OpenSession[] };
    return rows;
  }

  /** Those of the sessions that have ended; asking keeps none of them alive. */
  async endedAmong(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const { rows } = (await this.#platform.raw(`select s.id from ${LIVE} and s.id = any(?::uuid[])`, [
      ids as unknown as Knex.RawBinding,
    ])) as { rows: { id: string }[] };
    const live = new Set(rows.map((r) => r.id));
    return new Set(ids.filter((id) => !live.has(id)));
  }

  /** Notes that a password or second factor was given just now, and the level it reached. */
  async confirm(sessionId: string, aal: number): Promise<void> {
    await this.#platform('core_session')
      .where({ id: sessionId })
      .update({ fresh_at: this.#platform.fn.now(), aal: this.#platform.raw('greatest(aal, ?)', [aal]) });
  }

  async end(sessionId: string): Promise<void> {
    await this.#platform('core_session').where({ id: sessionId }).delete();
  }

  /** Ends a look through an account and answers a new token for the session it was opened from, whose old one is void; null: that is over. */
  async wayBack(lookId: string): Promise<string | null> {
    const token = newToken();
    const { rows } = await this.#platform.raw<{ rows: unknown[] }>(
      `with look as (delete from core_session where id = ?::uuid and parent_id is not null returning parent_id)
       update core_session p set token_hash = ?, previous_hash = null, previous_until = null, rotated_at = now(), seen_at = now()
       from look, core_account a where p.id = look.parent_id and p.expires_at > now()
         and a.id = p.account_id and a.status = 'active' and a.removed_at is null returning p.id`,
      [lookId, hashOf(token)],
    );
    return rows.length === 1 ? token : null;
  }

  /** Ends a session, and the one it was opened from: nothing of whoever looked through an account is left. */
  async endWithParent(sessionId: string): Promise<void> {
    await this.#platform('core_session')
      .where({ id: sessionId })
      .orWhere('id', this.#platform('core_session').where({ id: sessionId }).select('parent_id'))
      .delete();
  }

  /** Ends every session of the account, and those in which it looks through others, but the one named. */
  async endAll(accountId: number, but?: string): Promise<void> {
    await this.#platform('core_session')
      .where((q) => void q.where({ account_id: accountId }).orWhere({ viewed_by: accountId }))
      .modify((q) => void (but && q.whereNot({ id: but })))
      .delete();
  }

  /** Ends the sessions of programs with these credentials. */
  async endPrograms(ids: readonly string[]): Promise<void> {
    await this.#platform('core_session')
      .whereIn('program_id', [...ids])
      .delete();
  }

  /** A new token in place of the old one, which stays good for half a minute. Null when another request was first. */
  async rotate(id: string, old: string): Promise<string | null> {
    const token = newToken();
    const changed = await this.#platform('core_session')
      .where({ id, token_hash: hashOf(old) })
      .update({
        token_hash: hashOf(token),
        previous_hash: hashOf(old),
        previous_until: this.#platform.raw(`now() + interval '30 seconds'`),
        rotated_at: this.#platform.fn.now(),
        seen_at: this.#platform.fn.now(),
      });
    return changed === 1 ? token : null;
  }
}

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What an account may do, as it is stored. */
export const ownRights = (areas: readonly AreaDef[], { rights: stored, user_type }: Pick<Row, 'rights' | 'user_type'>): Rights =>
  stored === null ? rightsOfType(areas, user_type) : rightsBy(areas, (area, grant) => stored[area]?.[grant]);

function sessionOf(row: Row, areas: readonly AreaDef[]): Session {
  const own = ownRights(areas, row);
  const view = viewRightsOf(areas, row.viewer_rights);
  const actor: Actor = {
    id: row.account_id,
    kind: 'user',
    userType: row.user_type,
    isSystemUser: row.is_system,
    name: row.name,
    email: row.email,
  };
  return {
    state: { id: row.id, aal: row.aal, aalNeeded: row.aal_needed, freshAt: row.fresh_at, configVersion: Number(row.config_version) },
    actor,
    tenant: { id: row.tenant_id, kind: row.kind, name: row.tenant_name, agencyId: row.agency_id, rootId: row.root_id },
    rights: row.viewer_id === null ? own : bothGrant(areas, own, view.rights),
    viewedBy:
      row.viewer_id === null
        ? null
        : {
            id: row.viewer_id,
            kind: 'user',
            userType: row.viewer_type,
            isSystemUser: true,
            name: row.viewer_name!,
            email: row.viewer_email!,
            mayExport: view.exports,
            until: row.expires_at,
          },
    program: row.program_id === null ? null : { id: row.program_id, name: row.program_name, scopes: row.scopes, sandbox: row.sandbox },
    rotationDue: row.rotate,
  };
}
