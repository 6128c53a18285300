import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgencyFixtures } from '../../core/testing/fixtures.ts';
import { ArrearsFixtures } from '../support/arrears-fixtures.ts';
import { agree, openStage, type Stage } from './support.ts';

let stage: Stage;
let fixtures: ArrearsFixtures;
let client: AgencyFixtures['clients'][number];
let other: AgencyFixtures['clients'][number];
beforeAll(async () => {
  stage = await openStage();
  fixtures = new ArrearsFixtures(stage.app, stage.app.fixtures.a);
  [client, other] = stage.app.fixtures.a.clients as [typeof client, typeof other];
  await fixtures.connect();
});
afterAll(() => stage.close());

/** A client with a card that is declined, a campaign that ran, and a bill it could not pay. Answers the campaign. */
async function owe(of: typeof client): Promise<number> {
  await fixtures.card(of.tenant, 'declined');
  const campaign = await fixtures.campaign(of, 'Shop');
  await fixtures.setActive(campaign);
  await fixtures.bill(of);
  return campaign;
}

test.each(['en', 'ar'] as const)(
  'a client whose payment failed is held on Card Setting, repairs its card and is let go (%s)',
  async (locale) => {
    const of = locale === 'en' ? client : other;
    const campaign = await owe(of);
    const [add, save, card, declined, thanks] =
      locale === 'en'
        ? ['Use another card', 'Save and pay', /^Card/, 'Your card was declined.', 'Thank you. The payment succeeded.']
        : ['استخدام بطاقة أخرى', 'حفظ ودفع', /^البطاقة/, 'رُفضت بطاقتك.', 'شكرًا لك. نجحت عملية الدفع.'];
    const at = await stage.open('/siteid/dashboard', of.user, { locale });
    await at.waitForURL('**/user/card-setting');
    if (locale === 'en') await at.getByText('Your payment failed. Please check your card.').first().waitFor();
    await at.getByText('$25.00').first().waitFor();
    expect(await stage.faults(at)).toEqual([]);

    await at.getByRole('button', { name: add }).click();
    const dialog = at.getByRole('dialog', { name: add });
    const mend = async (choice: string): Promise<void> => {
      await dialog.getByLabel(card).click();
      await at.getByRole('option', { name: new RegExp(`^${choice}`) }).click();
      await dialog.getByRole('button', { name: save }).click();
      await agree(at);
    };
    await mend('0341');
    await at.getByText(declined).first().waitFor();
    expect(await fixtures.stateOf(campaign)).toBe('paused payment_failed');

    await mend('4242');
    await at.getByText(thanks).first().waitFor();
    await at.waitForURL('**/siteid/dashboard');
    await at.getByRole('navigation').getByRole('link').first().waitFor();
    expect(await fixtures.stateOf(campaign)).toBe('active');
  },
);

describe('a payment link', () => {
  test('pays its invoice without signing in', async () => {
    const campaign = await owe(client);
    const at = await stage.open(`/pay/${await fixtures.link(client.user)}`, null);
    await at.getByRole('heading', { name: 'Pay your invoice' }).waitFor();
    await at.getByText('$25.00').waitFor();
    expect(await stage.faults(at)).toEqual([]);
    await at.getByRole('button', { name: 'Try the card on file' }).click();
    await agree(at);
    await at.getByText('Your card was declined. Please try another one.').first().waitFor();

    await at.getByRole('button', { name: 'Pay with another card' }).click();
    const dialog = at.getByRole('dialog', { name: 'Pay with another card' });
    await dialog.getByLabel(/^Card/).click();
    await at.getByRole('option', { name: /^4242/ }).click();
    await dialog.getByRole('button', { name: 'Pay now' }).click();
    await agree(at);
    await at.getByText('Thank you. The payment succeeded.').first().waitFor();
    await at.getByText('Paid', { exact: true }).waitFor();
    expect(await at.getByRole('button', { name: 'Pay with another card' }).count()).toBe(0);
    expect(await fixtures.stateOf(campaign)).toBe('active');
  });

  test('that is not genuine says so', async () => {
    const at = await stage.open(`/pay/${'x'.repeat(60)}`, null);
    await at.getByText('This payment link is not valid or has expired.').first().waitFor();
    expect(await at.getByRole('button', { name: /Pay|Try the card/ }).count()).toBe(0);
  });
});

test('nothing was complained about', () => expect(stage.complaints).toEqual([]));
