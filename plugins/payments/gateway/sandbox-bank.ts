import type { Ctx } from '../../../core/contract.ts';
import { sandboxTells } from './sandbox-events.ts';
import { SandboxRecords } from './sandbox.store.ts';

/**
 * The sandbox's bank hears from the card's holder: what the secret asks for (a charge, or keeping a card) becomes good when he
 * confirms it, and stays as it is otherwise. Answers false when nothing asks with this secret. Never inside a transaction.
 */
export async function holderAnswers(ctx: Ctx, clientSecret: string, confirms: boolean): Promise<boolean> {
  const records = new SandboxRecords(ctx);
  const asks = { reason: 'authentication_required', clientSecret };
  const [charge] = await records.all<{ operationId: string }>('charge', asks);
  if (charge) {
    if (confirms && (await records.change('charge', charge.id, { reason: null }, asks)))
      await sandboxTells(ctx, { paymentId: charge.id, operationId: charge.data.operationId, account: null }, ctx.now);
    return true;
  }
  const [setup] = await records.all('setup', { state: 'asked', clientSecret });
  if (setup && confirms) await records.change('setup', setup.id, { state: 'confirmed' });
  return setup !== undefined;
}
