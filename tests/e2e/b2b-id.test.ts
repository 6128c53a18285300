import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accept } from '../b2b-id/offered.ts';
import { FORD, MIT, Visiting } from '../b2b-id/visiting.ts';
import { FakeSupplier } from '../support/fake-supplier.ts';
import { openStage, type Stage } from './support.ts';

let stage: Stage;
let it: Visiting;
beforeAll(async () => {
  const supplier = await FakeSupplier.start();
  stage = await openStage({ egressAllow: [supplier.host] });
  it = await Visiting.over(stage.app, supplier);
  await it.supply();
  supplier.answer = (_name, { groups }) =>
    groups.includes('company')
      ? [200, { data: { companyDomain: 'ford.example', companyIndustry: 'Cars', companyCountry: 'US' } }]
      : [200, { data: { firstName: 'Pat', lastName: 'Lee', email: 'pat@ford.example', contactTitle: 'Buyer' } }];
  const [client] = stage.app.fixtures.a.clients;
  await accept(stage.app, client!.user);
  const site = await it.website(client!);
  await it.visit(site, [FORD, FORD, MIT], 'https://shop.example/prices');
});
afterAll(async () => {
  await stage.close();
  it.supplier.stop();
});

const fits = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test('a client looks at the companies that visited, and has contacts looked for at the price that is said first', async () => {
  const { user } = stage.app.fixtures.a.clients[0]!;
  await it.running(stage.app.fixtures.a.clients[0]!, { companycountries: ['DE'], CostSet: '3.25' });
  const page = await stage.open('/', user);
  await page.getByRole('navigation').getByRole('link', { name: 'Visiting companies' }).click();
  await page.waitForURL('**/b2bid/visiting-companies');
  await page.getByRole('heading', { level: 1, name: 'Visiting companies' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Ford Motor Company' }).first();
  await row.getByText('Not looked for').waitFor();
  expect(await fits(page)).toBe(true);
  expect(await stage.faults(page)).toEqual([]);
  await row
    .getByRole('button', { name: /^Details|^Ford/ })
    .first()
    .click();
  await page.getByText('https://shop.example/prices').waitFor();

  await row
    .getByRole('button', { name: /^Find contacts|^Actions/ })
    .first()
    .click();
  const entry = page.getByRole('menuitem', { name: 'Find contacts' });
  const dialog = page.getByRole('dialog', { name: 'Find contacts at Ford Motor Company?' });
  await entry.or(dialog).first().waitFor();
  if (await entry.isVisible()) await entry.click();
  await dialog.getByText(/“Companies” and cost \$3\.25\./).waitFor();
  expect(await stage.faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Find a contact for $3.25' }).click();
  await page
    .getByText(/^Looking for contacts at Ford Motor Company/)
    .first()
    .waitFor();
  await it.settle();
  await row.getByText('Found', { exact: true }).waitFor();
  await page.goto(`${stage.app.url}/leads`);
  await page.getByText('pat@ford.example').first().waitFor();
});

test('an agency reads the list and starts a campaign on a telephone, in Arabic', async () => {
  const { owner } = stage.app.fixtures.a;
  const page = await stage.open('/b2bid/visiting-companies', owner, { width: 400, locale: 'ar' });
  await page.getByRole('heading', { level: 1, name: 'الشركات الزائرة' }).waitFor();
  await page.getByText('Massachusetts Institute of Technology').first().waitFor();
  expect(await fits(page)).toBe(true);
  expect(await stage.faults(page)).toEqual([]);
  await stage.go(page, '/b2bid/campaign-management');
  await page.getByRole('button', { name: 'حملة جديدة' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('الحد الأدنى للثقة').first().waitFor();
  // What only contacts have is there as long as the lead is one.
  await drawer.getByText('المسميات الوظيفية').first().waitFor();
  expect(await fits(page)).toBe(true);
  expect(await stage.faults(page)).toEqual([]);
});

test('no page complained', () => expect(stage.complaints).toEqual([]));
