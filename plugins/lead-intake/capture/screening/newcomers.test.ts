import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCounts } from '../../../../tests/support/day-counts.ts';
import { type Shop, startShop } from '../fakes/shop.fake.ts';
import { loadCompanyByIp } from '../identity/company-by-ip.ts';
import capture from '../index.ts';
import { MOMENT_MS, NEWCOMERS, SETTLE_MS } from './limits.ts';

let shop: Shop;
beforeAll(async () => {
  await loadCompanyByIp();
  shop = await startShop(capture);
});
afterAll(() => shop.close());

let serial = 0;
const hashOf = (name: string): Buffer => createHash('sha256').update(`${name}@people.example`).digest();

/** People of the graph whom no browser is known to be; answers their names. */
async function strangers(count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => `newcomer${++serial}`);
  await shop.people(names);
  await shop.forgetBrowsers();
  return names;
}
interface Sent {
  name: string;
  ip?: string;
  visitor?: string;
  url?: string;
  /** Milliseconds ago. */
  ago?: number;
}
/** Visits in which the page says who it is, as the endpoint stores them; so old that they need not settle. */
async function visit(campaign: { id: number }, sent: readonly Sent[]): Promise<void> {
  const owner = (await shop.platform('fake_campaign').where({ id: campaign.id }).first('company_id', 'agency_id', 'root_id')) as object;
  await shop.platform.batchInsert(
    'capture_visit',
    sent.map(
      ({
        name,
        ip = `10.${serial >> 8}.${serial & 255}.${++serial % 250}`,
        visitor = `browser-of-${name}`,
        url = 'https://shop.example/',
        ago = MOMENT_MS + 100,
      }) => {
        const at = new Date(Date.now() - ago);
        return {
          slot: Math.floor(at.getTime() / 30_000),
          fingerprint: String(++serial),
          at,
          campaign_id: campaign.id,
          visitor,
          email_hash: hashOf(name),
          ip,
          url,
          referrer: '',
          ...owner,
        };
      },
    ),
    500,
  );
}
const heldFor = async (campaignId: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      (await shop
        .platform('capture_visit')
        .where({ campaign_id: campaignId, state: 'review' })
        .groupBy('held_for')
        .select('held_for')
        .count({ n: '*' })) as unknown as {
        held_for: string;
        n: string;
      }[]
    ).map((r) => [r.held_for, Number(r.n)]),
  );

describe('a newcomer', () => {
  test('settles for a moment before becoming a lead, and is looked at as soon as it is over; somebody known does not', async () => {
    const campaign = await shop.campaign();
    const [name] = (await strangers(1)) as [string];
    await shop.people(['regular']);
    await visit(campaign, [
      { name, ago: 2_000 },
      { name: 'regular', visitor: 'regular-visitor', ago: 0 },
    ]);
    const names = async () => (await shop.leads(campaign.id)).map((lead) => lead['first_name']).sort();
    const began = Date.now();
    await shop.app.settle();
    expect(await names()).toContain('regular');
    await expect.poll(names).toEqual([name, 'regular'].sort());
    expect(Date.now() - began).toBeGreaterThanOrEqual(SETTLE_MS);
    expect(await shop.platform('capture_newcomer').where({ campaign_id: campaign.id })).toHaveLength(1);
  });

  test('may be one of two people who share a browser, and no third', async () => {
    const campaign = await shop.campaign();
    const names = await strangers(6);
    await visit(
      campaign,
      names.map((name, n) => ({ name, visitor: 'one-browser', ago: 4_000 - n * 100 })),
    );
    await shop.settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ lead: 2, limited: 4 });
    await visit(campaign, [{ name: names[5]!, visitor: 'one-browser' }]);
    await shop.settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ lead: 2, limited: 5 });
    expect(await shop.counts(campaign.id)).toMatchObject({ lead: 2, limited: 5 });
  });

  test('from a network of servers is a robot; somebody known who uses one is not', async () => {
    const campaign = await shop.campaign();
    const [name] = (await strangers(1)) as [string];
    await shop.people(['traveller']);
    await visit(campaign, [
      { name, ip: '52.95.110.1' },
      { name: 'traveller', visitor: 'traveller-visitor', ip: '52.95.110.1' },
    ]);
    await shop.settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ bot: 1, lead: 1 });
  });

  test('whom nothing could identify is neither delayed nor counted', async () => {
    const campaign = await shop.campaign();
    await visit(
      campaign,
      Array.from({ length: 60 }, (_, n) => ({ name: `unheard-of-${n}`, ip: '198.51.100.4', ago: 0 })),
    );
    await shop.app.settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ no_match: 60 });
    expect(await shop.platform('capture_newcomer').where({ campaign_id: campaign.id })).toEqual([]);
  });
});

describe('a crowd of newcomers', () => {
  test('from one address costs nothing and waits for a person; whoever else comes meanwhile becomes a lead', async () => {
    const campaign = await shop.campaign();
    const flood = await strangers(60);
    const real = await strangers(10);
    await shop.people(['faithful']);
    await visit(campaign, [
      ...flood.map((name) => ({ name, ip: '203.0.113.66' })),
      ...real.map((name) => ({ name })),
      { name: 'faithful', visitor: 'faithful-visitor', ip: '203.0.113.66' },
    ]);
    await shop.settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ pending: 60, lead: 11 });
    expect(await heldFor(campaign.id)).toEqual({ address: 60 });
    expect((await shop.leads(campaign.id)).filter((l) => flood.includes(String(l['first_name'])))).toEqual([]);
    expect(await shop.counts(campaign.id)).toMatchObject({ lead: 11, review: 60 });
    expect((await shop.platform('fake_campaign').where({ id: campaign.id }).first('used')).used).toBe(11);
  });

  test('costs nothing either where a slow disk shows the first of it when they are old, and the rest a moment later', async () => {
    const campaign = await shop.campaign();
    const names = await strangers(60);
    const began = Date.now() - 3_000;
    const flood = (from: number, to: number) =>
      names.slice(from, to).map((name, n) => {
        const came = began + (from + n) * 10;
        return { name, ip: `10.77.${from + n}.9`, url: `https://shop.example/${from + n}`, ago: Date.now() - came };
      });
    await visit(campaign, flood(0, 10));
    await shop.work(10);
    expect(await shop.outcomes(campaign.id)).toEqual({ pending: 10 });
    await visit(campaign, flood(10, 60));
    await shop.settle();
    expect(await heldFor(campaign.id)).toEqual({ moment: 60 });
  });

  test('from one network, on one page or in one moment is held as such', async () => {
    const [byNetwork, byPage, byMoment] = [await shop.campaign(), await shop.campaign(), await shop.campaign()];
    const spread = (n: number) => `10.${n % 200}.${n >> 3}.9`;
    await visit(
      byNetwork,
      (await strangers(30)).map((name, n) => ({ name, ip: `203.0.113.${n}` })),
    );
    await visit(
      byPage,
      (await strangers(NEWCOMERS.page.tenMinutes + 5)).map((name, n) => ({
        name,
        ip: spread(n),
        url: 'https://shop.example/one',
        ago: 20_000 + n * 6_000,
      })),
    );
    await visit(
      byMoment,
      (await strangers(50)).map((name, n) => ({ name, ip: spread(n), url: `https://shop.example/${n}` })),
    );
    await shop.settle();
    expect(await heldFor(byNetwork.id)).toEqual({ network: 30 });
    expect(Object.keys(await heldFor(byPage.id))).toEqual(['page']);
    expect(await heldFor(byMoment.id)).toEqual({ moment: 50 });
  });

  test('far above the usual pace is held beyond that; a campaign that is used to more gets more', async () => {
    const [young, old] = [await shop.campaign(), await shop.campaign()];
    const client = shop.app.fixtures.a.clients[0]!.tenant;
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    await addCounts(shop.platform, [{ campaign_id: old.id, company_id: client.id, day, outcomes: { lead: 600 } }]);
    for (const campaign of [young, old])
      await visit(
        campaign,
        (await strangers(90)).map((name, n) => ({ name, ip: `10.${n}.1.1`, url: `https://shop.example/${n}`, ago: 12_000 + n * 30_000 })),
      );
    await shop.settle();
    expect(await shop.outcomes(young.id)).toEqual({ lead: NEWCOMERS.campaign.hour, pending: 90 - NEWCOMERS.campaign.hour });
    expect(await heldFor(young.id)).toEqual({ pace: 90 - NEWCOMERS.campaign.hour });
    expect(await shop.outcomes(old.id)).toEqual({ lead: 90 });
  });

  test('that comes slowly from many addresses, a few from each, is let through only until it shows that it is one', async () => {
    const campaign = await shop.campaign();
    const names = await strangers(600);
    // Ten each minute, for an hour, from 120 addresses; worked as they come.
    const flood = names.map((name, n) => ({ name, ip: `10.${n % 120}.7.7`, url: `https://shop.example/${n}`, ago: 3_600_000 - n * 6_000 }));
    for (let n = 0; n < flood.length; n += 50) {
      await visit(campaign, flood.slice(n, n + 50));
      await shop.settle();
    }
    expect(await shop.leads(campaign.id)).toHaveLength(NEWCOMERS.campaign.tenMinutes);
    expect(await heldFor(campaign.id)).toEqual({ pace: 600 - NEWCOMERS.campaign.tenMinutes });
  });

  test('of an office, one after the other, loses nobody', async () => {
    const campaign = await shop.campaign();
    await visit(
      campaign,
      (await strangers(NEWCOMERS.address.tenMinutes)).map((name, n) => ({ name, ip: '198.51.100.20', ago: 5_000 + n * 45_000 })),
    );
    await shop.settle();
    expect(await shop.outcomes(campaign.id)).toEqual({ lead: NEWCOMERS.address.tenMinutes });
  });

  describe('over most of an hour, so that its pace alone counts', () => {
    const room = NEWCOMERS.campaign.hour;
    const hour = async () =>
      (await strangers(room + 30)).map((name, n) => ({
        name,
        ip: `10.9.${n}.1`,
        url: `https://shop.example/${n}`,
        ago: 15_000 + n * 39_000,
      }));

    test('is counted together by two workers, also where they take every other visit each', async () => {
      const campaign = await shop.campaign();
      await visit(campaign, await hour());
      await Promise.all([1, 2].map(() => shop.work(50)));
      await shop.settle();
      expect(await shop.leads(campaign.id)).toHaveLength(room);
    });

    test('is no flood where the newer visits are worked first', async () => {
      const campaign = await shop.campaign();
      const visits = await hour();
      for (const some of [visits.slice(0, 50), visits.slice(50)]) {
        await visit(campaign, some);
        await shop.settle();
      }
      expect(await shop.leads(campaign.id)).toHaveLength(room);
    });
  });

  test('tells client and agency once for each episode', async () => {
    const campaign = await shop.campaign({ name: 'Alarming' });
    for (let round = 0; round < 2; round += 1) {
      await visit(
        campaign,
        (await strangers(20)).map((name) => ({ name, ip: '203.0.113.99' })),
      );
      await shop.settle();
    }
    const mails = (await shop.platform('core_mail').whereILike('subject', '%Alarming%').orderBy('id').pluck('recipient')) as string[];
    expect(new Set(mails).size).toBe(mails.length);
    expect(mails).toContain(shop.app.fixtures.a.clients[0]!.user.email);
    expect(mails.length).toBeGreaterThanOrEqual(2);
  });
});

test('a flood of one campaign does not keep the visits of another one waiting', async () => {
  const [flooded, quiet] = [await shop.campaign(), await shop.campaign()];
  await shop.people(['patient']);
  await visit(
    flooded,
    Array.from({ length: 3_000 }, (_, n) => ({ name: `nobody${n}`, ago: 60_000 })),
  );
  await visit(quiet, [{ name: 'patient', visitor: 'patient-visitor', ago: 0 }]);
  await shop.work(500);
  expect(await shop.outcomes(quiet.id)).toEqual({ lead: 1 });
  expect((await shop.outcomes(flooded.id))['pending']).toBeGreaterThan(2_000);
  await shop.settle();
});
