import { Caller, signIn } from './api.ts';
import type { Installation } from './installation.ts';
import type { ServerProcess } from './server-process.ts';

/** Who looks at a screen. */
export interface Reader {
  who: 'operator' | 'agency' | 'client';
  companyId: number;
  caller: Caller;
}

/** One after the other: the operator, the measured agency's owner, and a client of theirs, signed in. */
export async function forEachReader(
  installation: Installation,
  product: Pick<ServerProcess, 'url'>,
  read: (reader: Reader) => Promise<void>,
): Promise<void> {
  const { root, operator, a } = installation.fixtures;
  for (const [who, accountId, companyId] of [
    ['operator', operator.id, root.id],
    ['agency', a.owner.id, a.tenant.id],
    ['client', a.clients[0]!.user.id, a.clients[0]!.tenant.id],
  ] as const) {
    const caller = new Caller(product.url, await signIn(installation, accountId));
    try {
      await read({ who, companyId, caller });
    } finally {
      await caller.close();
    }
  }
}
