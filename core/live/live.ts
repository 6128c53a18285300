import type { Knex } from 'knex';
import type { Tenant } from '../contract.ts';

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

type Listener = (topic: string) => void;

/** Whether a company is another one, or stands below it. */
const isBelow = ({ id, agencyId, rootId }: Tenant, companyId: number): boolean => [id, agencyId, rootId].includes(companyId);

/** Hands notices to the open streams that may see the company. */
export class LiveHub {
  readonly #listeners = new Map<Listener, Tenant>();

  /** Returns the function that ends the subscription. */
  listen(tenant: Tenant, listener: Listener): () => void {
    this.#listeners.set(listener, tenant);
    return () => this.#listeners.delete(listener);
  }

  deliver(notice: LiveNotice): void {
    for (const [listener, tenant] of this.#listeners) {
      const seen = tenant.kind === 'root' ? notice.root : tenant.kind === 'agency' ? notice.agency : notice.company;
      if (seen === tenant.id) listener(notice.topic);
    }
  }

  /** Tells those for whom something holds of a company, or with null everybody. Answers how many were told. */
  tellBelow(companyId: number | null, topic: string): number {
    const concerned = [...this.#listeners].filter(([, at]) => companyId === null || isBelow(at, companyId));
    for (const [listener] of concerned) listener(topic);
    return concerned.length;
  }

  get size(): number {
    return this.#listeners.size;
  }
}
