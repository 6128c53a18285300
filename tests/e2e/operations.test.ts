import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const operator = () => stage.app.fixtures.operator;
const said = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
const act = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

test('a job that gave up is found, its reason read, and retried', async () => {
  const { app } = stage;
  await app.kernel.platform('core_job_run').insert({
    company_id: app.fixtures.a.tenant.id,
    job: 'operations.announce',
    run_key: 'given-up',
    payload: '{}',
    state: 'dead',
    note: 'the database was away',
    attempts: 6,
    finished_at: new Date(),
  });
  const page = await stage.open('/operations/jobs?show=problems', operator());
  await said(page, 'operations.announce');
  await said(page, 'the database was away');
  await page.getByRole('button', { name: 'Details of operations.announce' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Agency A').waitFor();
  await drawer.getByRole('button', { name: 'Actions for Agency A' }).click();
  await page.getByRole('menuitem', { name: 'Retry', exact: true }).click();
  await said(page, 'Queued for another try.');
  await expect.poll(async () => (await app.kernel.platform('core_job_run').where({ run_key: 'given-up' }).first()).state).not.toBe('dead');
});

test('an event that a subscriber gave up opens from where it needs attention, and is cancelled', async () => {
  const { platform } = stage.app.kernel;
  const company = { company_id: stage.app.fixtures.b.tenant.id };
  const event = { event: 'companies.agency-created', version: 1, payload: '{}' };
  const [{ id }] = (await platform('core_outbox').insert({ ...company, ...event }, 'id')) as [{ id: number }];
  const delivery = { outbox_id: id, subscriber: 'agency-plans.begin', state: 'dead', note: 'the other side was away' };
  await platform('core_outbox_delivery').insert({ ...company, ...delivery });
  const page = await stage.open('/dashboard', operator());
  const cause = page.getByRole('main').getByRole('listitem').filter({ hasText: 'agency-plans.begin' });
  await cause.getByRole('link', { name: 'Open' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('the other side was away').waitFor();
  await act(page, 'Agency B', 'Cancel');
  await page.getByRole('button', { name: 'Cancel work' }).click();
  await drawer.getByText('Nothing is waiting').waitFor();
  expect((await platform('core_outbox_delivery').where({ outbox_id: id }).first()).state).toBe('skipped');
});

test('an announcement appears at the top of an open screen without reloading, and goes once it is closed', async () => {
  const reader = await stage.open('/', stage.app.fixtures.a.owner);
  await reader.getByRole('navigation').first().waitFor();
  const page = await stage.open('/operations/announcements', operator());
  await page.getByRole('button', { name: 'New announcement' }).first().click();
  const drawer = page.getByRole('dialog');
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  await drawer.getByLabel('Title in English').fill('Reports are faster');
  await drawer.getByLabel('Title in Arabic').fill('التقارير أسرع');
  await drawer.getByLabel('Start date').fill(day(-1));
  await drawer.getByLabel('Start time').fill('00:00');
  await drawer.getByLabel('End date').fill(day(1));
  await drawer.getByLabel('End time').fill('12:00');
  await drawer.getByRole('button', { name: 'Save announcement' }).click();
  await said(page, 'Announcement saved.');
  const banner = reader.getByRole('status').filter({ hasText: 'Reports are faster' });
  await banner.waitFor();
  await banner.getByRole('button', { name: 'Close' }).click();
  await banner.waitFor({ state: 'detached' });
  await reader.reload();
  await reader.getByRole('navigation').first().waitFor();
  expect(await banner.count()).toBe(0);
  await stage.leave(reader);
});

test('a snapshot is taken, and its prices are pushed to another agency', async () => {
  const { app } = stage;
  const { a, b } = app.fixtures;
  await app.kernel.platform('core_setting').insert({ company_id: a.tenant.id, key: 'campaigns.prices', value: '{"local":45}' });
  const kept = await app.call('POST', '/api/operations/snapshots', operator(), { body: { agency: a.tenant.id, name: 'Summer' } });
  const page = await stage.open(`/operations/snapshots/${kept.body.id}?tab=push`, operator());
  await said(page, 'Agency B');
  await act(page, 'Agency B', 'Push');
  await page.getByRole('dialog').getByRole('button', { name: 'Push' }).click();
  await said(page, '1 setting changed.');
  const price = async () =>
    (await app.kernel.platform('core_setting').where({ company_id: b.tenant.id, key: 'campaigns.prices' }).first())?.value;
  expect(await price()).toEqual({ local: 45 });
  await stage.go(page, '/operations/snapshots');
  await page.locator('tbody').getByText('Before a push').first().waitFor();
});

test('a beta feature is switched on for all agencies that are selected', async () => {
  const page = await stage.open('/operations/modules/wallet~data_wallet', operator());
  await said(page, 'Agency B');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: 'Switch on (2)' }).click();
  await expect
    .poll(async () => (await stage.app.kernel.platform('core_switch').where({ key: 'wallet.data_wallet', is_on: true })).length)
    .toBe(2);
});

test('boot report, outgoing calls and what waits at agencies are there, and nobody below the root finds any of it', async () => {
  for (const [path, text] of [
    ['/operations/boot', 'Running'],
    ['/operations/outgoing-calls', 'No outgoing calls'],
    ['/operations/issues', 'Nothing is waiting'],
  ] as const) {
    const page = await stage.open(path, operator());
    await said(page, text);
    await stage.leave(page);
  }
  const page = await stage.open('/', stage.app.fixtures.a.owner);
  await page.getByRole('navigation').first().waitFor();
  expect(await page.getByRole('link', { name: 'Boot report' }).count()).toBe(0);
});
