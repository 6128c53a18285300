import { type Ctx, Problem } from '../../../../core/contract.ts';
import { type EndpointRow, secretPlace } from './endpoints.store.ts';
import { signed } from './signature.ts';

/** How a message was answered. */
export interface Answer {
  /** HTTP status; null where there was no answer. */
  status: number | null;
  /** Empty: it was taken. */
  error: string;
  milliseconds: number;
}
export interface Message {
  id: string;
  type: string;
  /** ISO instant. */
  at: string;
  sandbox: boolean;
  data: Record<string, unknown>;
}

/** What messages to an endpoint are signed with now: its secret, and the one before while that is still good. Opens what is sealed. */
export async function secretsOf(
  ctx: Ctx,
  { id, company_id: company, secret, old_secret: old, old_until: until }: EndpointRow,
): Promise<string[]> {
  const open = (sealed: string): Promise<string> => ctx.secrets.open(company, secretPlace(id), sealed);
  return [await open(secret), ...(old && until && until > ctx.now ? [await open(old)] : [])];
}

/** Sends one message. Never inside a transaction. */
export async function post(ctx: Ctx, url: string, secrets: readonly string[], { id, type, at, sandbox, data }: Message): Promise<Answer> {
  const body = JSON.stringify({ id, type, timestamp: at, sandbox, data });
  const begun = performance.now();
  const took = (): number => Math.round(performance.now() - begun);
  try {
    const headers = signed(secrets, id, new Date(), body);
    const { status } = await ctx.http.fetch({ method: 'POST', url, headers, body, timeoutMs: 15_000 });
    return { status, error: status >= 200 && status < 300 ? '' : `HTTP ${status}`, milliseconds: took() };
  } catch (error) {
    return { status: null, error: error instanceof Problem ? 'The address cannot be reached' : 'No answer in time', milliseconds: took() };
  }
}
