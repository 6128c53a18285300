import type { Knex } from 'knex';
import type { Tenant } from '../contract.ts';
import { chainOf } from '../data/tenant.ts';

/** Channel of live news; the notice names a topic and a company, never data. */
export const LIVE_CHANNEL = 'core_live';

export interface LiveNotice {
  topic: string;
  company: number;
  agency: number;
  root: number;
}

/** Tells the browsers of a company, its agency and its root, when the transaction commits. */
export async function notifyLive(db: Knex, topic: string, of: Tenant): Promise<void> {
  const notice: LiveNotice = { topic, company: of.id, agency: of.agencyId, root: of.rootId };
  await db.raw('select pg_notify(?, ?)', [LIVE_CHANNEL, JSON.stringify(notice)]);
}

/** `told`: how many streams of this process hear the same at this moment. */
type Listener = (topic: string, told: number) => void;

/** The same of a company whose number alone is known; of one that is gone, or that the transaction does not see, nobody is told. */
export async function notifyLiveOf(db: Knex, topic: string, companyId: number): Promise<void> {
  await db.raw(
    `select pg_notify(?, json_build_object('topic', ?::text, 'company', id, 'agency', agency_id, 'root', root_id)::text)
     from core_tenant where id = ? and removed_at is null`,
    [LIVE_CHANNEL, topic, companyId],
  );
}

/** Hands notices to the open streams that may see the company, and asks nothing of the others. */
export class LiveHub {
  /** By company, and by the companies that something may hold of: itself, its agency and its root. */
  readonly #at = new Groups();
  readonly #below = new Groups();
  #size = 0;

  /** Returns the function that ends the subscription. */
  listen(tenant: Tenant, listener: Listener): () => void {
    const leave = [this.#at.add(tenant.id, listener), ...chainOf(tenant).map((above) => this.#below.add(above, listener))];
    this.#size += 1;
    return () => {
      if (leave.length > 0) this.#size -= 1;
      for (const end of leave.splice(0)) end();
    };
  }

  /** News of a company are those of its agency and its root as well. */
  deliver({ topic, company, agency, root }: LiveNotice): void {
    for (const id of new Set([company, agency, root])) tell(this.#at.of(id), topic);
  }

  /** Tells those for whom something holds of a company, or with null everybody. Answers how many were told. */
  tellBelow(companyId: number | null, topic: string): number {
    return tell(companyId === null ? this.#at.all() : this.#below.of(companyId), topic);
  }

  get size(): number {
    return this.#size;
  }
}

function tell(listeners: readonly Listener[], topic: string): number {
  for (const listener of listeners) listener(topic, listeners.length);
  return listeners.length;
}

/** Listeners by the number of a company. */
class Groups {
  readonly #groups = new Map<number, Set<Listener>>();

  /** Returns the function that takes the listener out. */
  add(id: number, listener: Listener): () => void {
    const group = this.#groups.get(id) ?? new Set();
    this.#groups.set(id, group.add(listener));
    return () => {
      group.delete(listener);
      if (group.size === 0 && this.#groups.get(id) === group) this.#groups.delete(id);
    };
  }

  of(id: number): Listener[] {
    return [...(this.#groups.get(id) ?? [])];
  }

  all(): Listener[] {
    return [...this.#groups.values()].flatMap((group) => [...group]);
  }
}
