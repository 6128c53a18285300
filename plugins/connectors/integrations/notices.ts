import type { Ctx } from '../../../core/contract.ts';
import { mailOwner } from '../../foundation/accounts/shared.ts';
import type { Alarm } from './alarms.store.ts';

/** Mails the owner of a connection that it does not work and that its leads are kept. */
export const tellBroken = (tx: Ctx, connection: Alarm): Promise<void> =>
  tellOwner(tx, connection, connection.state === 'reauthorise' ? 'reauthorise' : 'attention');

/** Mails the owner of a connection that leads held by it are soon discarded. */
export const tellEnding = (tx: Ctx, connection: Alarm): Promise<void> => tellOwner(tx, connection, 'ending');

async function tellOwner(tx: Ctx, connection: Alarm, kind: 'reauthorise' | 'attention' | 'ending'): Promise<void> {
  const company = await tx.company(connection.company_id);
  if (!company) return;
  await mailOwner(tx, company, {
    subject: `integrations.mail.${kind}.subject`,
    text: `integrations.mail.${kind}.text`,
    params: { name: connection.name, link: `${await tx.origin(company)}/integrations/${connection.id}` },
    texts: { response: connection.last_result },
    about: 'notice',
  });
}
