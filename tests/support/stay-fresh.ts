import type { TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/world.ts';

/** The person gave the password just now: a campaign that lasts longer than that is remembered would be asked for it. */
export async function stayFresh(app: TestApp, person: Person): Promise<void> {
  await app.tokenOf(person);
  const now = new Date(Date.now() + app.clockOffset);
  await app.kernel.platform('core_session').where({ account_id: person.id }).update({ fresh_at: now });
}
