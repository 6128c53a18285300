import type { TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';

/**
 * The person signed in and gave the password just now: a campaign that lasts longer than that is remembered would be asked for it, and would
 * have to take up the new token that a session is given from time to time.
 */
export async function stayFresh(app: TestApp, person: Person): Promise<void> {
  await app.tokenOf(person);
  const now = new Date(Date.now() + app.clockOffset);
  await app.kernel.platform('core_session').where({ account_id: person.id }).update({ fresh_at: now, rotated_at: now });
}
