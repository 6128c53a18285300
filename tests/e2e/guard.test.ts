import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ctx, definePage, definePlugin, defineRoute, contribute, T } from '../../core/contract.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { SetupChecks, type SetupState } from '../../plugins/tenancy/profile/contract.ts';
import { openStage, type Stage } from './support.ts';

/** What billing will know, by account; and who agreed to the terms. */
const known = new Map<number, Partial<SetupState>>();
const agreed = new Set<number>();
const page = (name: string, path: string, text: string) =>
  definePage({
    id: `guard-fake.${name}`,
    path,
    title: 'profile.guard.set-up',
    ability: 'signed-in',
    blocks: [{ as: 'notice', severity: 'info', text, stays: true }],
  });
const fake = definePlugin({
  manifest: { id: 'guard-fake', version: '1.0.0', core: '^1', level: 'platform', requires: { profile: '^1' } },
  routes: [
    defineRoute({
      id: 'guard-fake.agree',
      method: 'POST',
      path: '/guard-fake/agree',
      summary: 'Agree to the terms of the test',
      ability: 'signed-in',
      response: T.Object({}),
      async handler(ctx) {
        agreed.add(ctx.actor.id);
        return {};
      },
    }),
  ],
  pages: [
    page('beta', '/beta', 'profile.setup.done'),
    definePage({
      id: 'guard-fake.terms',
      path: '/beta-terms',
      title: 'profile.company.title',
      ability: 'signed-in',
      blocks: [
        {
          as: 'notice',
          severity: 'info',
          text: 'profile.questionnaire.todo',
          stays: true,
          action: { id: 'guard-fake.accept', title: 'profile.saved', ability: 'signed-in', do: { call: 'guard-fake.agree' } },
        },
      ],
    }),
  ],
  guards: [
    {
      id: 'guard-fake.terms-first',
      order: 90,
      check: async (ctx, { path }) => (path === '/beta' && !agreed.has(ctx.actor.id) ? { ask: 'guard-fake.terms' } : null),
    },
  ],
  contributions: [contribute(SetupChecks, { order: 10, of: async (ctx: Ctx) => known.get(ctx.actor.id) ?? {} })],
});

let stage: Stage;
let people: Record<'operator' | 'sales' | 'owner' | 'admin' | 'client', Person>;
beforeAll(async () => {
  stage = await openStage({}, [fake]);
  const { operator, sales, a } = stage.app.fixtures;
  people = { operator, sales, owner: a.owner, admin: a.admin, client: a.clients[0]!.user };
});
afterAll(() => stage.close());

const heading = (at: Page, name: string): Promise<void> => at.getByRole('heading', { level: 1, name }).waitFor({ timeout: 10_000 });
const path = (at: Page): string => new URL(at.url()).pathname;

describe('the navigation guard', () => {
  test.for([
    ['operator', '/', '/configuration/agency-list'],
    ['operator', '/siteid/dashboard', '/configuration/agency-list'],
    ['operator', '/siteid/campaign-management', '/configuration/agency-list'],
    ['operator', '/configuration', '/configuration/agency-list'],
    ['owner', '/', '/siteid/dashboard'],
    ['owner', '/siteid', '/siteid/dashboard'],
    ['owner', '/user', '/user/profile'],
    ['owner', '/configuration', '/configuration/client-management'],
    ['owner', '/login', '/siteid/dashboard'],
    ['client', '/', '/siteid/dashboard'],
    ['client', '/register', '/siteid/dashboard'],
    ['owner', '/sso', '/siteid/dashboard'],
    ['operator', '/agency-register/somebody', '/configuration/agency-list'],
    ['client', '/agency-register', '/siteid/dashboard'],
    ['sales', '/', '/configuration/agency-list'],
  ] as const)('takes %s from %s to %s', async ([who, from, to]) => {
    const at = await stage.open(from, people[who]);
    await at.waitForURL(`**${to}`);
    await at.getByRole('heading', { level: 1 }).waitFor();
    expect(path(at)).toBe(to);
    await stage.leave(at);
  });

  test.for([
    ['owner', '/configuration/agency-list'],
    ['admin', '/integrations'],
    ['client', '/configuration/client-management'],
    ['client', '/user/questionnaire'],
    ['sales', '/user/profile'],
    ['sales', '/configuration/general-setting'],
    ['owner', '/siteid/leads-management'],
    ['owner', '/no/such/page'],
    ['client', '/integrations/webhook'],
    ['client', '/integrations/4711'],
    ['client', '/billing/invoices/latest'],
  ] as const)('shows %s the 404 page on %s', async ([who, missing]) => {
    const at = await stage.open(missing, people[who]);
    await heading(at, '404 - Page Not Found');
    await at.getByText("The page you are looking for doesn't exist or has been moved.").waitFor();
    await at.getByRole('button', { name: 'Go to Homepage' }).click();
    await at.waitForURL((url) => url.pathname !== missing);
    await stage.leave(at);
  });

  test('sends nobody to the sign-in page, and forgets a token that is good for nothing', async () => {
    const at = await stage.open('/user/profile', null);
    await at.waitForURL('**/login');
    await at.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)));
    await at.goto(`${stage.app.url}/siteid/dashboard`);
    await at.waitForURL('**/login');
    await at.getByLabel('E-mail').waitFor();
    expect(await at.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('holds a client whose payment failed on Card Setting, and lets it go again', async () => {
    known.set(people.client.id, { setupcomplete: 'F', accessmodule: 'paymentfailed' });
    const at = await stage.open('/siteid/dashboard', people.client);
    await at.waitForURL('**/user/card-setting');
    await at.getByText('Your payment failed. Please check your card.').first().waitFor();
    expect(await at.getByRole('navigation').getByRole('link').count()).toBe(0);
    known.delete(people.client.id);
    await at.goto(`${stage.app.url}/siteid/dashboard`);
    await heading(at, 'Dashboard');
  });

  test('shows what is to be done at the top, 50 px high, until it is done', async () => {
    known.set(people.owner.id, { accountConnected: 'pending' });
    const at = await stage.open('/siteid/dashboard', people.owner);
    const banner = at.getByText('Please continue complete the form to connect your account with Stripe');
    await banner.waitFor();
    // There are two: another one names the sandbox.
    expect((await at.getByRole('banner').first().boundingBox())?.y).toBe(100);
    expect(await stage.faults(at)).toEqual([]);
    await at.setViewportSize({ width: 400, height: 800 });
    await expect.poll(() => at.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
    known.delete(people.owner.id);
    await at.reload();
    await heading(at, 'Dashboard');
    expect(await banner.count()).toBe(0);
  });

  test('an agreement is asked for over the empty page: declining leads back, agreeing opens it', async () => {
    const at = await stage.open('/user/profile', people.owner);
    await heading(at, 'Profile');
    // The page itself is not in a menu: it is reached inside the application as a link would.
    const visit = (): Promise<void> =>
      at.evaluate(() => {
        history.pushState({ idx: 1, key: 'beta', usr: null }, '', '/beta');
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      });
    await visit();
    const dialog = at.getByRole('dialog', { name: 'Your company' });
    await dialog.getByText('Answer a few questions').waitFor();
    expect(await at.getByText('Your setup is complete.').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await at.waitForURL('**/user/profile');
    await visit();
    await dialog.getByRole('button', { name: 'Your profile has been saved.' }).click();
    await at.getByText('Your setup is complete.').waitFor();
    expect(path(at)).toBe('/beta');
    await dialog.waitFor({ state: 'detached' });
  });
});

test('an ended session says so, and OK leads to the sign-in page without the token', async () => {
  const at = await stage.open('/user/profile', people.admin);
  await at.getByLabel('Full name').waitFor();
  const token = await at.evaluate(() => localStorage.getItem('token')!);
  await stage.app.kernel
    .platform('core_session')
    .where({ token_hash: createHash('sha256').update(token).digest() })
    .delete();
  await at.getByRole('link', { name: 'Dashboard' }).first().click();
  const dialog = at.getByRole('dialog', { name: 'Session Ended' });
  await dialog.getByText('Your session has ended. Please log in again to continue.').waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await at.waitForURL('**/login');
  await expect.poll(() => at.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('the menu is minimised by hand on a desktop and by itself on a small screen', async () => {
  const wide = await stage.open('/siteid/dashboard', people.owner);
  await heading(wide, 'Dashboard');
  await wide.getByRole('button', { name: 'Minimize menu' }).click();
  await wide.getByRole('button', { name: 'Widen menu' }).waitFor();
  const small = await stage.open('/siteid/dashboard', people.owner, { width: 768 });
  await heading(small, 'Dashboard');
  expect(await small.getByRole('navigation', { name: 'Menu', exact: true }).count()).toBe(0);
});

test('the system settings repeat the configuration screens', async () => {
  const at = await stage.open('/siteid/dashboard', people.owner);
  await at.getByRole('button', { name: 'System Settings' }).click();
  await at.getByRole('menuitem', { name: 'Client Management' }).click();
  await at.waitForURL('**/configuration/client-management');
});

test.for(['en', 'ar'] as const)('the tour of a page follows the arrow keys (%s)', async (locale) => {
  const at = await stage.open('/siteid/campaign-management', people.owner, { locale });
  const [on, back] = locale === 'ar' ? (['ArrowLeft', 'ArrowRight'] as const) : (['ArrowRight', 'ArrowLeft'] as const);
  await at.getByRole('button', { name: locale === 'ar' ? 'جولة في هذه الصفحة' : 'Take a tour of this page' }).click();
  const progress = at.locator('.driver-popover-progress-text');
  const step = async (text: RegExp): Promise<void> => {
    await expect.poll(() => progress.textContent(), { timeout: 5_000 }).toMatch(text);
  };
  await step(/^1 /);
  await at.keyboard.press(on);
  await step(/^2 /);
  await at.keyboard.press(back);
  await step(/^1 /);
  await at.keyboard.press('Escape');
  await progress.waitFor({ state: 'detached' });
  expect(await at.evaluate((id) => localStorage.getItem(`tours:${id}`), people.owner.id)).toBe('site-id.campaigns');
});

test('nothing was complained about', () => expect(stage.complaints).toEqual([]));
