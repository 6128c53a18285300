import { createHash } from 'node:crypto';
import type { Owned } from '../boot/registry.ts';
import { type Ctx, type FileBody, Problem, type RateDef, ratesOf, type RouteDef, type RouteInput, type UploadedFile } from '../contract.ts';
import { isFresh, NO_RIGHTS, NOBODY, type Principal } from '../access/principal.ts';
import { isShut } from '../access/view-mode.ts';
import { noteRefusal, noteSuccess } from '../audit/call-trail.ts';
import { NO_SCOPE, type Scope, scopeOf } from '../data/tenant.ts';
import { checkSubmission, formIdOf } from '../forms/submission.ts';
import { invoke } from '../invocation/invoke.ts';
import { checkInput, shapeOutput } from '../invocation/schema.ts';
import type { Kernel } from '../kernel.ts';
import { isFileRoute } from './files.ts';
import { answeredFile, type BegunFile, begunFile, type FilePart, type WritePart } from './file-parts.ts';
import { networkOf } from './limits.ts';
import { remembered } from './idempotency.ts';
import { asProgram, basicOf, handlerOf, operationOf } from './programs.ts';

/** What HTTP brings to a route. */
export interface RawInput {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Reads what was sent along. Asked only once the caller may make the call, so that nobody else can keep us busy with it. */
  read(): Promise<Sent>;
  /** The header `x-form`: the form that was filled in. */
  form: string;
  idempotencyKey: string;
  /** The header `authorization`, for routes that say `oauth`. */
  authorization?: string;
}
export interface Sent {
  body: unknown;
  file?: UploadedFile;
}
type Checked = RouteInput<any, any, any>;

/** Calls a declared route as the principal: the HTTP side of the one door. */
export async function callRoute(kernel: Kernel, caller: Principal, owned: Owned<RouteDef>, raw: RawInput): Promise<unknown> {
  const { def: route } = owned;
  const known = asProgram(caller, route);
  const principal = { ...(route.scope === 'host' ? atHost(known) : known), mayCharge: route.charges === true };
  let sent: Sent = { body: undefined };
  let free: (() => void) | undefined;
  const done = invoke<Checked, unknown>(
    kernel,
    principal,
    {
      ...termsOf(owned, principal),
      db: route.db ?? 'transaction',
      // A file is too long to be kept.
      reads: route.method === 'GET' && !isFileRoute(route),
      ...(route.anyAal ? { minAal: 0 } : {}),
      validate: async (ctx, input) => {
        checkTerms(kernel, principal, route);
        sent = await (input as RawInput).read();
        for (const rate of ratesOf(route)) await takeRate(kernel, principal, route, rate, sent.body);
        if (route.inParts) free = kernel.downloads.take(principal);
        return checkRouteInput(kernel, ctx, route, raw, sent);
      },
      run: (ctx, input) => {
        const work = async (): Promise<unknown> => {
          const output = await handlerOf(route, principal)(ctx, input);
          if (!principal.program?.sandbox) await noteSuccess(ctx, principal, route, input.params as object | undefined);
          return output;
        };
        return route.idempotent && raw.idempotencyKey && route.db !== 'intent'
          ? remembered(ctx, operationOf(route, principal), raw.idempotencyKey, hashOf(raw, sent.body), work)
          : work();
      },
      finish: (ctx, output) =>
        isFileRoute(route) ? begunFile(ctx, route, output as FileBody) : shapeOutput(route.response, output, route.id),
    },
    raw,
  );
  try {
    const output = await done;
    return isFileRoute(route) ? answeredFile(kernel, principal, output as BegunFile, furtherPart(kernel, owned), free) : output;
  } catch (error) {
    free?.();
    await noteRefusal(kernel, principal, route, error);
    throw error;
  }
}

/** A further part of a file: the same call as whoever makes it by then, but for the password, which was asked for at the beginning. */
const furtherPart =
  (kernel: Kernel, owned: Owned<RouteDef>): WritePart =>
  (principal, parts, at) =>
    invoke<void, FilePart>(
      kernel,
      principal,
      {
        ...termsOf(owned, principal),
        db: 'transaction',
        validate: () => mustBeOpen(principal, owned.def),
        run: (ctx) => parts.write(ctx, at),
      },
      undefined,
    );

/** Asks whether the principal could make the call now: everything but the handler. Throws what the call would throw. */
export async function checkCall(kernel: Kernel, principal: Principal, owned: Owned<RouteDef>, raw: RawInput): Promise<void> {
  const { def: route } = owned;
  await invoke<Checked, void>(
    kernel,
    principal,
    {
      ...termsOf(owned, principal),
      db: 'intent',
      validate: (ctx, input) => {
        checkTerms(kernel, principal, route);
        if (route.inParts) kernel.downloads.take(principal)();
        return checkRouteInput(kernel, ctx, route, input as RawInput, { body: undefined });
      },
      run: async () => undefined,
    },
    raw,
  );
}

/** What decides whether a call may be made at all. */
const termsOf = ({ def: route, plugin }: Owned<RouteDef>, principal: Principal) => ({
  kind: 'route',
  id: route.id,
  plugin,
  feature: route.feature,
  ability: route.ability,
  scope: scopeOfRoute(route, principal),
});

/** The route's further terms, asked only of somebody who may make the call at all. */
function checkTerms(kernel: Kernel, principal: Principal, route: RouteDef): void {
  mustBeOpen(principal, route);
  if (route.stepUp && !principal.viewedBy && !principal.program && !isFresh(kernel, principal))
    throw new Problem(403, 'core.problem.step-up');
}

function mustBeOpen(principal: Principal, route: RouteDef): void {
  if (isShut(principal.viewedBy, route)) throw new Problem(403, 'core.problem.view-mode');
}

/**
 * The caller of a route that works for the host's company. To that company somebody else's session is a stranger's: it neither adds
 * rights nor names the company that is worked for. That an operator looks through the account still counts, for it only forbids.
 */
function atHost(caller: Principal): Principal {
  if (caller.tenant.id === caller.host.id) return caller;
  return { ...caller, actor: NOBODY, tenant: caller.host, rights: NO_RIGHTS, session: null };
}

function scopeOfRoute(route: RouteDef, principal: Principal): Scope {
  if (route.scope === 'host') return principal.host.id === 0 ? NO_SCOPE : scopeOf(principal.host);
  return principal.actor.kind === 'anonymous' ? NO_SCOPE : scopeOf(principal.tenant);
}

async function checkRouteInput(kernel: Kernel, ctx: Ctx, route: RouteDef, raw: RawInput, sent: Sent): Promise<Checked> {
  const params = route.params ? checkInput(route.params, present(raw.params), 'params') : undefined;
  const query = route.query ? checkInput(route.query, raw.query, 'query') : undefined;
  if (!route.query && Object.keys(raw.query).length > 0) throw unknownField(Object.keys(raw.query)[0]!);
  const submission = await checkSubmission(kernel, ctx, route, sent.body, raw.form);
  const body = route.body ? checkInput(route.body, submission.body ?? {}, 'body') : undefined;
  return {
    params,
    query,
    body,
    extra: submission.extra,
    ...(sent.file ? { file: sent.file } : {}),
    ...(raw.idempotencyKey ? { idempotencyKey: raw.idempotencyKey } : {}),
    ...(route.oauth ? { basic: basicOf(raw.authorization) } : {}),
  };
}

async function takeRate(kernel: Kernel, principal: Principal, route: RouteDef, rateId: string, body: unknown): Promise<void> {
  const rate = kernel.registry.rates.get(rateId);
  if (!rate) throw new Error(`no plugin declares the rate ${rateId}`);
  if (rate.def.strangersOnly && principal.actor.kind !== 'anonymous') return;
  const key = rateKey(rate.def, principal, body);
  await kernel.limiter.take(rate.def, route.countedApart ? `${route.id}\n${key}` : key);
}

function rateKey(def: RateDef, principal: Principal, body: unknown): string {
  if (def.by === 'ip') return networkOf(principal.ip);
  if (def.by === 'device') return callerOf(principal);
  if (def.by === 'account') return String(principal.actor.id);
  if (def.by === 'company') return String(principal.tenant.id);
  const value = (body as Record<string, unknown> | null)?.[def.by.body];
  const who = def.by.each ? `\n${callerOf(principal)}` : '';
  return `${principal.host.rootId}:${createHash('sha256')
    .update(
      String(value ?? '')
        .trim()
        .toLowerCase() + who,
    )
    .digest('base64url')}`;
}

const callerOf = ({ device, ip }: Principal): string => (device && !device.isNew ? device.id : networkOf(ip));

/** Path segments that the caller left open are not there. */
const present = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter(([, v]) => v !== undefined && v !== '-' && v !== ''));

const unknownField = (field: string): Problem =>
  new Problem(422, 'core.problem.invalid', { errors: [{ field, message: 'core.validation.additionalProperties' }] });

const hashOf = (raw: RawInput, body: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([raw.params, raw.query, body, formIdOf(raw.form)]))
    .digest();
