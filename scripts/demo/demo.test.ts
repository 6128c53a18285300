import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../../core/http/free-port.ts';
import { scratchDir } from '../../core/testing/scratch-dir.ts';
import { emptyDatabase } from '../../core/testing/template.ts';
import { StripeServer } from '../../plugins/money/payments/fakes/stripe-server.ts';
import { COMPILED } from '../../tests/support/compiled.ts';
import { answerOf, signIn } from './api-client.ts';
import { DEMO_PASSWORD } from './companies.ts';
import { OFFICES } from './visits.ts';

/** `npm start` over an empty database, in a process of its own, until it says who can sign in. */
class Installation {
  readonly #dir = mkdtempSync(join(scratchDir(), 'demo-'));
  #child!: ChildProcess;
  #drop!: () => Promise<void>;
  said = '';

  async start(env: Record<string, string> = {}): Promise<this> {
    const { url, drop } = await emptyDatabase(inject('adminUrl'));
    this.#drop = drop;
    const ports = { PORT: '0', SHOP_PORT: String(await freePort(0)) };
    const { PATH = '', HOME = '' } = process.env;
    this.#child = spawn(process.execPath, [join(import.meta.dirname, '../start.ts')], {
      env: { PATH, HOME, NODE_ENV: 'development', DATABASE_URL: url, LOCAL_DIR: this.#dir, POOL_SIZE: '8', ...COMPILED, ...ports, ...env },
    });
    const ended = once(this.#child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}: ${this.said}`)));
    const ready = new Promise<void>((resolve) => {
      for (const stream of [this.#child.stdout!, this.#child.stderr!])
        stream.on('data', (text: Buffer) => {
          this.said += text.toString();
          if (/Password {3}\S+\n/.test(this.said)) resolve();
        });
    });
    await Promise.race([ready, ended]);
    ended.catch(() => undefined);
    return this;
  }

  get origin(): string {
    return /Product +(\S+)/.exec(this.said)![1]!;
  }
  get accounts(): string[] {
    return [...this.said.matchAll(/\S+@demo\.test/g)].map(([email]) => email);
  }

  /** Signs in as everybody that the start names, and opens the page where each begins; answers which page that was. */
  async homes(): Promise<Record<string, string>> {
    const homes: Record<string, string> = {};
    for (const email of this.accounts) {
      const api = await signIn(this.origin, email, DEMO_PASSWORD);
      const { actor, pages, home } = answerOf(await api.GET('/api/ui/bootstrap')) as unknown as {
        actor: { email: string };
        pages: { id: string; path: string }[];
        home: string;
      };
      expect(actor.email).toBe(email);
      const { id } = pages.find(({ path }) => path === home) ?? { id: '' };
      const page = (await api.GET('/api/ui/pages/{id}', { params: { path: { id } } })) as {
        response: Response;
        data?: { blocks: unknown[] };
      };
      expect([email, page.response.status]).toEqual([email, 200]);
      expect(page.data?.blocks, email).not.toEqual([]);
      homes[email] = home;
    }
    return homes;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null) {
      const gone = once(this.#child, 'exit');
      this.#child.kill();
      await gone;
    }
    await this.#drop();
    rmSync(this.#dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const ACCOUNTS = ['root', 'sales', 'agency', 'admin', 'analyst', 'client', 'newcomer', 'juniper', 'payer'].map((who) => `${who}@demo.test`);
const started = [new Installation(), new Installation()] as const;
const [demo, atStripe] = started;
let stripe: StripeServer;

// Both at once: most of a start is waiting.
beforeAll(async () => {
  stripe = await new StripeServer().start();
  const keys = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_51NorthlightDemo',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  };
  await Promise.all([demo.start(), atStripe.start(keys)]);
}, 900_000);
afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
  await stripe.stop();
});

test('an empty database becomes a demo, whose people sign in and find their first page', async () => {
  expect(demo.accounts).toEqual(ACCOUNTS);
  expect(Object.keys(await demo.homes())).toEqual(ACCOUNTS);
});

test('companies visited the shop, and leads of the day before know more about their people', async () => {
  const agency = await signIn(demo.origin, 'agency@demo.test', DEMO_PASSWORD);
  const patience = { timeout: 240_000, interval: 1_000 };
  const companies = async () =>
    (answerOf(await agency.GET('/api/b2b/visiting-companies', { params: { query: { sortby: 'name' } } })) as { data: { name: string }[] })
      .data;
  await expect.poll(async () => (await companies()).length, patience).toBeGreaterThanOrEqual(3);
  // Nobody's real name.
  expect(OFFICES.map(([organisation]) => organisation)).toEqual(expect.arrayContaining((await companies()).map(({ name }) => name)));
  const leadsOf = async (type: string): Promise<number> => {
    const path = { group: '-', type, companyId: '-' };
    const { data } = answerOf(
      await agency.GET('/api/leadspeek/client/{group}/{type}/{companyId}', { params: { path } } as never),
    ) as unknown as { data: { leads: number }[] };
    return data.reduce((sum, { leads }) => sum + leads, 0);
  };
  for (const type of ['enhance', 'b2b']) await expect.poll(() => leadsOf(type), patience).toBeGreaterThan(0);
}, 600_000);

test('with the keys of a real provider it starts as well, keeps no cards and charges nobody', async () => {
  expect(atStripe.said).toContain('Payments go through Stripe');
  expect(Object.keys(await atStripe.homes())).toEqual(ACCOUNTS);
  const charged = [null, ...stripe.accounts.keys()].flatMap((account) => stripe.intents(account));
  expect(charged).toEqual([]);
  const payer = await signIn(atStripe.origin, 'payer@demo.test', DEMO_PASSWORD);
  expect(answerOf(await payer.GET('/api/payment/card'))).toMatchObject({ isSet: false });
});
