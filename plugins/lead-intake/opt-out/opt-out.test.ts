import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Visitors } from '../capture/fakes/visitors.fake.ts';
import { personKeyOf } from '../capture/shared.ts';
import { Pixels } from '../capture/contract.ts';
import { Receiver } from '../../connectors/integrations/receiver.fake.ts';
import { NOBODY } from '../leads/shared.ts';
import { leadTokens, LINK_DAYS } from './link.ts';
import { MOST_OF_ALL, MOST_OF_BRAND } from './mails.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
let visitors: Visitors;
let receiver: Receiver;
let campaign: { id: number; key: string };
let serial = 0;
beforeAll(async () => {
  receiver = await Receiver.start();
  app = await startTestApp({ config: { trustedHops: 1, egressAllow: [receiver.host] } });
  visitors = new Visitors(app);
  const { owner, clients } = app.fixtures.a;
  const body = { companyID: clients[0]!.tenant.id, leadspeekType: 'local', campaignName: 'Coffee', urlCode: 'https://shop.example/' };
  const id: number = (await app.call('POST', '/api/leadspeek/client/create', owner, { body })).body.leadspeek_api_id;
  await db()('campaigns_campaign')
    .where({ id })
    .update({ status: 'active', require_email: true, require_phone: false, require_address: false });
  const { key } = await app.inside(clients[0]!.tenant, 'capture', (ctx) => ctx.use(Pixels).of(id));
  campaign = { id, key };
});
afterAll(async () => {
  await app?.close();
  receiver?.stop();
});
beforeEach(async () => {
  app.clockOffset = 0;
  await db()('core_rate').delete();
});
const db = () => app.kernel.platform;
const newAddress = (): string => `stranger${++serial}@people.example`;

interface Said {
  status: number;
  body: any;
}
/** A call at a host, whose name `fetch` would not send. */
const at = (host: string, method: string, path: string, body?: object, ip = '192.0.2.1', language = 'en'): Promise<Said> =>
  new Promise((resolve, reject) => {
    const { port } = app.serving;
    const text = body ? JSON.stringify(body) : '';
    const headers = {
      host: `${host}:${port}`,
      'x-forwarded-for': ip,
      'accept-language': language,
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const call = request({ host: 'localhost', port, path: `/api${path}`, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const said = Buffer.concat(parts).toString();
        resolve({ status: answer.statusCode!, body: said.startsWith('{') ? JSON.parse(said) : said });
      });
    });
    call.on('error', reject).end(text);
  });
const ask = (email: string, host = 'a.localhost', ip = '192.0.2.1', language = 'en') =>
  at(host, 'POST', '/opt-out', { email }, ip, language);
interface Mail {
  recipient: string;
  subject: string;
  body: string;
}
const mailsTo = async (address: string): Promise<Mail[]> => {
  await app.settle();
  return ((await app.call('GET', '/dev/mail?json')).body as Mail[]).filter(({ recipient }) => recipient === address);
};
/** Throws what is wrong where this holds of the counts, which nobody but the owner of the schema may look at. */
const mails = (wrong: string, what: string): Promise<void> =>
  app.asOwner(`do $$ begin if ${wrong} then raise exception '${what}'; end if; end $$`);
/** The token in the newest mail to somebody. */
async function tokenFor(address: string, host = 'a.localhost'): Promise<string> {
  expect((await ask(address, host)).status).toBe(200);
  const texts = (await mailsTo(address)).map(({ body }) => /\/opt-out\/confirm\/(\S+)/.exec(body)![1]!);
  expect(texts.length).toBeGreaterThan(0);
  for (const token of texts) if ((await at(host, 'GET', `/opt-out/link/${token}`)).status === 200) return token;
  throw new Error('no link of this host');
}
const listed = async (who: Person, search = '') =>
  (await app.call('GET', `/api/exclusions/opt-outs${search && `?search=${encodeURIComponent(search)}`}`, who)).body;
/** How the next visit of somebody on the client's website ends. */
async function visit(name: string): Promise<string> {
  await db()('capture_visit').delete();
  expect((await visitors.beacon({ k: campaign.key, v: `${name}-visitor` })).status).toBe(204);
  const ended = async (): Promise<string | null> => {
    await app.settle();
    return (await db()('capture_visit').first('outcome'))?.outcome ?? null;
  };
  await expect.poll(ended, { timeout: 60_000 }).not.toBeNull();
  return (await db()('capture_visit').first('outcome')).outcome;
}
async function leadOf(email: string): Promise<string> {
  const { tenant } = app.fixtures.a.clients[0]!;
  const id = randomUUID();
  await db()('leads_lead').insert({
    id,
    company_id: tenant.id,
    agency_id: tenant.agencyId,
    root_id: tenant.rootId,
    campaign_id: campaign.id,
    product: 'local',
    person_key: personKeyOf(app.kernel, { ...NOBODY, email })!,
    first_name: 'Zoe',
    email,
    source: 'capture.page-view',
    evidence: {},
    retail_cents: 150,
    created_at: new Date(),
    last_seen_at: new Date(),
  });
  return id;
}

describe('an opt-out', () => {
  test('takes the mailbox: asked for, mailed, opened without effect, confirmed; the next visit is nobody’s lead', async () => {
    const name = `walker${++serial}`;
    await visitors.known([name]);
    const address = `${name}@people.example`;
    expect(await visit(name)).not.toBe('excluded');
    const answer = await ask(` ${address.toUpperCase()} `.trim());
    expect(answer).toMatchObject({ status: 200, body: { result: 'success' } });
    const [mail] = await mailsTo(address);
    expect(mail!.subject).toBe('Confirm that you want to opt out');
    expect(mail!.body).toContain('Agency A');
    const token = /\/opt-out\/confirm\/(\S+)/.exec(mail!.body)![1]!;
    // Neither the address nor anything of it can be read from the link.
    expect(Buffer.from(token.slice(3), 'base64url').toString('latin1')).not.toContain('walker');
    expect((await at('a.localhost', 'GET', `/opt-out/link/${token}`)).body).toEqual({
      who: 'w***@people.example',
      state: 'open',
      may_erase: true,
    });
    await db()('leads_claim').delete();
    expect(await visit(name)).not.toBe('excluded');
    expect((await at('a.localhost', 'POST', '/opt-out/confirm', { token })).body.message).toBe('You have opted out.');
    expect((await at('a.localhost', 'POST', '/opt-out/confirm', { token })).status).toBe(200); // a double click
    expect((await at('a.localhost', 'GET', `/opt-out/link/${token}`)).body.state).toBe('out');
    expect(await visit(name)).toBe('excluded');

    // The agency sees that it was somebody, and when; it can find an address that it knows, and change nothing.
    const hash = createHash('sha256').update(address).digest('hex');
    expect((await listed(app.fixtures.a.owner, address)).data).toEqual([
      { id: expect.any(Number), hash, kind: 'sha256', source: 'person', at: expect.any(String) },
    ]);
    const { a, b } = app.fixtures;
    for (const who of [a.owner, a.clients[0]!.user]) {
      await app.call('POST', '/api/leadspeek/suppressionlist/purge', who, { body: { paramID: who.tenant.id, campaignType: 'client' } });
      const { total } = await listed(a.owner, address);
      expect(total).toBe(1);
    }
    expect((await listed(a.clients[0]!.user)).data).toBeUndefined();
    expect((await listed(b.owner)).total).toBe(0);
    expect(await visit(name)).toBe('excluded');

    // Only the link takes it back, and nothing that the agency listed itself.
    expect((await app.call('POST', '/api/exclusions', a.owner, { body: { entry: address } })).status).toBe(200);
    expect((await at('a.localhost', 'POST', '/opt-out/undo', { token })).body.message).toBe('Your opt-out has been undone.');
    expect((await listed(a.owner, address)).total).toBe(0);
    expect(await visit(name)).toBe('excluded');
    const [entry] = (await app.call('GET', `/api/exclusions?search=${address}`, a.owner)).body.data;
    await app.call('DELETE', `/api/exclusions/${entry.id}`, a.owner);
    expect(await visit(name)).not.toBe('excluded');
    const log = await db()('core_audit').whereIn('action', ['opt-out.confirmed', 'opt-out.taken-back']);
    expect(log.map((row: { action: string }) => row.action).sort()).toEqual(['opt-out.confirmed', 'opt-out.taken-back']);
    expect(JSON.stringify(log)).not.toContain(name);
  });

  test('reads the language in which it was asked for', async () => {
    const address = newAddress();
    const { body } = await ask(address, 'a.localhost', '192.0.2.9', 'ar');
    expect(body.message).toContain('رابط تأكيد');
    expect((await mailsTo(address))[0]!.subject).toBe('أكّد رغبتك في إلغاء الاشتراك');
  });

  test('answers the same whether somebody is known, unknown or has opted out, and a wrong address is a 422', async () => {
    const known = newAddress();
    await leadOf(known);
    const out = newAddress();
    await at('a.localhost', 'POST', '/opt-out/confirm', { token: await tokenFor(out) });
    const answers = [await ask(known), await ask(newAddress()), await ask(out)];
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await ask('nobody')).status).toBe(422);
    expect((await ask(newAddress(), 'unknown.localhost')).status).toBe(404);
  });

  test('is a few mails a day, however many strangers type the address and wherever', async () => {
    const victim = newAddress();
    const calls = Array.from({ length: 60 }, (_, n) => ask(victim, n % 2 ? 'a.localhost' : 'b.localhost', `198.51.100.${n}`));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(await mailsTo(victim)).toHaveLength(Math.min(MOST_OF_ALL, 2 * MOST_OF_BRAND));
    for (let n = 0; n < 3; n += 1) await ask(victim, 'localhost', `203.0.113.${n}`);
    expect(await mailsTo(victim)).toHaveLength(MOST_OF_ALL);
    // What is kept of it names nobody, and is gone after a day; then the person may ask again.
    await mails('not exists (select from opt_out_mail)', 'nothing was counted');
    await mails(`exists (select from opt_out_mail m where encode(m.whom, 'escape') like '%people%')`, 'an address is kept');
    app.clockOffset = 25 * 3_600_000;
    await app.tick('opt-out.forget-mails');
    await mails('exists (select from opt_out_mail)', 'counts are kept');
    await ask(victim);
    expect(await mailsTo(victim)).toHaveLength(MOST_OF_ALL + 1);
  });

  test('of one address of the network is limited', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await ask(newAddress(), 'a.localhost', '192.0.2.77')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  test('link is good for its brand, for its time, and as it was handed out', async () => {
    const token = await tokenFor(newAddress());
    for (const path of ['confirm', 'erase', 'undo']) {
      expect((await at('b.localhost', 'POST', `/opt-out/${path}`, { token })).status).toBe(403);
      expect((await at('a.localhost', 'POST', `/opt-out/${path}`, { token: `${token.slice(0, -6)}AAAAAA` })).status).toBe(403);
      expect((await at('a.localhost', 'POST', `/opt-out/${path}`, { token: 'v1.short' })).status).toBe(422);
    }
    app.clockOffset = (LINK_DAYS + 1) * 86_400_000;
    expect((await at('a.localhost', 'POST', '/opt-out/confirm', { token })).status).toBe(403);
  });

  test('at the root’s own brand counts for all agencies', async () => {
    const address = newAddress();
    const token = await tokenFor(address, 'localhost');
    expect((await at('localhost', 'GET', `/opt-out/link/${token}`)).body.may_erase).toBe(false);
    expect((await at('localhost', 'POST', '/opt-out/erase', { token })).status).toBe(409);
    await at('localhost', 'POST', '/opt-out/confirm', { token });
    expect((await listed(app.fixtures.operator, address)).total).toBe(1);
    const { rows } = await db().raw('select * from exclusions_screen(?, ?, array[null]::bytea[], array[null]::bytea[], array[null])', [
      [app.fixtures.b.clients[0]!.tenant.id],
      [address],
    ] as never);
    expect(rows).toHaveLength(1);
  });
});

describe('the link of a lead', () => {
  test('has a mail sent to its person, and does nothing else for whoever holds it', async () => {
    const address = newAddress();
    const token = leadTokens(app.kernel)(await leadOf(address));
    expect((await at('a.localhost', 'GET', `/opt-out/lead/${token}`)).body).toEqual({ who: 's***@people.example' });
    expect((await at('a.localhost', 'POST', '/opt-out/lead', { token })).status).toBe(200);
    expect(await mailsTo(address)).toHaveLength(1);
    expect((await listed(app.fixtures.a.owner, address)).total).toBe(0);
    // Of another agency's brand, of nobody, and changed: all the same.
    expect((await at('b.localhost', 'GET', `/opt-out/lead/${token}`)).status).toBe(403);
    expect((await at('a.localhost', 'GET', `/opt-out/lead/${leadTokens(app.kernel)(randomUUID())}`)).status).toBe(403);
    expect((await at('a.localhost', 'GET', `/opt-out/lead/${token.slice(0, -4)}AAAA`)).status).toBe(403);
  });
});

describe('an opt-out with deletion', () => {
  test('is a privacy request of the person: erased here and where their leads went, with a receipt', async () => {
    const { owner } = app.fixtures.a;
    const address = newAddress();
    const id = await leadOf(address);
    const connected = await app.call('POST', '/api/integrations/connect/connector-webhook.webhook', owner, {
      body: { name: 'Hook', url: receiver.url('/hook') },
    });
    expect(connected.status, connected.text).toBe(200);
    await db()('integrations_delivery').insert({
      company_id: owner.tenant.id,
      connection_id: connected.body.id,
      lead_id: id,
      state: 'delivered',
      response: 'HTTP 200',
      attempts: 1,
      finished_at: new Date(),
    });
    const token = await tokenFor(address);
    const answers = await Promise.all([1, 2, 3].map(() => at('a.localhost', 'POST', '/opt-out/erase', { token })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const requests = (await app.call('GET', '/api/privacy/requests', owner)).body.data;
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ asked_by: 'The person' });
    expect(answers[0]!.body.message).toContain(String(requests[0].id));
    await app.settle();
    await app.tick('privacy.erase');
    await app.tick('integrations.erase');
    await expect.poll(async () => (await app.call('GET', `/api/privacy/requests/${requests[0].id}`, owner)).body.state).toBe('erased');
    expect(await db()('leads_lead').where({ id }).first('email', 'first_name')).toEqual({ email: '', first_name: '' });
    const elsewhere = (await app.call('GET', `/api/privacy/requests/${requests[0].id}/elsewhere`, owner)).body.data;
    expect(elsewhere).toMatchObject([{ name: 'Hook' }]);
    expect((await listed(owner, address)).total).toBe(1);
    // The link still works, and finds nothing more to erase.
    expect((await at('a.localhost', 'GET', `/opt-out/link/${token}`)).body.state).toBe('out');
  });
});
