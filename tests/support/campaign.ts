import type { Rights, RouteDef } from '../../core/contract.ts';
import type { Owned } from '../../core/boot/registry.ts';
import type { TestApp } from '../../core/testing/app.ts';
import { addPerson, type Person } from '../../core/testing/fixtures.ts';
import { idsOf, nothing, type Relation, relationTo } from './campaign-ids.ts';
import { openJournal } from './journal.ts';
import { type Schema, validValue } from './valid-values.ts';

/** One caller of the campaign; `side` is the agency whose scope holds them, null for nobody and for root's people. */
export interface Caller {
  name: string;
  side: 'a' | 'b' | null;
  anonymous: boolean;
  /** A client's person: the other clients of the own agency are foreign to them as well. */
  ofClient: boolean;
  /** Somebody whose role leaves out a part: what keeps companies apart is tried with others, this one with fewer relations. */
  limited: boolean;
  token(): Promise<string | null>;
}
export interface Tried {
  route: string;
  method: string;
  public: boolean;
  caller: Caller;
  relation: Relation['name'];
  /** Whether the request named anything stored; if not, all relations send the same. */
  namesIds: boolean;
  /** Whether one of the ids was that of a stored row. */
  namesRow: boolean;
  status: number;
  text: string;
  requestId: string;
}
export interface Findings {
  tried: Tried[];
  /** How many requests that took: one that names nothing stored is the same for every relation. */
  requests: number;
  /** Sentences about rows that changed although they must not. */
  changes: string[];
}
type Sides = Record<'a' | 'b', Relation[]>;

/** Every given route, called by everybody, with ids of every relation. Refused calls and foreign rows are watched. */
export async function runCampaign(app: TestApp, callers: readonly Caller[], routes: readonly Owned<RouteDef>[]): Promise<Findings> {
  const found: Findings = { tried: [], requests: 0, changes: [] };
  const { a, b } = app.fixtures;
  const journal = await openJournal(app.kernel.platform, app.databaseUrl);
  const changes = async (): Promise<Changed> => {
    const noted = await journal.take();
    return { a: noted.get(a.tenant.id) ?? [], b: noted.get(b.tenant.id) ?? [] };
  };
  for (const caller of callers) {
    await revive(app);
    const sides = await relationsOf(app); // afresh: what the last caller did may have changed what there is
    await changes();
    let token = await caller.token();
    for (const route of inOrder(routes)) {
      if (route.def.rate) await app.kernel.platform('core_rate').delete(); // limits are not what is tried here
      const onlyReads = route.def.method === 'GET' && !READS_THAT_KEEP[route.def.id];
      if (!onlyReads) token = await caller.token(); // the last one may have been ended
      const [own, ...others] = sides[caller.side ?? 'a'];
      const foreign = caller.limited ? others.filter(({ name }) => name === 'own client' || name === 'missing') : others;
      const alike = !requestOf(app, route, nothing).namesIds;
      // What ought to be refused first, all at once; then the caller's own, which may change their own rows, unless no call may change any. A request
      // that names nothing is the same for every relation: sent twice at once, its answer is that of all of them.
      for (const relations of alike ? [[nothing, own!]] : onlyReads ? [[...foreign, own!]] : [foreign, [own!]]) {
        const attempt = (relation: Relation): Promise<Tried> => tryOne(app, route, caller, token, relation);
        // Long files are limited to few at a time, which is not what is tried here.
        const tried = route.def.inParts ? await inTurn(relations, attempt) : await Promise.all(relations.map(attempt));
        found.requests += tried.length;
        found.tried.push(...tried);
        if (alike)
          found.tried.push(...foreign.filter(({ name }) => name !== 'missing').map(({ name }) => ({ ...tried[0]!, relation: name })));
        found.changes.push(...wrongChanges(caller, tried, await changes()));
      }
    }
  }
  await journal.close();
  return found;
}

async function inTurn<A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<B[]> {
  const done: B[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

/** Tables of each agency that changed. */
type Changed = Record<'a' | 'b', string[]>;

/** Sentences about changes of rows that the calls had no right to change. */
function wrongChanges(caller: Caller, tried: readonly Tried[], changed: Changed): string[] {
  const { route, method } = tried[0]!;
  const allRefused = tried.every((t) => t.status >= 400);
  const sentences: string[] = [];
  for (const side of ['a', 'b'] as const) {
    if (changed[side].every((table) => allRefused && table === 'core_audit')) continue; // that it was refused is itself logged
    const what = `${caller.name}, ${route} (${tried.map((t) => `${t.relation} ${t.status}`).join(', ')}): ${changed[side].join(', ')} of agency ${side}`;
    if (allRefused && changed[side].every((table) => REFUSALS_THAT_COUNT[route]?.includes(table))) continue;
    if (allRefused) sentences.push(`refused, yet changed: ${what}`);
    else if (caller.side !== null && caller.side !== side) sentences.push(`changed a foreign agency: ${what}`);
    else if (method === 'GET' && changed[side].some((table) => table !== 'core_audit' && !READS_THAT_KEEP[route]?.includes(table)))
      sentences.push(`only read, yet changed: ${what}`);
  }
  return sentences;
}

/** Reading that may bring a copy up to date: route -> tables. */
const READS_THAT_KEEP: Record<string, readonly string[]> = {
  'site-id.pixel': ['capture_pixel'],
  'accounts.offer-secret': ['accounts_credential', 'core_tenant_key'], // the secret that was shown is the one that may be chosen
};
/**
 * Refusals that count for somebody: a failed sign-in is noted, logged and in the end mailed; a code that is asked for is mailed; whoever shows the payment provider a card
 * is known to it from then on, though it declines the card.
 */
const REFUSALS_THAT_COUNT: Record<string, readonly string[]> = {
  'accounts.login': ['accounts_credential', 'accounts_attempt', 'core_audit', 'core_mail'],
  'accounts.renew-recovery': ['accounts_challenge', 'core_mail'],
  ...Object.fromEntries(
    ['card-save', 'customer', 'customer-direct'].map((name) => [`payments.${name}`, ['payments_payer', 'payments_sandbox']]),
  ),
};

/** What is sent to the route, with ids of the relation. */
function requestOf(app: TestApp, { plugin, def }: Owned<RouteDef>, relation: Relation) {
  let namesIds = false;
  let namesRow = false;
  const stored = new Set(relation.rows.values());
  const ids = idsOf(app.kernel.registry, plugin, def, relation);
  const idOf = (name: string, schema: Schema) => {
    namesIds = true;
    const id = ids(name, schema);
    namesRow ||= stored.has(String(id));
    return id;
  };
  const params = (def.params ? validValue(def.params as Schema, idOf) : {}) as Record<string, unknown>;
  const query = (def.query ? validValue(def.query as Schema, idOf) : {}) as Record<string, unknown>;
  const body = def.body ? { body: validValue(def.body as Schema, idOf) } : {};
  const path = `/api${def.path.replace(/\{\/:([A-Za-z0-9_]+)\}|:([A-Za-z0-9_]+)/g, (_whole, tail?: string, name?: string) => `${tail ? '/' : ''}${encodeURIComponent(String(params[(tail ?? name)!] ?? '-'))}`)}`;
  const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)])).toString();
  return { path: search ? `${path}?${search}` : path, body, namesIds, namesRow };
}

async function tryOne(app: TestApp, route: Owned<RouteDef>, caller: Caller, token: string | null, relation: Relation): Promise<Tried> {
  const { def } = route;
  const { path, body, namesIds, namesRow } = requestOf(app, route, relation);
  const answer = await app.call(def.method, path, token, { ...body, headers: { 'idempotency-key': crypto.randomUUID() } });
  return {
    route: def.id,
    method: def.method,
    public: def.ability === 'public',
    caller,
    relation: relation.name,
    namesIds,
    namesRow,
    status: answer.status,
    text: answer.text,
    requestId: answer.headers.get('x-request-id') ?? '',
  };
}

/** Brings back what an earlier caller rightly removed, suspended or switched, so that the next one finds the same fixtures. */
async function revive({ kernel, fixtures }: TestApp): Promise<void> {
  const sides = [fixtures.a, fixtures.b];
  const people = [fixtures.operator, fixtures.sales, ...sides.flatMap((s) => [s.owner, s.admin, s.clients[0]!.user])];
  await kernel
    .platform('core_account')
    .whereIn(
      'id',
      people.map((p) => p.id),
    )
    .update({ removed_at: null, status: 'active', rights: null });
  await kernel
    .platform('core_tenant')
    .whereIn(
      'id',
      sides.flatMap((s) => [s.tenant.id, ...s.clients.map((c) => c.tenant.id)]),
    )
    .update({ removed_at: null });
  await kernel.platform('core_switch').delete();
  const features = kernel.registry.plugins.flatMap(({ manifest }) =>
    Object.keys(manifest.features ?? {}).map((f) => `${manifest.id}.${f}`),
  );
  if (features.length > 0)
    await kernel.platform('core_switch').insert(features.map((key) => ({ company_id: fixtures.root.id, key, is_on: true })));
  await kernel.features.refresh();
}

/** Reading first, ending last, so that early calls leave something for later ones. */
function inOrder(routes: readonly Owned<RouteDef>[]): Owned<RouteDef>[] {
  const rank = ({ def }: Owned<RouteDef>): number =>
    def.method === 'GET' ? 0 : def.method === 'DELETE' || /remove|delete|logout|password|end/.test(def.id) ? 2 : 1;
  return [...routes].sort((x, y) => rank(x) - rank(y));
}

async function relationsOf(app: TestApp): Promise<Sides> {
  const db = app.kernel.platform;
  const [a, b] = await Promise.all(
    (['a', 'b'] as const).map(async (side) => {
      const { tenant, owner, clients } = app.fixtures[side];
      const [client, sibling] = [clients[0]!, clients[1]!];
      return {
        agency: await relationTo(db, 'own', tenant, owner.id),
        client: await relationTo(db, 'own client', client.tenant, client.user.id),
        sibling: await relationTo(db, 'sibling client', sibling.tenant, sibling.user.id),
      };
    }),
  );
  const foreign = (r: { agency: Relation; client: Relation }): Relation[] => [
    { ...r.agency, name: 'other agency' },
    { ...r.client, name: "other agency's client" },
    nothing,
  ];
  return { a: [a!.agency, a!.client, a!.sibling, ...foreign(b!)], b: [b!.agency, b!.client, b!.sibling, ...foreign(a!)] };
}

const AREAS = ['AdsDesign', 'Campaign', 'LeadsPeek', 'Settings'] as const;
const grant = (enable: boolean, write: boolean) => ({ enable, create: write, update: write, delete: write });
const rightsWith = (of: (area: (typeof AREAS)[number]) => ReturnType<typeof grant>): Rights =>
  Object.fromEntries(AREAS.map((area) => [area, of(area)])) as unknown as Rights;
export const ONLY_READS = ['administrator who only reads', 'client who only reads'];
/** People with a limited role: each area off, each only to be read, and all of them. */
const LIMITS: [name: string, of: 'administrator' | 'client', rights: Rights][] = [
  ...AREAS.flatMap((area): [string, 'administrator', Rights][] => [
    [`administrator without ${area}`, 'administrator', rightsWith((of) => grant(of !== area, of !== area))],
    [`administrator who only reads ${area}`, 'administrator', rightsWith((of) => grant(true, of !== area))],
  ]),
  [ONLY_READS[0]!, 'administrator', rightsWith(() => grant(true, false))],
  [ONLY_READS[1]!, 'client', rightsWith(() => grant(true, false))],
];

/** Everybody that a request may come from. The caller of a route gets a fresh session, since the last route may have ended it. */
export async function everybody(app: TestApp): Promise<Caller[]> {
  const { a, b, operator, sales } = app.fixtures;
  const open =
    (person: Person, more: object = {}) =>
    () =>
      app.kernel.sessions.open({ accountId: person.id, ip: '127.0.0.1', agent: 'test', aal: 1, aalNeeded: 1, ...more });
  const suspended = a.clients[1]!.user;
  const ended = async (): Promise<string> => {
    const token = await open(a.owner)();
    await app.kernel.platform('core_session').where({ account_id: a.owner.id }).delete();
    return token;
  };
  const suspendedToken = await open(suspended)();
  await app.kernel.platform('core_account').where({ id: suspended.id }).update({ status: 'suspended' });
  const nobody = (name: string, token: () => Promise<string | null>): Caller => ({
    name,
    side: null,
    anonymous: true,
    ofClient: false,
    limited: false,
    token,
  });
  const somebody = (name: string, side: Caller['side'], token: () => Promise<string>): Caller => ({
    name,
    side,
    anonymous: false,
    ofClient: name.startsWith('client'),
    limited: false,
    token,
  });
  const limited = async (name: string, of: 'administrator' | 'client', rights: Rights): Promise<Caller> => {
    const tenant = of === 'client' ? a.clients[0]!.tenant : a.tenant;
    const person = await addPerson(app.kernel, tenant, of, `${name.replaceAll(/\W/g, '-')}@test.example`);
    await app.kernel
      .platform('core_account')
      .where({ id: person.id })
      .update({ name: 'limited', rights: JSON.stringify(rights) });
    return { ...somebody(name, 'a', open(person)), limited: true };
  };
  return [
    nobody('anonymous', async () => null),
    nobody('garbage token', async () => 'x'.repeat(43)),
    nobody('ended session', ended),
    nobody('suspended account', async () => suspendedToken),
    somebody('client', 'a', open(a.clients[0]!.user)),
    somebody('client of the other agency', 'b', open(b.clients[0]!.user)),
    somebody('view mode', 'a', open(a.owner, { viewedBy: operator.id })),
    somebody('administrator', 'a', open(a.admin)),
    somebody('agency owner', 'a', open(a.owner)),
    somebody('sales', null, open(sales)),
    somebody('operator', null, open(operator)),
    ...(await Promise.all(LIMITS.map(([name, of, rights]) => limited(name, of, rights)))),
  ];
}
