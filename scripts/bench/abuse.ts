import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type pg from 'pg';
import { Pool } from 'undici';
import type { Tenant } from '../../core/contract.ts';
import { textTable } from './text-table.ts';

/** A running product that believes the first `X-Forwarded-For`, and one of its clients whose agency can pay. */
export interface Target {
  url: string;
  platform: Knex;
  /** Of the schema: the product itself can neither write nor search the graph. */
  owner: Pick<pg.Client, 'query'>;
  client: Tenant;
}
export interface Attack {
  name: string;
  addresses: number;
  /** The attacker fetches the script's token from each of the addresses first. */
  token: boolean;
}
export interface Damage extends Attack {
  forged: number;
  /** Forged visits that became leads and were charged. */
  charged: number;
  held: number;
  /** Forged visits that were refused at the endpoint or in the pipeline. */
  refused: number;
  real: number;
  /** Real people who are neither a lead nor held for review. */
  lost: number;
  realHeld: number;
  /** Longest time from a real person's page view to the lead. */
  slowestMs: number;
  totalMs: number;
}

export const ATTACKS: readonly Attack[] = [
  { name: 'one address', addresses: 1, token: false },
  { name: 'one address, with the token', addresses: 1, token: true },
  { name: '50 addresses', addresses: 50, token: false },
  { name: '50 addresses, with the token', addresses: 50, token: true },
];
/** A few people from each of many networks: no place stands out, only the campaign's pace does. */
export const DISTRIBUTED: Attack = { name: '500 addresses, with the token', addresses: 500, token: true };
const SITE = 'https://shop.example';
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const WIDTH = 32;
/** Real people among the flood: known to the graph by their browser, new ones each at home, and new ones in one office. */
const REAL = { known: 20, atHome: 20, office: 5 };
const PATIENCE_MS = 180_000;

let serial = 0;

/** Sends forged page views that name people of the graph, with real people's among them, and answers what came of both. */
export async function attack(target: Target, how: Attack, beacons: number, work: () => Promise<void> = async () => {}): Promise<Damage> {
  serial += 1;
  const run = `run${serial}`;
  const { id, key } = await addPixel(target, run);
  const forged = Array.from({ length: beacons }, (_, n) => `${run}-forged${n}@people.example`);
  const real = Array.from({ length: REAL.known + REAL.atHome + REAL.office }, (_, n) => `${run}-real${n}@people.example`);
  await addPeople(target.owner, [...forged, ...real], real.slice(0, REAL.known));
  const pool = new Pool(target.url, { connections: WIDTH });
  const beacon = (email: string, ip: string, token: string) => send(pool, { key, email, ip, token });
  const tokens = new Map<string, string>();
  for (let n = 0; how.token && n < how.addresses; n += 1) tokens.set(attackerOf(n), await tokenOf(pool, key, attackerOf(n)));

  const began = Date.now();
  const people = real.map(async (email, n) => {
    const ip = n < REAL.known + REAL.atHome ? `10.${100 + serial}.${n}.7` : `10.${100 + serial}.250.7`;
    const token = await tokenOf(pool, key, ip);
    // Spread over the flood; those of the office two seconds after one another.
    await sleep(n < REAL.known + REAL.atHome ? n * 50 : (n - REAL.known - REAL.atHome) * 2_200);
    await beacon(email, ip, token);
  });
  let next = 0;
  const attacker = async (): Promise<void> => {
    while (next < forged.length) {
      const n = next++;
      const ip = attackerOf(n % how.addresses);
      await beacon(forged[n]!, ip, tokens.get(ip) ?? '');
    }
  };
  await Promise.all([...people, ...Array.from({ length: WIDTH }, attacker)]);
  await workedOff(target.platform, id, work);
  const totalMs = Date.now() - began;
  await pool.close();
  return { ...how, ...(await damage(target, id, run, forged.length, real.length)), totalMs };
}

/** Each in a network of its own. */
const attackerOf = (n: number): string => `100.${64 + (serial % 16) * 2 + (n >> 8)}.${n & 255}.66`;

async function addPixel({ platform, client }: Target, name: string): Promise<{ id: number; key: string }> {
  const owner = { company_id: client.id, agency_id: client.agencyId, root_id: client.rootId };
  const common = { product: 'local', status: 'active', timezone: 'America/Chicago' };
  const [{ id }] = (await platform('campaigns_campaign')
    .insert({ ...owner, ...common, name, retail_cents: 150, active_retail_cents: 150, require_email: false })
    .returning('id')) as [{ id: number }];
  const key = `abuse${id}`.padEnd(16, '0');
  await platform('capture_pixel').insert({
    ...owner,
    ...common,
    campaign_id: id,
    key,
    plugin: 'site-id',
    hosts: ['shop.example', '*.shop.example'],
  });
  return { id, key };
}

/** People of the graph by their e-mail addresses; the browsers of some are known as well. */
async function addPeople(owner: Target['owner'], emails: readonly string[], known: readonly string[]): Promise<void> {
  await owner.query(
    `with given as (select email from unnest($1::text[]) as g (email)), added as (
       insert into capture_person (person_key, first_name, email, state, zip, source)
       select sha256(convert_to(email, 'UTF8')), 'Somebody', email, 'IL', '60601', 'bench' from given returning id, email)
     insert into capture_identity (kind, value, person_id)
       select 'sha256', sha256(convert_to(email, 'UTF8')), id from added
       union all select 'visitor', convert_to(visitor, 'UTF8'), a.id from unnest($2::text[], $3::text[]) as k (email, visitor) join added a using (email)`,
    [emails, known, known.map(visitorOf)],
  );
}

const visitorOf = (email: string): string => createHash('sha1').update(email).digest('hex').slice(0, 32);

async function tokenOf(pool: Pool, key: string, ip: string): Promise<string> {
  const answer = await pool.request({ method: 'GET', path: `/px/${key}.token`, headers: { 'x-forwarded-for': ip } });
  return ((await answer.body.json()) as { s: string }).s;
}

async function send(pool: Pool, { key, email, ip, token }: { key: string; email: string; ip: string; token: string }): Promise<void> {
  const answer = await pool.request({
    method: 'POST',
    path: '/collect',
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': AGENT, origin: SITE, 'x-forwarded-for': ip },
    body: JSON.stringify({
      k: key,
      v: visitorOf(email),
      u: `${SITE}/${email.length}`,
      e: createHash('sha256').update(email).digest('hex'),
      s: token,
    }),
  });
  await answer.body.dump();
}

/** Waits until no visit of the campaign is on its way any more. */
async function workedOff(platform: Knex, campaignId: number, work: () => Promise<void>): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  await sleep(1_200); // counters of the endpoint are written each second
  for (;;) {
    await work();
    const open = await platform('capture_visit').where({ campaign_id: campaignId }).whereIn('state', ['pending', 'lookup']).first('slot');
    if (!open) return;
    if (Date.now() > until) throw new Error('The pipeline did not come to an end.');
    await sleep(100);
  }
}

async function damage({ platform, owner }: Target, campaignId: number, run: string, forged: number, real: number) {
  const leads = (await platform('leads_lead').where({ campaign_id: campaignId }).pluck('email')) as string[];
  const charged = leads.filter((email) => email.startsWith(`${run}-forged`)).length;
  const { rows } = await owner.query<{ email: string }>(
    `select p.email from capture_visit v join capture_identity i on i.kind = 'sha256' and i.value = v.email_hash
     join capture_person p on p.id = i.person_id where v.campaign_id = $1 and v.state = 'review'`,
    [campaignId],
  );
  const held = rows.filter(({ email }) => email.startsWith(`${run}-forged`)).length;
  const realHeld = rows.length - held;
  // A lead's id holds the moment of its visit; its row and that of the visit are written when it is worked.
  const { rows: slow } = (await platform.raw(
    `select coalesce(max(extract(epoch from o.created_at - l.created_at) * 1000), 0)::int as ms
     from leads_lead l join core_outbox o on o.event = 'leads.created' and o.payload -> 'leadIds' @> to_jsonb(l.id::text)
     where l.campaign_id = ?`,
    [campaignId],
  )) as { rows: { ms: number }[] };
  return {
    forged,
    charged,
    held,
    refused: forged - charged - held,
    real,
    lost: real - (leads.length - charged) - realHeld,
    realHeld,
    slowestMs: slow[0]!.ms,
  };
}

/** The figures as a table of text. */
export function table(rows: readonly Damage[]): string {
  return textTable([
    ['attack', 'forged', 'charged', 'held', 'refused', 'real people', 'lost', 'held', 'slowest lead', 'all worked'],
    ...rows.map((r) => [
      r.name,
      ...[r.forged, r.charged, r.held, r.refused, r.real, r.lost, r.realHeld].map(String),
      `${r.slowestMs} ms`,
      `${r.totalMs} ms`,
    ]),
  ]);
}
