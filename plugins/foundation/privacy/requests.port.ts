import type { Ctx } from '../../../core/contract.ts';
import type { ErasureStanding, Person, PrivacyRequestsApi } from './contract.ts';
import { completed, hashOf, labelOf, type Known } from './person.ts';
import { eraseJob } from './privacy.jobs.ts';
import { noted } from './requests.service.ts';
import { beginErasing } from './requests.store.ts';

/** The port's implementation for one call: requests that nobody of the company made. */
export const privacyRequestsOf = (ctx: Ctx): PrivacyRequestsApi => ({
  async erase({ email, leads = [], keys = [] }, origin) {
    const known: Person = { emails: email ? [email] : [], leads, keys };
    const typed: Known = email ? { email } : { key: keys[0] ?? '' };
    const person = await completed(ctx, known);
    const { id, isNew } = await beginErasing(ctx, { label: labelOf(typed), typedHash: hashOf(ctx, typed), person, origin });
    if (isNew) {
      await noted(
        ctx,
        'privacy.erasing',
        id,
        origin === 'person' ? 'The person asked for their erasure' : 'A deletion list asked for an erasure',
      );
      await ctx.enqueue(eraseJob, {}, { key: `request ${id}` });
    }
    return id;
  },
  async standing(ids) {
    const rows = (await ctx
      .db('privacy_request')
      .where({ company_id: ctx.tenant.id })
      .whereRaw('id = any(?::int[])', [ids as never])
      .select('id', 'state')) as { id: number; state: string }[];
    return new Map(rows.map(({ id, state }) => [id, state === 'open' ? 'erasing' : (state as ErasureStanding)]));
  },
});
