import { afterAll, beforeAll, expect, test } from 'vitest';
import { starter } from '../../plugins/connectors/declarative-connectors/documents/starter.ts';
import { Receiver } from '../../plugins/connectors/integrations/receiver.fake.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
let other: Receiver;
beforeAll(async () => {
  other = await Receiver.start();
  other.answer('/contacts', () => ({ status: 201, body: '{"id":"c-1"}' }));
  stage = await openStage({ egressAllow: [other.host] });
});
afterAll(async () => {
  await stage?.close();
  other?.stop();
});

const document = (): string =>
  starter('acme')
    .replaceAll('https://api.example.com', `http://${other.host}`)
    .replace('"api.example.com"', `"${other.host}"`)
    .replaceAll('Example', 'Acme');

test('an operator writes a connector, sees what is wrong, tries it and publishes it, and a client connects it', async () => {
  const { app } = stage;
  const page = await stage.open('/configuration/connectors', app.fixtures.operator);
  await page.getByText('Slack alerts').waitFor();
  await page.getByRole('button', { name: 'Add a connector' }).first().click();
  await page.getByRole('dialog').getByLabel('ID').fill('acme');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();

  const text = page.getByRole('textbox', { name: 'Document' });
  await text.fill(document().replace('{{ lead.email }}', '{{ lead.emial }}'));
  await page.getByText('Nothing is called lead.emial here. Did you mean lead.email?').waitFor();
  await page.getByRole('button', { name: 'Line 26' }).click();
  const from = await text.evaluate((area) => (area as HTMLTextAreaElement).selectionStart);
  expect((await text.inputValue()).slice(from)).toMatch(/^"\{\{ lead\.emial/);
  await text.fill(document().replace('"id": "acme"', '"id": "acme-crm"'));
  await page.getByText('The ID of a connector cannot be changed. It must be acme.').waitFor();
  await text.fill(document());
  await page.getByText('No errors', { exact: true }).waitFor();
  // What is published is what was saved, so nothing is while the text says something else.
  const publish = page.getByRole('button', { name: 'Publish' });
  expect(await publish.isDisabled()).toBe(true);
  await page.getByRole('alert').first().waitFor({ state: 'detached' }); // what was said of adding it lies over the button
  await publish.hover({ force: true });
  await page.getByRole('tooltip', { name: 'Save the draft first.' }).waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved. No errors.').waitFor();
  await expect.poll(() => publish.isEnabled()).toBe(true);

  await page.getByRole('tab', { name: 'Try' }).click();
  await page.getByLabel('Send a made-up lead').check();
  await page.getByRole('textbox', { name: 'Credentials' }).fill('{ "key": "very-secret-key" }');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText(/^Accepted\./).waitFor();
  const shown = await page.getByText(/authorization: Bearer •••/).innerText();
  expect(shown).toContain('-> 201');
  expect(shown).not.toContain('very-secret-key');
  // What came of an earlier run does not stand below one that was refused.
  await page.getByRole('textbox', { name: 'Credentials' }).fill('{ "key": }');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('This is not valid JSON.').waitFor();
  expect(await page.getByText(/^Accepted\./).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Credentials' }).fill('{ "key": "very-secret-key" }');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText(/^Accepted\./).waitFor();

  await publish.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1 is published.').waitFor();

  // The text is code in Arabic too: its indentation is on the left.
  const arabic = await stage.open('/configuration/connectors/acme', app.fixtures.operator, { locale: 'ar' });
  expect(await arabic.locator('textarea').evaluate((area) => getComputedStyle(area).textAlign)).not.toBe('right');

  const client = await stage.open('/integrations', app.fixtures.a.clients[0]!.user);
  await client.getByRole('listitem').filter({ hasText: 'Acme' }).getByRole('button', { name: 'Connect' }).click();
  await client.getByRole('dialog').getByLabel('API key').fill('good-key');
  await client.getByRole('dialog').getByRole('button', { name: 'Connect' }).click();
  await client.waitForURL(/\/integrations\/\d+$/);
});
