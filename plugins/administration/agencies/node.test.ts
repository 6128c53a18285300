import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';

let app: TestApp;
let operator: TestApp['fixtures']['operator'];
let agency: number;
beforeAll(async () => {
  app = await startTestApp();
  operator = app.fixtures.operator;
  agency = app.fixtures.a.tenant.id;
});
afterAll(() => app.close());

const edit = (change: object) =>
  app.call('PUT', `/api/agencies/${agency}`, operator, {
    body: {
      ClientCompanyName: 'Agency A',
      ClientFullName: 'Owner A',
      ClientEmail: app.fixtures.a.owner.email,
      ClientPhone: '+13125550100',
      DownlineSubDomain: 'a',
      ...change,
    },
  });
async function node(): Promise<Record<string, unknown>> {
  const { body } = await app.call('GET', `/api/configuration/user/${app.fixtures.root.id}/-/-/userdownline/-/company_name/asc`, operator);
  return (body.data as { company_id: number }[]).find((row) => row.company_id === agency)!;
}

test('onboarding price and minimum spend are 0 before anything is said of them', async () => {
  const query = `companyID=${agency}&companyRootID=${app.fixtures.root.id}&settingname=agencyonboardingcustom`;
  expect((await app.call('GET', `/api/configuration/agencies/onboarding?${query}`, operator)).body).toMatchObject({ amount: 0 });
  const spend = { status: 'F', first_month: 0, second_month: 0, monthly: 0 };
  expect((await app.call('GET', `/api/configuration/agencies/${agency}/minimum-spend`, operator)).body).toEqual(spend);
  const of = `companyID=${agency}&getType=getrolemodule&roleID=&usrID=${app.fixtures.a.owner.id}`;
  const told = await app.call('GET', `/api/configuration/role-module?${of}`, app.fixtures.a.owner);
  expect(told.body).toMatchObject({ agency_onboarding_price: 0, agency_onboarding_status: 'F', minspend_setting: spend });
});

test('a row has the domain of its own that was asked for', async () => {
  expect(await node()).toMatchObject({ domain: null });
  expect((await edit({ DownlineDomain: 'app.acme.example' })).status).toBe(200);
  expect(await node()).toMatchObject({ domain: 'app.acme.example' });
});

test('a row says how the agency stands to developer mode', async () => {
  const standing = (api: string, key: string, agreed: string) => ({
    api_mode: api,
    is_user_generate_api: key,
    is_marketing_services_agreement_developer: agreed,
  });
  expect(await node()).toMatchObject(standing('F', 'F', 'F'));
  expect((await app.call('PUT', `/api/developer/mode/${agency}`, operator, { body: { api_mode: 'T' } })).status).toBe(200);
  expect(await node()).toMatchObject(standing('T', 'F', 'F'));
  const { owner } = app.fixtures.a;
  const agreed = await app.call('POST', '/api/developer/marketing-services-agreement', owner, {
    body: {
      user_id: owner.id,
      is_marketing_services_agreement_developer: 'T',
      company_name: 'Agency A',
      company_id: agency,
      location_menu: 'Developer',
      document_type: 'marketing-services-agreement-developer',
    },
  });
  expect(agreed.status, agreed.text).toBe(200);
  expect(await node()).toMatchObject(standing('T', 'F', 'T'));
  const key = await app.call('POST', '/api/developer/open-api/authenticate', owner, { body: { subdomain: 'a', email: owner.email } });
  expect(key.status, key.text).toBe(200);
  expect(await node()).toMatchObject(standing('T', 'T', 'T'));
});

describe('the label of the plan', () => {
  test.each([
    ['nonwhitelabelmonthly', '(NWM)'],
    ['nonwhitelabelyearly', '(NWY)'],
    ['whitelabelmonthly', '(WM)'],
    ['whitelabelyearly', '(WY)'],
    ['free', '(FREE)'],
  ])('of %s is %s', async (plan, label) => {
    const packages = {
      nonwhitelabelmonthly: 'price_1',
      nonwhitelabelyearly: 'price_2',
      whitelabelmonthly: 'price_3',
      whitelabelyearly: 'price_4',
      free: 'price_5',
    };
    await app.call('PUT', '/api/configuration/agencies/packages', operator, { body: packages });
    expect((await edit({ package_id: packages[plan as keyof typeof packages] })).status).toBe(200);
    expect(await node()).toMatchObject({ package_label: label });
  });
});

test('getSalesList answers ids and names', async () => {
  const { sales } = app.fixtures;
  const { body } = await app.call('GET', `/api/configuration/sales/list?companyID=${agency}`, operator);
  expect(body.params).toEqual([{ id: sales.id, name: 'sales' }]);
});
