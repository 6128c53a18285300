import { type Erased, NotAccepted, type Outcome } from '../../../core/contract.ts';
import { call, type Client, refusalOf } from './api.ts';

/** Deletes contacts by the ids that upserts answered; one that is not there any more was deleted by somebody. */
export async function eraseContacts(client: Client, { refs }: Erased): Promise<Outcome> {
  let deleted = 0;
  for (const ref of refs) {
    const response = await call(client, 'DELETE', `/contacts/${encodeURIComponent(ref)}`);
    if (response.status === 404 || (response.status === 400 && /not found/i.test(response.text))) continue;
    if (response.status < 200 || response.status > 299) throw new NotAccepted(refusalOf(response));
    deleted += 1;
  }
  return { ok: true, note: `Deleted ${deleted} of ${refs.length}` };
}
