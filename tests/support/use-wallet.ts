import { asSystem } from '../../core/boot/as-system.ts';
import { Switches } from '../../core/contract.ts';
import type { TestApp } from '../../core/testing/app.ts';

/** Gives the first agency a data wallet, from which its leads are paid. */
export async function useWallet(app: TestApp): Promise<void> {
  const { a, root, operator } = app.fixtures;
  await asSystem(app.kernel, root, (ctx) => ctx.use(Switches).grant(a.tenant, 'wallet.data_wallet', true));
  await app.call('POST', '/api/configuration/agencies/manual-bill', operator, { body: { companyID: a.tenant.id, manualBill: 'T' } });
  await app.kernel.features.refresh();
}
