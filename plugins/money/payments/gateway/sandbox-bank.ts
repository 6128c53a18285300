import type { Ctx } from '../../../../core/contract.ts';
import { SandboxRecords } from './sandbox.store.ts';

/** What a card's holder says to the sandbox's bank. */
interface Answer {
  secret: string;
  /** The secret is of a payment; otherwise of a card that is to be kept. */
  isPayment: boolean;
  confirms: boolean;
}

/**
 * The sandbox's bank hears from the card's holder: what the secret asks for (a charge, or keeping a card) becomes good when they
 * confirm it, and stays as it is otherwise. Answers false when nothing asks with this secret. As the payer, never inside a transaction.
 */
export async function holderAnswers(ctx: Ctx, { secret, isPayment, confirms }: Answer): Promise<boolean> {
  const records = new SandboxRecords(ctx);
  if (isPayment) {
    // The charge itself is the agency's; it is made good when the provider is asked about it.
    if (confirms) await records.keep('consent', secret, '', { secret });
    return true;
  }
  const [setup] = await records.all('setup', { state: 'asked', clientSecret: secret });
  if (setup && confirms) await records.change('setup', setup.id, { state: 'confirmed' });
  return setup !== undefined;
}

/** Whether the holder has confirmed the charge of a secret. */
export const hasConsent = async (records: SandboxRecords, secret: string): Promise<boolean> =>
  (await records.all('consent', { secret })).length > 0;
