import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asSystem } from '../../core/boot/as-system.ts';
import type { Tenant } from '../../core/contract.ts';
import { findTenant } from '../../core/data/tenant.ts';
import type { Kernel } from '../../core/kernel.ts';
import { Accounts } from '../../plugins/foundation/accounts/contract.ts';
import { Pixels } from '../../plugins/lead-intake/capture/contract.ts';
import { answerOf, signIn } from './api-client.ts';
import { keepCards, type OpenAgency, startAll } from './agency.ts';
import { openBrightLeads, startClient } from './bright-leads.ts';
import { CAMPAIGNS, SHOP_CAMPAIGN } from './campaigns.ts';
import { buyLeads, openCobalt, openJuniper } from './card-agencies.ts';
import { COBALT_CLIENTS, FERN, HARBOR, JUNIPER_CLIENTS } from './clients.ts';
import { DAY_MS } from './history/plan.ts';
import { extendHistory, layHistory, settleHistory, stretchTo } from './history/index.ts';
import { operate } from './operator.ts';
import { importDemoIntent } from './intent.ts';
import { importDemoPeople } from './people.ts';
import { visitBefore, visitFromOffices, visitShop } from './visits.ts';
import { BRIGHT, COBALT, DEMO_PASSWORD, JUNIPER } from './companies.ts';

const OPERATOR = 'root@demo.test';
const PEOPLE = 20_000;
const RECORDS = 8_000;

/** What the shop must know of the demo installation; written beside the database. */
interface DemoNotes {
  campaignId: number;
  clientId: number;
  webhookSecret: string;
  /** Of what days there is a history; left out where there is none. */
  history?: { origin: string; to: string };
}
const notesFile = (kernel: Kernel): string => join(kernel.config.localDir, 'demo.json');
async function writeNotes(kernel: Kernel, notes: DemoNotes): Promise<void> {
  await mkdir(kernel.config.localDir, { recursive: true });
  await writeFile(notesFile(kernel), JSON.stringify(notes), { mode: 0o600 });
}
const readNotes = async (kernel: Kernel): Promise<DemoNotes | null> =>
  readFile(notesFile(kernel), 'utf8').then(
    (text) => JSON.parse(text) as DemoNotes,
    () => null,
  );

/** The first root company and its host; everything else is made through the product itself. */
async function makeRoot(kernel: Kernel): Promise<Tenant> {
  const [{ id }] = (await kernel.platform('core_tenant').insert({ kind: 'root', name: 'Northlight' }).returning('id')) as [{ id: number }];
  await kernel.platform('core_host').insert({ host: 'localhost', tenant_id: id, verified_at: new Date() });
  return (await findTenant(kernel.platform, id))!;
}

/** Fills an empty installation the way its people would, each through the API: the operator, an agency, a client. */
export async function seedDemo(kernel: Kernel, origin: string, say: (line: string) => void): Promise<void> {
  say('First start: making the demo installation ...');
  const root = await makeRoot(kernel);
  await makeOperator(kernel, root);
  const shop = `http://localhost:${kernel.config.shopPort}`;
  // With keys of a real provider nothing is charged: the demo's cards are the sandbox's, so what needs paying waits for a person's card.
  const hasSandbox = kernel.config.services.stripe === null;
  if (!hasSandbox)
    say('Payments go through Stripe: the demo keeps no cards, and its campaigns wait until somebody adds one and starts them.');
  say(`Founding agencies, clients and campaigns, and importing ${PEOPLE.toLocaleString('en-US')} synthetic people ...`);
  // The database imports while the product answers.
  const [opened] = await Promise.all([foundAgencies(origin, { shop, rootId: root.id, hasSandbox }), importAll(kernel)]);
  const [bright, juniper] = opened;
  const notes: DemoNotes = {
    campaignId: bright.campaigns.get(SHOP_CAMPAIGN)!,
    clientId: bright.clients.get(HARBOR.company)!,
    webhookSecret: await startClient(origin, shop),
  };
  // What is delivered from now on is signed with it.
  await writeNotes(kernel, notes);
  const history = hasSandbox ? await giveHistory(kernel, opened, say) : undefined;
  await buyLeads(origin, juniper.owner, juniper.clients.get(FERN.company)!, hasSandbox);
  if (history) await writeNotes(kernel, { ...notes, history });
}

async function importAll(kernel: Kernel): Promise<void> {
  await importDemoPeople(kernel, PEOPLE);
  await importDemoIntent(kernel, RECORDS);
}

/** The operator's agencies, and the clients and campaigns of three of them. */
async function foundAgencies(
  origin: string,
  { shop, rootId, hasSandbox }: { shop: string; rootId: number; hasSandbox: boolean },
): Promise<[bright: OpenAgency, juniper: OpenAgency, cobalt: OpenAgency]> {
  const agencies = await operate(await signIn(origin, OPERATOR, DEMO_PASSWORD), { origin, shop, rootId });
  const bright = await openBrightLeads(origin, agencies.get(BRIGHT.name)!, { shop, hasSandbox });
  const juniper = await openJuniper(origin, agencies.get(JUNIPER.name)!, hasSandbox);
  return [bright, juniper, await openCobalt(origin, agencies.get(COBALT.name)!, hasSandbox)];
}

/** Ninety days in which the campaigns collected, and lets them go on from there. */
async function giveHistory(
  kernel: Kernel,
  agencies: readonly OpenAgency[],
  say: (line: string) => void,
): Promise<NonNullable<DemoNotes['history']>> {
  say('Laying ninety days of history ...');
  for (const { id, clients } of agencies) await keepCards(kernel, id, [...JUNIPER_CLIENTS, ...COBALT_CLIENTS], clients);
  for (const agency of agencies) await tagWebsites(kernel, agency);
  const stretch = stretchTo(kernel.now());
  const laid = await timed(() => layHistory(kernel, stretch));
  await Promise.all(agencies.map(startAll));
  const settled = await timed(() => settleHistory(kernel, stretch));
  say(`  ${((laid + settled) / 1_000).toFixed(1)} s of it in the database`);
  for (const agency of agencies) await nearBudgets(kernel, agency);
  return { origin: stretch.origin.toISOString(), to: stretch.to.toISOString() };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The pixels of campaigns that visits came from: their history says when each was seen. */
async function tagWebsites(kernel: Kernel, { id, campaigns }: OpenAgency): Promise<void> {
  const agency = (await findTenant(kernel.platform, id))!;
  await asSystem(kernel, agency, async (ctx) => {
    for (const { name, type, life } of CAMPAIGNS) {
      const campaign = campaigns.get(name);
      if (type === 'local' && life && campaign !== undefined) await ctx.use(Pixels).of(campaign);
    }
  });
}

/** Sets the month's budget of some campaigns just above what they have spent. */
async function nearBudgets(kernel: Kernel, { owner, clients, campaigns }: OpenAgency): Promise<void> {
  for (const { client, name } of CAMPAIGNS.filter(({ life }) => life?.nearBudget)) {
    const [companyID, leadspeekID] = [clients.get(client), campaigns.get(name)];
    if (companyID === undefined || leadspeekID === undefined) continue;
    const row = (await kernel
      .platform('campaigns_window')
      .where({ campaign_id: leadspeekID, kind: 'cents' })
      .orderBy('starts_on', 'desc')
      .first('used')) as { used: string } | undefined;
    const dollars = Math.ceil((Number(row?.used ?? 0) * 1.06 + 400) / 100);
    answerOf(await owner.PUT('/api/leadspeek/client/update', { body: { companyID, leadspeekID, CostMaxLead: `${dollars}.00` } }));
  }
}

/** Lays the days that have passed since the demo was last started, if it is a day or more: today is always the last day of its history. */
export async function catchUp(kernel: Kernel, say: (line: string) => void): Promise<void> {
  const notes = await readNotes(kernel);
  const now = kernel.now();
  if (!notes?.history || now.getTime() - Date.parse(notes.history.to) < DAY_MS) return;
  say('Laying the days since the last start ...');
  const { origin, to } = notes.history;
  await extendHistory(kernel, { origin: new Date(origin), from: new Date(to), to: now }, () =>
    writeNotes(kernel, { ...notes, history: { origin, to: now.toISOString() } }),
  );
}

/** Nobody is there yet who could invite the first person. */
async function makeOperator(kernel: Kernel, root: Tenant): Promise<void> {
  await kernel.features.refresh();
  await asSystem(kernel, root, (ctx) =>
    ctx.use(Accounts).create({
      company: root,
      email: OPERATOR,
      name: 'Riley Root',
      userType: 'user',
      isSystem: true,
      password: DEMO_PASSWORD,
    }),
  );
}

async function pixelOf(kernel: Kernel): Promise<{ key: string; script: string } | null> {
  const notes = await readNotes(kernel);
  const client = notes && (await findTenant(kernel.platform, notes.clientId));
  return client ? asSystem(kernel, client, (ctx) => ctx.use(Pixels).of(notes.campaignId)) : null;
}

/** The pixel of the demo campaign as a script tag. */
export const demoPixel = async (kernel: Kernel): Promise<string> => (await pixelOf(kernel))?.script ?? '';

/** A first morning in the shop, once it is open: its leads are delivered there too. */
export async function firstVisits(kernel: Kernel, origin: string, shopPort: number): Promise<void> {
  const [pixel, notes] = [await pixelOf(kernel), await readNotes(kernel)];
  const shop = `http://localhost:${shopPort}`;
  if (!pixel || !notes) return;
  await visitBefore(kernel, notes.campaignId, shop);
  await visitShop(kernel, origin, pixel.key, shop);
  await visitFromOffices(kernel, notes.campaignId, shop);
}

/** The signing secret of the demo webhook, or empty. */
export const demoWebhookSecret = async (kernel: Kernel): Promise<string> => (await readNotes(kernel))?.webhookSecret ?? '';

/** What `npm start` prints. */
export function describeDemo(kernel: Kernel, shopPort: number): string[] {
  return [
    '',
    `  Product    ${kernel.config.publicOrigin}   (agency host: ${kernel.config.publicOrigin.replace('localhost', 'bright.localhost')})`,
    `  Demo shop  http://localhost:${shopPort}   browse it as somebody and watch the lead arrive`,
    `  Mail       ${kernel.config.publicOrigin}/dev/mail`,
    `  Accounts   root@demo.test  sales@demo.test  agency@demo.test  admin@demo.test  analyst@demo.test  client@demo.test  newcomer@demo.test`,
    `             juniper@demo.test  payer@demo.test   (an agency that charges cards, and its client)`,
    `  Password   ${DEMO_PASSWORD}`,
    '',
  ];
}
