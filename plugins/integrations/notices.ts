import type { Ctx } from '../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';

/** Mails the owner of a connection that it needs attention; called once when that begins, not for every lead. */
export async function tellOwner(tx: Ctx, connection: { id: number; company_id: number; name: string }, response: string): Promise<void> {
  const company = await tx.company(connection.company_id);
  if (!company || !tx.has(Accounts)) return;
  await tx.as(company, async (own) => {
    const owner = (await own.use(Accounts).owners([company.id])).get(company.id);
    if (!owner) return;
    await own.mail({
      to: owner.email,
      subject: 'integrations.mail.attention.subject',
      text: 'integrations.mail.attention.text',
      params: { name: connection.name, response },
      about: 'notice',
    });
  });
}
