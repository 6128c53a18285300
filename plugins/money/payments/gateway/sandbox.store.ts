import { randomUUID } from 'node:crypto';
import type { Ctx } from '../../../../core/contract.ts';

export interface SandboxRecord<D> {
  id: string;
  /** The connected account it stands on; empty: the platform's own. */
  place: string;
  data: D;
}

/** What the sandbox provider wrote down, each time in a transaction of its own. Keys are honoured as a provider honours them. */
export class SandboxRecords {
  readonly #ctx: Ctx;
  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Writes a record once for a key and answers the one that stands. */
  async keep<D extends object>(kind: string, key: string, place: string, data: D): Promise<SandboxRecord<D>> {
    return this.#ctx.transaction(async ({ db, tenant }) => {
      const at = { company_id: tenant.id, kind, idem_key: key };
      await db('payments_sandbox')
        .insert({ ...at, id: `sandbox_${kind}_${randomUUID()}`, place, data: JSON.stringify(data) })
        .onConflict()
        .ignore();
      return db('payments_sandbox').where(at).first('id', 'place', 'data');
    });
  }

  async find<D>(kind: string, id: string): Promise<SandboxRecord<D> | undefined> {
    return this.#ctx.transaction(
      async ({ db }) => (await db('payments_sandbox').where({ kind, id }).first('id', 'place', 'data')) as SandboxRecord<D> | undefined,
    );
  }

  async byOperation<D>(kind: string, operationId: string): Promise<SandboxRecord<D> | undefined> {
    return this.#ctx.transaction(
      async ({ db }) =>
        (await db('payments_sandbox').where({ kind }).whereRaw(`data->>'operationId' = ?`, [operationId]).first('id', 'place', 'data')) as
          | SandboxRecord<D>
          | undefined,
    );
  }

  async all<D>(kind: string, holds: object): Promise<SandboxRecord<D>[]> {
    return this.#ctx.transaction(
      async ({ db }) =>
        (await db('payments_sandbox')
          .where({ kind })
          .whereRaw('data @> ?::jsonb', [JSON.stringify(holds)])
          .select('id', 'place', 'data')) as SandboxRecord<D>[],
    );
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.#ctx.transaction(async ({ db }) => void (await db('payments_sandbox').where({ kind, id }).delete()));
  }

  /** Changes a record, if it still holds what is given; answers whether it did. */
  async change(kind: string, id: string, data: object, holds: object = {}): Promise<boolean> {
    return this.#ctx.transaction(
      async ({ db }) =>
        (await db('payments_sandbox')
          .where({ kind, id })
          .whereRaw('data @> ?::jsonb', [JSON.stringify(holds)])
          .update({ data: db.raw('data || ?::jsonb', [JSON.stringify(data)]) })) === 1,
    );
  }
}
