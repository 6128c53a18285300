import type { Egress } from '../../../../core/contract.ts';

/** How a supplier is reached. */
export interface SupplierAccess {
  url: string;
  /** Name of the header that carries the secret. */
  header: string;
  secret: string;
  timeoutMs: number;
}

/** The supplier did not answer as agreed: with another status, or not with JSON. `isAnswer`: it did answer, and may charge for it. */
export class SupplierFailure extends Error {
  readonly isAnswer: boolean;

  constructor(message: string, isAnswer: boolean) {
    super(message);
    this.isAnswer = isAnswer;
  }
}

/**
 * Puts a question to a supplier. Answers its JSON, or null where it knows nothing (204, 404). `id` is stable over repetitions, for suppliers that
 * charge an idempotent call once.
 */
export async function postQuestion(
  http: Egress,
  { url, header, secret, timeoutMs }: SupplierAccess,
  id: string,
  question: object,
): Promise<unknown> {
  const answer = await http.fetch({
    method: 'POST',
    url,
    body: JSON.stringify(question),
    timeoutMs,
    headers: { 'content-type': 'application/json', 'idempotency-key': id, ...(header && secret ? { [header]: secret } : {}) },
  });
  if (answer.status === 404 || answer.status === 204) return null;
  if (answer.status < 200 || answer.status >= 300) throw new SupplierFailure(`the supplier answered ${answer.status}`, false);
  try {
    return JSON.parse(answer.body) as unknown;
  } catch {
    throw new SupplierFailure('the supplier did not answer with JSON', true);
  }
}
