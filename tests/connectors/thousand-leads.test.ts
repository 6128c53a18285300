import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../config/default.ts';
import type { ConnectorDef, Plugin } from '../../core/contract.ts';
import type { Trouble, VendorFake } from '../../plugins/connectors/integrations/vendor.fake.ts';
import { ConnectorDesk } from '../support/connector-desk.ts';
import { type Vendor, VENDORS } from './vendors.ts';

/**
 * A thousand leads through each connector, while the other system is too busy, breaks down, loses answers and revokes the key, and one of the people is
 * erased: at the end everybody is there once, or their lead stands where it can be sent again.
 */
const LEADS = 1_000;
/** Limits of the other systems pass so many times as fast, so that nobody waits for them here. */
const HURRY = 100;

/** One connector on its way: whose leads it sends, and how often somebody had to enter a new key. */
interface Trial {
  vendor: Vendor;
  fake: VendorFake;
  desk: ConnectorDesk;
  id: number;
  leads: readonly string[];
  repaired: number;
}
let desk: ConnectorDesk;
const fakes = new Map<Vendor, VendorFake>();
const trials = new Map<Vendor, Trial>();

const names = Array.from({ length: LEADS }, (_, n) => `Lead${String(n).padStart(4, '0')}`);
const addressOf = (name: string): string => `${name.toLowerCase()}@example.com`;
/** Whose lead is among the first that are sent. */
const ERASED = 5;
const REVOKED_AFTER = 700;
/** After so many calls an answer is lost on its way here. */
const LOST = [399, 799];

/** What befalls the calls, by how many there were before. */
function misfortune(fake: VendorFake): VendorFake['trouble'] {
  let outage = 0;
  return (_call, before): Trouble | null => {
    if (before === REVOKED_AFTER) fake.key = 'the-second-key-of-this-account';
    // Room for a person to enter the new key.
    if (before >= REVOKED_AFTER && before < REVOKED_AFTER + 20) return null;
    if (before >= 300 && outage < 3) return (outage += 1) === 2 ? 'reset' : 'down';
    if (LOST.includes(before)) return 'lost';
    return before % 250 === 249 ? 'busy' : null;
  };
}

/** All connectors at once, divided among the clients, since each of them waits for calls most of the time. */
beforeAll(async () => {
  for (const vendor of VENDORS) fakes.set(vendor, await vendor.fake().start());
  const written = VENDORS.filter(({ document }) => document === undefined);
  desk = await ConnectorDesk.open(configOf([...fakes]), await Promise.all(written.map(hurried)));
  for (const { connector, document } of VENDORS)
    if (document) await desk.publish(connector.slice(connector.indexOf('.') + 1), hurriedText(document));
  const { a, b } = desk.app.fixtures;
  const desks = [...a.clients, ...b.clients].map(({ user }) => desk.for(user));
  for (const [n, [vendor, fake]] of [...fakes].entries()) {
    const its = desks[n % desks.length]!;
    const id = await its.connect(vendor.connector, vendor.fields(fake));
    fake.trouble = misfortune(fake);
    trials.set(vendor, { vendor, fake, desk: its, id, leads: [], repaired: 0 });
  }
  for (const its of desks) {
    const leads = await its.make(...names);
    for (const trial of trials.values()) if (trial.desk === its) Object.assign(trial, { leads });
  }
  await desk.app.settle();
  while (await anyWaits()) {
    for (const trial of trials.values()) await repair(trial);
    await desk.endPauses();
    await desk.app.tick('integrations.deliver');
  }
  for (const { vendor, desk: its, leads } of trials.values())
    if (vendor.neverRevokes) await its.erase(leads[ERASED]!, addressOf(names[ERASED]!));
  await desk.app.tick('integrations.erase');
}, 600_000);
afterAll(async () => {
  await desk?.close();
  for (const fake of fakes.values()) fake.stop();
});

const configOf = (all: readonly (readonly [Vendor, VendorFake])[]): Partial<Config> => ({
  egressAllow: all.map(([, fake]) => fake.host),
  standIns: Object.fromEntries(all.flatMap(([{ hosts }, fake]) => hosts.map((host) => [host, fake.host]))),
  services: Object.assign({ stripe: null }, ...all.map(([{ services }, fake]) => services?.(fake) ?? {})) as Config['services'],
});

/** The plugin as it is installed, but for its rate. */
async function hurried({ connector }: Vendor): Promise<Plugin> {
  const name = connector.slice(0, connector.indexOf('.'));
  const { default: plugin } = (await import(`../../plugins/connectors/${name}/index.ts`)) as { default: Plugin };
  const faster = (def: ConnectorDef): ConnectorDef =>
    def.rate ? { ...def, rate: [def.rate].flat().map((rate) => ({ ...rate, seconds: rate.seconds / HURRY })) } : def;
  return { ...plugin, connectors: (plugin.connectors ?? []).map(faster) };
}

/** The same of one that is a document. */
function hurriedText(text: string): string {
  const document = JSON.parse(text) as { rate?: { calls: number; seconds: number } };
  return JSON.stringify(document.rate ? { ...document, rate: { ...document.rate, calls: document.rate.calls * HURRY } } : document);
}

const deliveries = () => desk.app.kernel.platform('integrations_delivery');

async function anyWaits(): Promise<boolean> {
  const broken = await desk.app.kernel.platform('integrations_connection').where({ state: 'reauthorise' }).first('id');
  return broken !== undefined || (await deliveries().whereIn('state', ['pending', 'failed']).first('id')) !== undefined;
}

/** Enters the new key where the old one was refused. Before that somebody asks to be erased, which must be remembered while nobody can be reached there. */
async function repair(trial: Trial): Promise<void> {
  const { vendor, fake, desk: its, id, leads } = trial;
  if ((await its.detail(id))['state'] !== 'reauthorise') return;
  const lead = leads[ERASED]!;
  if (await deliveries().where({ lead_id: lead }).whereNot({ state: 'delivered' }).first('id')) return;
  await its.erase(lead, addressOf(names[ERASED]!));
  const changed = await its.change(id, vendor.connector, vendor.fields(fake));
  expect(changed.status, changed.text).toBe(200);
  trial.repaired += 1;
}

/** How many deliveries of a connection there are in each state. */
async function tallyOf(id: number): Promise<Record<string, number>> {
  const rows: { state: string; count: number }[] = await deliveries()
    .where({ connection_id: id })
    .groupBy('state')
    .select('state', desk.app.kernel.platform.raw('count(*)::int as count'));
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

test.each(VENDORS.map((vendor) => [vendor.connector, vendor] as const))('%s', async (connector, vendor) => {
  const { fake, id, repaired, desk: its } = trials.get(vendor)!;
  expect(repaired).toBe(vendor.neverRevokes ? 0 : 1);
  expect(await its.detail(id)).toMatchObject({ state: 'ok' });
  const { delivered = 0, held = 0, ...others } = await tallyOf(id);
  expect([others, delivered + held]).toEqual([{}, LEADS]);
  const isErasable = desk.app.kernel.registry.connectors.get(connector)!.def.erase !== null;
  const erasures = await desk.app.kernel.platform('integrations_erasure').where({ connection_id: id });
  expect(erasures).toMatchObject([{ state: isErasable ? 'done' : 'manual' }]);
  const told = fake.people();
  const there = [...new Set(told)];
  expect(told.length - there.length).toBe(vendor.repeats ? LOST.length : 0);
  const expected = new Set(names.map(addressOf));
  if (isErasable) expected.delete(addressOf(names[ERASED]!));
  expect(there.filter((address) => !expected.has(address))).toEqual([]);
  // Whoever is not there stands among the held leads of the connection.
  expect(expected.size - there.length).toBe(held);
});
