import type { Knex } from 'knex';
import { allows } from '../access/ability.ts';
import { accessibleBy } from '../access/accessible-by.ts';
import { findPerson } from '../access/person.ts';
import { isFresh, type Principal } from '../access/principal.ts';
import { writeAudit } from '../audit/audit.ts';
import {
  type AppAbility,
  type Ctx,
  type Entity,
  type EntityClass,
  type EntityQuery,
  type JobDef,
  type Locale,
  MailLanguages,
  MailMutes,
  type Port,
  moduleOff,
  type SettingsDef,
  type ExtensionPoint,
  type SubjectDef,
  type Tenant,
} from '../contract.ts';
import { readAhead, sideBySide } from '../data/side-by-side.ts';
import { chainOf, enterScope, findTenant, type Scope, scopeOf, withScope } from '../data/tenant.ts';
import { networkOf } from '../http/limits.ts';
import { originOf } from '../http/origin.ts';
import { emit } from '../events/outbox.ts';
import { wake } from '../events/wake.ts';
import { enqueueRun } from '../jobs/enqueue.ts';
import type { Kernel } from '../kernel.ts';
import { checkInput } from './schema.ts';
import { notifyLive, notifyLiveOf } from '../live/live.ts';
import { queueMail } from '../mail/mail.ts';
import { isOffered, loadNames, nameOf, nameParams } from '../settings/renamed-things.ts';
import { serviceOf } from '../settings/services.ts';
import { readSetting, readSettings, saveSetting } from '../settings/settings.ts';
import { StoredSettings } from '../settings/stored-settings.ts';

/** What stays the same for a call and all the calls it makes in the same transaction. */
export interface CallFrame {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly scope: Scope;
  readonly signal: AbortSignal;
  /** The transaction; null in `intent` calls until one is opened. */
  readonly trx: Knex.Transaction | null;
  /** Port instances of this frame, by port id. */
  readonly ports: Map<string, unknown>;
  readonly settings: StoredSettings;
  ability: AppAbility | null;
  /** What things are called here, for the texts of the call. */
  names: Record<string, string> | null;
}

export function newFrame(
  kernel: Kernel,
  principal: Principal,
  scope: Scope,
  trx: Knex.Transaction | null,
  signal: AbortSignal,
  ability: AppAbility | null = null,
  settings: StoredSettings = StoredSettings.forChanging(kernel.platform),
): CallFrame {
  return { kernel, principal, scope, signal, trx, ports: new Map(), ability, settings, names: null };
}

/** The context that a plugin's function is given; `plugin` is who it belongs to. */
export function makeCtx(frame: CallFrame, plugin: string): Ctx {
  const { kernel, principal } = frame;
  const db = (): Knex.Transaction => {
    if (!frame.trx) throw new Error(`${plugin}: an intent call has no transaction of its own; use ctx.transaction`);
    return frame.trx;
  };
  const ability = (): AppAbility => (frame.ability ??= kernel.abilities.of(principal));
  // A page of a list says many texts.
  const names = (): Record<string, string> => (frame.names ??= nameParams(kernel, principal.tenant, principal.locale));
  const subjectDef = (subject: string): SubjectDef => {
    const found = kernel.registry.subjects.get(subject);
    if (!found) throw new Error(`no plugin declares the subject ${subject}`);
    return found.def;
  };
  const isOn = (owner: string): boolean => kernel.features.isOn(owner, principal.tenant);

  return {
    actor: principal.actor,
    viewedBy: principal.viewedBy,
    tenant: principal.tenant,
    host: principal.host,
    areas: kernel.registry.areas,
    locale: principal.locale,
    timezone: principal.timezone,
    ip: principal.ip,
    agent: principal.agent ?? '',
    network: networkOf(principal.ip),
    device: principal.device?.id ?? '',
    keepDevice: () => {
      if (principal.device) principal.device.keep = true;
    },
    requestId: principal.requestId,
    sessionId: principal.session?.id ?? null,
    program: principal.program ?? null,
    get isFresh() {
      return isFresh(kernel, principal);
    },
    mayCharge: principal.mayCharge ?? true,
    signal: frame.signal,
    log: kernel.log,
    secrets: kernel.secrets,
    http: kernel.egress,
    get ability() {
      return ability();
    },
    get db() {
      return db();
    },
    get now() {
      return kernel.now();
    },
    can: (action, subject, row) => allows(ability(), action, subject, row),
    query(subject, action = 'read') {
      const def = subjectDef(subject);
      return accessibleBy(db()(def.table), ability(), action, subject, def);
    },
    rows: <M extends Entity>(entity: EntityClass<M>, action = 'read') =>
      accessibleBy(entity.query(db()) as unknown as EntityQuery<M>, ability(), action, entity.subject, subjectDef(entity.subject)),
    narrow: (query, subject, action = 'read') => accessibleBy(query, ability(), action, subject, subjectDef(subject)),
    use: <P>(port: Port<P>): P => usePort(frame, port, isOn),
    has: (port: Port<unknown>) => {
      const owner = kernel.registry.port(port);
      return owner !== undefined && isOn(owner.plugin);
    },
    contributions: <T>(point: ExtensionPoint<T>) =>
      kernel.registry
        .contributions(point)
        .filter((f) => isOn(f.plugin))
        .map((f) => f.def),
    installed: <T>(point: ExtensionPoint<T>) => kernel.registry.contributions(point).map((f) => f.def),
    emit: (event, payload) => emit(db(), kernel.registry, principal, event, payload),
    enqueue: (job, payload, options) => enqueueRun(db(), principal.tenant, job, payload, options),
    wake: (job: JobDef, afterMs) => wake(db(), job.id, afterMs),
    service: (service) => serviceOf(kernel.config, service),
    setting: <X extends import('../contract.ts').TSchema>(def: SettingsDef<X>, of: Tenant = principal.tenant) =>
      readSetting(frame.settings, def, of),
    settings: (def, of) => readSettings(frame.settings, def, of),
    saveSetting: (def, value, of = principal.tenant) => saveSetting(db(), def, of, value, principal.actor.id),
    checked: (schema, value) => checkInput(schema, value, 'body'),
    feature: (id) => kernel.features.isFeatureOn(id, principal.tenant),
    t: (key, params) => kernel.catalogue.t(principal.locale, key, { ...names(), ...params }),
    named: (key) => nameOf(kernel, principal.tenant, principal.locale, key),
    isOffered: (key) => isOffered(kernel, principal.tenant, key),
    audit: (entry) => writeAudit(db(), principal, entry),
    mail: async (message) => {
      if (message.about === 'notice' && (await isMuted(frame, isOn, message.to))) return null;
      const language = message.locale ?? (await languageOf(frame, isOn, message.to)) ?? principal.locale;
      return queueMail(kernel, db(), principal.tenant, language, message);
    },
    live: (topic, of = principal.tenant) => (typeof of === 'number' ? notifyLiveOf(db(), topic, of) : notifyLive(db(), topic, of)),
    origin: (of = principal.tenant) => originOf(kernel, of),
    readAhead: async ({ rows = [], settings = [] }) => {
      const of = principal.tenant.id === 0 ? [] : chainOf(principal.tenant);
      await Promise.all([
        frame.trx && readAhead(frame.trx, rows),
        frame.settings.ahead(
          settings.map((def) => def.id),
          of,
        ),
      ]);
    },
    together: (parts) => sideBySide(db(), parts),
    transaction: (work) =>
      frame.trx
        ? work(makeCtx(frame, plugin))
        : withScope(kernel.tenants, frame.scope, (trx) =>
            work(makeCtx(newFrame(kernel, principal, frame.scope, trx, frame.signal, frame.ability), plugin)),
          ),
    as: (tenant, work) => actAs(frame, plugin, tenant, work),
    asPerson: (accountId, timezone, work) => actAsPerson(frame, plugin, accountId, timezone, work),
    // Their own came with the session.
    company: async (id) => (id === principal.tenant.id ? principal.tenant : findTenant(db(), id)),
  };
}

/** A port's functions run in the caller's transaction and as the caller, but as their own plugin. */
function usePort<P>(frame: CallFrame, port: Port<P>, isOn: (owner: string) => boolean): P {
  const owner = frame.kernel.registry.port(port);
  if (!owner || !isOn(owner.plugin)) throw moduleOff(owner?.plugin ?? port.id);
  let made = frame.ports.get(port.id);
  if (made === undefined) frame.ports.set(port.id, (made = owner.def.make(makeCtx(frame, owner.plugin))));
  return made as P;
}

/** Whether a plugin says of the address that it wants no notices. */
async function isMuted(frame: CallFrame, isOn: (owner: string) => boolean, to: string): Promise<boolean> {
  for (const { plugin, def } of frame.kernel.registry.contributions(MailMutes))
    if (isOn(plugin) && (await def(makeCtx(frame, plugin), to))) return true;
  return false;
}

/** The language that an address reads, as far as a plugin knows. */
async function languageOf(frame: CallFrame, isOn: (owner: string) => boolean, to: string): Promise<Locale | null> {
  for (const { plugin, def } of frame.kernel.registry.contributions(MailLanguages)) {
    const language = isOn(plugin) ? await def(makeCtx(frame, plugin), to) : null;
    if (language) return language;
  }
  return null;
}

/** Does `work` as a person by themselves would, with what they may by now. */
async function actAsPerson<R>(
  frame: CallFrame,
  plugin: string,
  accountId: number,
  timezone: string,
  work: (ctx: Ctx) => Promise<R>,
): Promise<{ answer: R } | null> {
  const { kernel, principal, trx } = frame;
  if (principal.actor.kind !== 'system' || !trx) throw new Error('only background work acts as a person, in a transaction');
  const person = await findPerson(kernel, accountId);
  if (!person) return null;
  const { tenant } = person;
  const above = principal.tenant.id;
  if (![0, tenant.id, tenant.agencyId, tenant.rootId].includes(above)) return null;
  const isOn = (owner: string): boolean => kernel.features.isOn(owner, tenant);
  if (!isOn(plugin)) return null;
  await loadNames(kernel, tenant);
  await enterScope(trx, scopeOf(tenant));
  try {
    const locale = (await languageOf(frame, isOn, person.actor.email)) ?? 'en';
    const inner = newFrame(
      kernel,
      { ...principal, ...person, host: tenant, locale, timezone, mayCharge: false },
      scopeOf(tenant),
      trx,
      frame.signal,
    );
    return { answer: await work(makeCtx(inner, plugin)) };
  } finally {
    await enterScope(trx, frame.scope).catch(() => undefined);
  }
}

/** Narrows the RLS policies to a company below the caller's, for the time of `work`. */
async function actAs<R>(frame: CallFrame, plugin: string, tenant: Tenant, work: (ctx: Ctx) => Promise<R>): Promise<R> {
  const above = frame.principal.tenant;
  if (!(above.id === 0 || above.id === tenant.id || above.id === tenant.agencyId || above.id === tenant.rootId))
    throw new Error('a call may only narrow its company');
  const scope = scopeOf(tenant);
  await loadNames(frame.kernel, tenant);
  const inner = newFrame(frame.kernel, { ...frame.principal, tenant }, scope, frame.trx, frame.signal, null, frame.settings);
  if (!frame.trx) return work(makeCtx(inner, plugin));
  await enterScope(frame.trx, scope);
  try {
    return await work(makeCtx(inner, plugin));
  } finally {
    // Also after a failure, which the caller may survive. After one of the database the transaction is lost anyway.
    await enterScope(frame.trx, frame.scope).catch(() => undefined);
  }
}
