import { randomUUID } from 'node:crypto';
import { Connectors, type Ctx, type Exchange, invalid, type Outcome, Problem } from '../../../../core/contract.ts';
import { NewLead } from '../../integrations/contract.ts';
import { sampleOf, sentOf } from '../../integrations/shared.ts';
import type { Document } from '../format/schema.ts';
import { compile } from '../run/compile.ts';

/** As of a connection of which nobody has chosen anything. */
const UNCHOSEN = { fields: null, template: null };

export const TRIALS = ['test', 'lead', 'erase'] as const;
type Trial = (typeof TRIALS)[number];

/**
 * Runs a document that need not be published, once and for real, against what it calls: with credentials that are kept nowhere and a made-up lead.
 * Answers how it ended, and every call without its secrets. Throws 422 where the credentials do not fit its fields.
 */
export async function tryDocument(
  ctx: Ctx,
  document: Document,
  { what, auth, who }: { what: Trial; auth: string; who: string },
): Promise<{ outcome: Outcome; calls: Exchange[] }> {
  const { connectors, texts } = compile(document);
  const [connector] = connectors;
  const given = credentials(ctx, connector.auth.fields, withoutEmpty(document, written(auth)));
  const refused = ctx.use(Connectors).refusedField(connector, given);
  if (refused) throw invalid('auth', 'declarative-connectors.try.address', { field: refused });
  if ((what === 'test' && !connector.test) || (what === 'erase' && !connector.erase))
    throw invalid('what', 'declarative-connectors.try.nothing');
  const calls: Exchange[] = [];
  const outcome = await ctx.use(Connectors).run({
    connector,
    auth: given,
    what:
      what === 'lead'
        ? sentOf(ctx, connector, UNCHOSEN, sampleOf(ctx, connector, [NewLead.id]))
        : what === 'erase'
          ? { erase: { refs: [who], emails: [who] } }
          : 'test',
    deliveryId: `try-${randomUUID()}`,
    trace: (exchange) => calls.push(exchange),
  });
  return {
    outcome:
      outcome.ok || !('remedy' in outcome) || !outcome.remedy
        ? outcome
        : { ...outcome, remedy: remedyText(ctx, outcome.remedy, texts[ctx.locale]) },
    calls,
  };
}

/** A draft's texts are in no catalogue yet. */
const remedyText = (ctx: Ctx, key: string, texts: Readonly<Record<string, string>>): string => texts[key] ?? ctx.t(key);

function written(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('auth', 'declarative-connectors.try.json');
  }
}

/** As a form sends it: an optional field that is empty is left out. */
const withoutEmpty = ({ fields }: Document, read: unknown): unknown =>
  typeof read !== 'object' || read === null || Array.isArray(read)
    ? read
    : Object.fromEntries(
        Object.entries(read).filter(([name, value]) => value !== '' || !Object.hasOwn(fields, name) || !fields[name]!.optional),
      );

function credentials(ctx: Ctx, schema: Parameters<ReturnType<typeof connectorsOf>['checked']>[0], read: unknown): Record<string, unknown> {
  try {
    return connectorsOf(ctx).checked(schema, read);
  } catch (error) {
    if (!(error instanceof Problem) || error.errors.length === 0) throw error;
    throw invalid('auth', 'declarative-connectors.try.fields', { fields: error.errors.map(({ field }) => field || 'auth').join(', ') });
  }
}
const connectorsOf = (ctx: Ctx) => ctx.use(Connectors);

/** What a form of credentials begins with: every field, empty. */
export const emptyCredentials = ({ fields }: Pick<Document, 'fields'>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(fields).map(([name, { type, choices }]) => [
        name,
        type === 'number' ? 0 : type === 'switch' ? false : (choices?.[0]?.value ?? ''),
      ]),
    ),
    null,
    2,
  );

/** The calls as people read them, one below the other. */
export const writtenOut = (calls: readonly Exchange[]): string =>
  calls
    .map(({ method, url, headers, body, status, answer }, index) =>
      [
        `${index + 1}. ${method} ${url}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(body ? ['', indented(body)] : []),
        '',
        `-> ${status ?? 'no answer'}`,
        ...(answer ? [answer] : []),
      ].join('\n'),
    )
    .join('\n\n');

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
