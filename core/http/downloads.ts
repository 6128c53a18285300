import type { Principal } from '../access/principal.ts';
import { Problem } from '../contract.ts';
import { Places } from './concurrency-limit.ts';

/** Long files on their way at a time: of a person, of an agency with its clients, of the process. */
export const MOST = { ofPerson: 2, ofAgency: 10, ofProcess: 50 };
const BUSY_SECONDS = '15';

/** The places of long files, and whose part is written next. A file that waits for its reader holds neither a connection nor a snapshot. */
export class Downloads {
  readonly #ofPerson = new Places(MOST.ofPerson, MOST.ofProcess);
  readonly #ofAgency = new Places(MOST.ofAgency);
  #last: Promise<unknown> = Promise.resolve();

  /** How many are on their way. */
  get size(): number {
    return this.#ofPerson.size;
  }

  /** Takes a place and answers how to give it back; throws 429 where none is free. */
  take({ actor, tenant }: Principal): () => void {
    const ofPerson = this.#ofPerson.take(String(actor.id));
    const ofAgency = ofPerson && this.#ofAgency.take(String(tenant.agencyId));
    if (!ofPerson || !ofAgency) {
      ofPerson?.();
      throw new Problem(429, 'core.problem.downloads', { headers: { 'retry-after': BUSY_SECONDS } });
    }
    return () => {
      ofPerson();
      ofAgency();
    };
  }

  /** One part at a time in the whole process, in the order asked for: however many files there are, others wait for one part at most. */
  inTurn<R>(write: () => Promise<R>): Promise<R> {
    const part = this.#last.then(write);
    this.#last = part.then(
      () => undefined,
      () => undefined,
    );
    return part;
  }
}
