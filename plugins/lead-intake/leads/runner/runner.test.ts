import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, forms, queueOf, startDesk } from '../../../../tests/support/lead-neighbours/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.platform('fake_queue').del());

let serial = 0;
const names = (count: number): string[] => Array.from({ length: count }, () => `person${++serial}`);
const open = async (): Promise<number> => Number((await desk.platform('fake_queue').whereNull('outcome').count({ n: '*' }).first())!['n']);
const failures = (): Promise<unknown[]> =>
  desk.platform('leads_failure').orderBy('ref').select('source', 'ref', 'campaign_id', 'tries', 'reason', 'state');
const timePasses = () => desk.platform('fake_queue').update({ lease_until: null });

test('one bad observation of 500 costs some eleven transactions, and the other 499 come through', async () => {
  const campaign = await desk.campaign();
  await desk.queue(forms, campaign, names(317));
  await desk.queue(forms, campaign, names(1), { is_torn: true });
  await desk.queue(forms, campaign, names(182));
  const queue = queueOf(forms);
  expect(await desk.work(forms, queue)).toBe(500);
  expect(await desk.leads(campaign)).toHaveLength(499);
  // The batch, nine halves, the bad one alone, noting it, and what was not under suspicion.
  expect(queue.claims).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(500)) + 3);
  expect(await desk.counts(campaign)).toEqual({ lead: 499 });
  expect(await failures()).toMatchObject([
    { source: 'desk.form', campaign_id: campaign, tries: 1, reason: 'Error: the paper is torn', state: 'retrying' },
  ]);
});

test('it is tried again later, and is a dead letter in the end: counted, and not worked any more', async () => {
  const campaign = await desk.campaign();
  await desk.queue(forms, campaign, names(4), { is_torn: false });
  await desk.queue(forms, campaign, names(1), { is_torn: true });
  const queue = queueOf(forms);
  await desk.work(forms, queue);
  expect([await open(), await desk.work(forms, queue)]).toEqual([1, 0]);
  for (const state of ['retrying', 'dead']) {
    await timePasses();
    await desk.work(forms, queue);
    expect((await failures()).at(-1)).toMatchObject({ campaign_id: campaign, state });
  }
  expect(await desk.counts(campaign)).toEqual({ lead: 4, failed: 1 });
  await timePasses();
  expect([await open(), await desk.work(forms, queue)]).toEqual([0, 0]);
});

test('one that was mended in between goes through', async () => {
  const campaign = await desk.campaign();
  await desk.queue(forms, campaign, names(1), { is_torn: true });
  const queue = queueOf(forms);
  await desk.work(forms, queue);
  await desk.platform('fake_queue').update({ is_torn: false, lease_until: null });
  await desk.work(forms, queue);
  expect(await desk.counts(campaign)).toEqual({ lead: 1 });
});

test('several bad ones are all found; where nearly everything is bad, the run stops and says so', async () => {
  const campaign = await desk.campaign();
  for (let n = 0; n < 5; n += 1) {
    await desk.queue(forms, campaign, names(11));
    await desk.queue(forms, campaign, names(1), { is_torn: true });
  }
  const queue = queueOf(forms);
  await desk.work(forms, queue);
  expect([await desk.counts(campaign), await open()]).toEqual([{ lead: 55 }, 5]);
  await desk.queue(forms, campaign, names(20), { is_torn: true });
  await expect(desk.work(forms, queue)).rejects.toThrow('more than 8 observations of a batch failed');
});

test('while the database is away nothing is at fault: no halving, and nothing is given up', async () => {
  const campaign = await desk.campaign();
  await desk.queue(forms, campaign, names(30));
  const before = await failures();
  const queue = queueOf(forms);
  queue.screen = () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }));
  await expect(desk.work(forms, queue)).rejects.toThrow('terminating connection');
  expect([queue.claims, await open(), await failures()]).toEqual([1, 30, before]);
});

test('a batch that lost a deadlock is run again as it was', async () => {
  const campaign = await desk.campaign();
  await desk.queue(forms, campaign, names(10));
  const queue = queueOf(forms);
  const screen = queue.screen.bind(queue);
  let lost = 0;
  queue.screen = (...of) => (lost++ < 2 ? Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' })) : screen(...of));
  await desk.work(forms, queue);
  expect([queue.claims, await desk.counts(campaign)]).toEqual([3, { lead: 10 }]);
});
