import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expectBeacons, open, page, shop, withPixelShop } from './pixel-stage.ts';

withPixelShop();

const JANE = createHash('sha256').update('jane@example.com').digest('hex');
const say = (event: object) =>
  page.evaluate((it) => {
    (window.leadEvents = window.leadEvents ?? []).push(it as { name: string });
  }, event);
const told = () => shop.beacons.map(({ body: { x, e } }) => ({ ...(x && { x }), ...(e && { e }) }));

test('a page view says the title of its page', async () => {
  await open('/one');
  await expectBeacons(1);
  expect(shop.beacons[0]!.body.n).toBe('Shop');
});

describe('an event', () => {
  test('said before the script came is part of the page view; later ones are sent with their page', async () => {
    shop.before = `<script>(window.leadEvents = window.leadEvents || []).push({ name: 'order', value: 49.9, currency: 'USD', id: 7 });</script>`;
    await open('/thanks');
    await expectBeacons(1);
    expect(shop.beacons[0]!.body).toMatchObject({ t: 1, x: { n: 'order', v: 49.9, c: 'USD', i: '7' } });
    await say({ name: 'signup', email: 'Jane@Example.com ' });
    await expectBeacons(2);
    await say({ name: 'signup' });
    await expectBeacons(3);
    expect(told().slice(1)).toEqual([{ x: { n: 'signup' }, e: JANE }, { x: { n: 'signup' } }]);
    expect(shop.urls).toEqual(['/thanks', '/thanks', '/thanks']);
  });

  test('that makes no sense disturbs neither the page nor what comes after', async () => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await open('/one');
    await expectBeacons(1);
    for (const nonsense of [null, 7, {}, { name: '' }, { name: 'order', value: 'a lot' }, { name: 'order', value: -1 }])
      await say(nonsense as object);
    await expectBeacons(3);
    await say({ name: 'x'.repeat(100), value: '12.5', currency: 'dollars', id: 'i'.repeat(100) });
    await expectBeacons(4);
    expect(told().slice(1)).toEqual([
      { x: { n: 'order' } },
      { x: { n: 'order' } },
      { x: { n: 'x'.repeat(60), v: 12.5, c: 'dol', i: 'i'.repeat(64) } },
    ]);
    expect(complaints).toEqual([]);
  });

  test('waits for consent', async () => {
    shop.tag = shop.tagOf('data-consent="required"');
    await open('/one');
    await say({ name: 'order', value: 1 });
    await page.waitForTimeout(500);
    expect(shop.beacons).toEqual([]);
    await page.evaluate(() => {
      window.leadConsent = true;
      window.dispatchEvent(new Event('lead-consent'));
    });
    await expectBeacons(2);
    // Each on a connection of its own: they may overtake each other.
    expect(told()).toContainEqual({ x: { n: 'order', v: 1, c: '' } });
  });
});

describe('a form with an e-mail address', () => {
  /** The site's own code takes the form out of the page, as shops do that send it by script. */
  const FORM = `<form onsubmit="event.preventDefault(); this.remove()"><input type="email" name="mail"><input name="card"><button>Send</button></form>`;
  const send = async (email: string) => {
    await page.locator('input[name=mail]').fill(email);
    await page.locator('input[name=card]').fill('4242');
    await page.getByRole('button', { name: 'Send' }).click();
  };

  test('says who the visitor is where the campaign wants that, by nothing but a hash', async () => {
    shop.readsForms = true;
    shop.after = FORM;
    await open('/one');
    await expectBeacons(1);
    await send('jane@example.com');
    await expectBeacons(2);
    expect(told()[1]).toEqual({ e: JANE });
    expect(JSON.stringify(shop.beacons)).not.toMatch(/jane|4242/);
  });

  test('says nothing where the campaign does not, or the visitor has not agreed', async () => {
    shop.after = FORM;
    await open('/one');
    await expectBeacons(1);
    await send('jane@example.com');
    await page.waitForTimeout(500);
    expect(shop.beacons).toHaveLength(1);

    shop.readsForms = true;
    shop.tag = shop.tagOf('data-consent="required"');
    await open('/two');
    await send('jane@example.com');
    await page.waitForTimeout(500);
    expect(shop.beacons).toHaveLength(1);
  });
});
