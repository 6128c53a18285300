import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asSystem } from '../../core/boot/as-system.ts';
import type { Tenant } from '../../core/contract.ts';
import { findTenant } from '../../core/data/tenant.ts';
import type { Kernel } from '../../core/kernel.ts';
import { Accounts } from '../../plugins/accounts/contract.ts';
import { Pixels } from '../../plugins/capture/contract.ts';
import { signIn } from './api-client.ts';
import { openBrightLeads, startClient } from './bright-leads.ts';
import { openJuniper } from './juniper.ts';
import { operate } from './operator.ts';
import { importDemoIntent } from './intent.ts';
import { importDemoPeople } from './people.ts';
import { visitBefore, visitFromOffices, visitShop } from './visits.ts';
import { DEMO_PASSWORD } from './companies.ts';

const OPERATOR = 'root@demo.test';
const PEOPLE = 50_000;
const RECORDS = 8_000;

/** What the shop must know of the demo installation; written beside the database. */
interface DemoNotes {
  campaignId: number;
  clientId: number;
  webhookSecret: string;
}
const notesFile = (kernel: Kernel): string => join(kernel.config.localDir, 'demo.json');
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
  say(`Importing ${PEOPLE.toLocaleString('en-US')} synthetic people ...`);
  await importDemoPeople(kernel, PEOPLE);
  await importDemoIntent(kernel, RECORDS);

  const shop = `http://localhost:${kernel.config.shopPort}`;
  say('Founding agencies, clients and campaigns ...');
  const agencyId = await operate(await signIn(origin, OPERATOR, DEMO_PASSWORD), { origin, shop, rootId: root.id });
  // The demo's cards are the sandbox's. With keys of a real provider nothing is charged, so what needs paying waits for a person's card.
  const hasSandbox = kernel.config.services.stripe === null;
  if (!hasSandbox)
    say('Payments go through Stripe: the demo keeps no cards, and its campaigns wait until somebody adds one and starts them.');
  const { clientId, campaignId } = await openBrightLeads(origin, agencyId, { shop, hasSandbox });
  const webhookSecret = await startClient(origin, shop);
  await openJuniper(origin, hasSandbox);

  await mkdir(kernel.config.localDir, { recursive: true });
  await writeFile(notesFile(kernel), JSON.stringify({ campaignId, clientId, webhookSecret } satisfies DemoNotes), { mode: 0o600 });
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
