import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definePlugin, contribute } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { CompanyFacts } from '../../foundation/companies/contract.ts';
import { indicatorOf } from './developer-facts.ts';

/** A plugin that knows of a failed payment. */
let failedId = 0;
const debtor = definePlugin({
  manifest: { id: 'debtor', version: '1.0.0', core: '^1', requires: { companies: '^1' }, level: 'platform' },
  contributions: [
    contribute(CompanyFacts, {
      id: 'debtor',
      of: async (_ctx, ids) => new Map(ids.filter((id) => id === failedId).map((id) => [id, { payment_status: 'failed' }])),
      filters: { CardStatus: { failed: async () => [failedId] } },
    }),
  ],
});

let app: TestApp;
let operator: TestApp['fixtures']['operator'];
beforeAll(async () => {
  app = await startTestApp({ plugins: [debtor] });
  operator = app.fixtures.operator;
  failedId = app.fixtures.b.tenant.id;
  for (const [as, CustomID] of [
    [operator, '4711'],
    [operator, '12'],
    [app.fixtures.a.owner, 'A-1'],
  ] as const)
    await app.call('POST', '/api/marketing/organizations', as, { body: { OrganizationName: `Organization ${CustomID}`, CustomID } });
});
afterAll(() => app.close());

interface Node {
  company_id: number;
  company_name: string;
  [field: string]: unknown;
}
const list = (query = '', as = operator) =>
  app.call('GET', `/api/configuration/user/${as.tenant.id}/-/-/userdownline/-/company_name/asc${query}`, as);
const names = (answer: { body: { data: Node[] } }) => answer.body.data.map((row) => row.company_name);
const node = async (id: number): Promise<Node> => ((await list()).body.data as Node[]).find((row) => row.company_id === id)!;
const edit = (id: number, change: object = {}, as = operator) =>
  app.call('PUT', `/api/agencies/${id}`, as, {
    body: {
      ClientCompanyName: 'Agency A',
      ClientFullName: 'Owner A',
      ClientEmail: app.fixtures.a.owner.email,
      ClientPhone: '+13125550100',
      DownlineSubDomain: 'agency-a',
      ...change,
    },
  });

describe('the indicator of developer mode', () => {
  test.each([
    [{ apiMode: true, agreed: false, paid: false, hasKey: false }, 'orange'],
    [{ apiMode: true, agreed: true, paid: false, hasKey: true }, 'orange'],
    [{ apiMode: true, agreed: true, paid: true, hasKey: true }, 'green'],
    [{ apiMode: true, agreed: true, paid: true, hasKey: false }, 'blue'],
    [{ apiMode: false, agreed: true, paid: true, hasKey: true }, 'orange'],
    [{ apiMode: false, agreed: false, paid: false, hasKey: false }, 'gray'],
  ])('%j is %s', (state, colour) => expect(indicatorOf(state)).toBe(colour));
});

describe('a node of the list', () => {
  test('has the fields of the specification, as saved', async () => {
    const { a } = app.fixtures;
    await app.call('PUT', '/api/configuration/agencies/packages', operator, { body: { whitelabelyearly: 'price_wy', free: 'price_f' } });
    const saved = await edit(a.tenant.id, {
      DownlineOrganizationID: '4711',
      ClientWhiteLabeling: 'T',
      defaultAdmin: 'F',
      package_id: 'price_wy',
      selectedterms: ['Weekly', 'Prepaid'],
    });
    expect(saved).toMatchObject({ status: 200, body: { message: 'Data has been updated successfully' } });
    expect(await node(a.tenant.id)).toMatchObject({
      company_root_id: app.fixtures.root.id,
      user_type: 'userdownline',
      subdomain: 'agency-a',
      orisubdomain: 'agency-a',
      external_organizationid: '4711',
      is_whitelabeling: 'T',
      default_admin: 'F',
      package_id: 'price_wy',
      package_label: '(WY)',
      manual_bill: 'F',
      exclude_minimum_spend: 0,
      exclude_onboard_charge: 0,
      is_onboard_charged: 0,
      payment_status: 'active',
      status_acc: 'active',
      profile_setup_completed: 'T',
      children: 2,
      selected_payment_term: [
        { term: 'Weekly', status: 'T' },
        { term: 'Monthly', status: 'F' },
        { term: 'OneTime', status: 'F' },
        { term: 'Prepaid', status: 'T' },
      ],
      rootpaymentterm: expect.arrayContaining([{ value: 'OneTime', label: 'One Time' }]),
      rootmodules: expect.arrayContaining([{ value: 'local', label: 'Site ID' }]),
      selected_modules: expect.arrayContaining([{ type: 'local', status: 'T' }]),
    });
    const owner = { account_id: a.owner.id, company_id: a.tenant.id };
    await app.kernel.platform('profile_person').insert({ ...owner, setup_completed: false });
    expect(await node(a.tenant.id)).toMatchObject({ profile_setup_completed: 'F' });
    await app.kernel.platform('profile_person').where(owner).update({ setup_completed: true });
    expect(await node(a.tenant.id)).toMatchObject({ profile_setup_completed: 'T' });
    await app.kernel.platform('core_account').where({ id: a.owner.id }).update({ status: 'suspended' });
    expect(await node(a.tenant.id)).toMatchObject({ status_acc: 'suspended' });
    await app.kernel.platform('core_account').where({ id: a.owner.id }).update({ status: 'active' });
    const one = await app.call('GET', `/api/agencies/${a.tenant.id}`, operator);
    expect(one.body).toMatchObject({ selectedterms: ['Weekly', 'Prepaid'], package_id: 'price_wy', DownlineOrganizationID: '4711' });
  });

  test('keeps what was not spoken of, and takes the same fields by the specified calls', async () => {
    const { a } = app.fixtures;
    await edit(a.tenant.id);
    expect(await node(a.tenant.id)).toMatchObject({ external_organizationid: '4711', package_label: '(WY)' });
    const made = await app.call('POST', '/api/configuration/user/create', operator, {
      body: {
        companyID: app.fixtures.root.id,
        idsys: app.fixtures.root.id,
        userType: 'userdownline',
        ClientCompanyName: 'Called In',
        ClientFullName: 'Cal Lin',
        ClientEmail: 'cal@in.example',
        ClientPhone: '3125550100',
        ClientPhoneCountryCode: 'US',
        ClientPhoneCountryCallingCode: '+1',
        ClientWhiteLabeling: 'T',
        ApiMode: 'F',
        DownlineDomain: '',
        DownlineSubDomain: 'called-in',
        DownlineOrganizationID: 12,
        selectedterms: [{ term: 'Monthly', status: 'T' }],
      },
    });
    expect(made).toMatchObject({ status: 200, body: { result: 'success', message: 'Data has been added successfully' } });
    expect(await node(made.body.data[0].company_id)).toMatchObject({
      is_whitelabeling: 'T',
      external_organizationid: '12',
      selected_payment_term: expect.arrayContaining([{ term: 'Weekly', status: 'F' }]),
    });
    await app.call('DELETE', `/api/agencies/${made.body.data[0].company_id}`, operator);
  });

  test.each([
    ['selectedterms', { selectedterms: [] }, 'Please select payment term'],
    ['package_id', { package_id: 'price_unknown' }, 'Please choose one of the configured plans.'],
    ['selectedmodules', { selectedmodules: ['teleport'] }, /no module/],
    ['DownlineOrganizationID', { DownlineOrganizationID: 'nowhere' }, 'This organization does not exist. Please choose one from the list.'],
    // An agency's own organizations are not the root's.
    ['DownlineOrganizationID', { DownlineOrganizationID: 'A-1' }, 'This organization does not exist. Please choose one from the list.'],
    ['DownlineDomain', { DownlineDomain: 'not a domain' }, /./],
    ['DownlineSubDomain', { DownlineSubDomain: 'a-' }, /form/],
    ['ClientPhone', { ClientPhone: '12' }, 'Please enter valid phone number'],
  ])('refuses a wrong %s and changes nothing: %j', async (field, change, message) => {
    const before = await node(app.fixtures.a.tenant.id);
    const refused = await edit(app.fixtures.a.tenant.id, { ClientCompanyName: 'Changed', ...change });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toContainEqual({ field, message: expect.stringMatching(message) });
    expect(await node(app.fixtures.a.tenant.id)).toEqual(before);
  });
});

test('an organization is chosen from those of the root, and may be none', async () => {
  const { a } = app.fixtures;
  const form = await app.call('GET', '/api/ui/forms/agencies.edit', operator);
  expect(form.body.ui.DownlineOrganizationID).toMatchObject({
    widget: 'select',
    options: { path: '/api/marketing/organizations/options' },
  });
  expect((await app.call('GET', '/api/marketing/organizations/options', operator)).body.options).toContainEqual({
    value: '4711',
    label: 'Organization 4711',
  });
  expect((await edit(a.tenant.id, { DownlineOrganizationID: '' })).status).toBe(200);
  expect(await node(a.tenant.id)).toMatchObject({ external_organizationid: null });
  expect((await edit(a.tenant.id, { DownlineOrganizationID: '12' })).status).toBe(200);
  // What stands may be said again, though it was removed since.
  const { data } = (await app.call('GET', '/api/marketing/organizations?search=12', operator)).body;
  await app.call('DELETE', `/api/marketing/organizations/${data[0].id}`, operator);
  expect((await edit(a.tenant.id, { DownlineOrganizationID: '12' })).status).toBe(200);
  expect(await node(a.tenant.id)).toMatchObject({ external_organizationid: '12' });
});

test('an agency, its money and developer mode ask for the password anew, whichever call speaks of them', async () => {
  const { a, root } = app.fixtures;
  const session = app.kernel.platform('core_session').where({ account_id: operator.id });
  await session.clone().update({ fresh_at: new Date(Date.now() - 86_400_000) });
  const put = (path: string, body: object) => app.call('PUT', `/api/configuration/${path}`, operator, { body });
  const person = { companyID: root.id, ClientID: a.owner.id, ClientFullName: 'Owner A', ClientEmail: a.owner.email };
  const refused = [
    await put('agencies/exclude-minimum-spend', { CompanyID: a.tenant.id }),
    await put('agencies/api-mode', { companyID: a.tenant.id, ApiMode: 'T' }),
    await put('user/update', { ...person, ClientPhone: '+13125550100', ApiMode: 'T' }),
    await edit(a.tenant.id, { package_id: 'price_f' }),
    await edit(a.tenant.id),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'core.problem.step-up']));
  expect(await node(a.tenant.id)).toMatchObject({ exclude_minimum_spend: 0, api_mode: 'F', package_label: '(WY)' });
  await session.clone().update({ fresh_at: new Date() });
  expect((await edit(a.tenant.id)).status).toBe(200);
});

describe('filters', () => {
  test('by card, campaigns and exclusion; an unknown one is refused; empty ones are none', async () => {
    expect(names(await list('?CardStatus=failed'))).toEqual(['Agency B']);
    expect(await node(app.fixtures.b.tenant.id)).toMatchObject({ payment_status: 'failed' });
    expect(names(await list('?CardStatus=none'))).toEqual(['Agency A', 'Agency B']);
    expect(names(await list('?CampaignStatus=active'))).toEqual([]);
    expect(names(await list(`?Exclude=${app.fixtures.a.tenant.id}`))).toEqual(['Agency B']);
    expect(names(await list('?CardStatus=&CampaignStatus=&Filters=&Exclude='))).toEqual(['Agency A', 'Agency B']);
    for (const query of ['CardStatus=magic', 'Filters=constructor', 'CampaignStatus=__proto__', 'Exclude=a'])
      expect((await list(`?${query}`)).status).toBe(422);
  });

  test('a cleared sort is null: newest first', async () => {
    const cleared = await app.call('GET', `/api/configuration/user/${app.fixtures.root.id}/-/-/userdownline/-/created_at/null`, operator);
    expect(names(cleared)).toEqual(['Agency A', 'Agency B']);
    const none = await app.call('GET', `/api/configuration/user/${app.fixtures.root.id}/-/-/userdownline/-/null/null`, operator);
    expect(names(none)).toEqual(['Agency B', 'Agency A']);
  });
});

describe('charges', () => {
  const onboard = (amount: unknown, more: object = {}, as = operator, id = app.fixtures.a.tenant.id) =>
    app.call('PUT', '/api/configuration/agencies/onboarding', as, { body: { CompanyID: id, amount, ...more } });
  const onboarding = async () =>
    (
      await app.call(
        'GET',
        `/api/configuration/agencies/onboarding?companyID=${app.fixtures.a.tenant.id}&companyRootID=${app.fixtures.root.id}&settingname=agencyonboardingcustom`,
        operator,
      )
    ).body;

  test.each([
    ['0.5', 'Amount must be greater than 0.5 if not zero.'],
    [0.01, 'Amount must be greater than 0.5 if not zero.'],
    ['abc', 'Please enter a valid amount.'],
    ['', 'Please enter a valid amount.'],
    ['1e3', 'Please enter a valid amount.'],
    ['1.001', 'Please enter a valid amount.'],
    [-1, 'Amount cannot be negative.'],
  ])('an onboarding amount of %j is refused', async (amount, message) => {
    const refused = await onboard(amount);
    expect([refused.status, refused.body.errors]).toEqual([422, [{ field: 'amount', message }]]);
  });

  test('an onboarding charge is kept in cents and told as it was set', async () => {
    expect(await onboard('0.51')).toMatchObject({
      status: 200,
      body: { status: 'success', result: 'success', message: 'Your settings have been saved.' },
    });
    expect(await onboarding()).toMatchObject({ amount: 0.51, enable_coupon: 'F' });
    await onboard(19.99, { enable_coupon: 'T', exclude_onboard_charge: 1 });
    expect(await onboarding()).toMatchObject({ amount: 19.99, enable_coupon: 'T', exclude_onboard_charge: 'T', data: { amount: 19.99 } });
    const [row] = await app.kernel.platform('agency_plans_agency').where({ company_id: app.fixtures.a.tenant.id }).select('onboard_cents');
    expect(row.onboard_cents).toBe('1999');
    expect((await onboard(0)).status).toBe(200);
    expect((await onboard(5, {}, app.fixtures.a.owner)).status).toBe(403);
    expect((await onboard(5, {}, operator, app.fixtures.a.clients[0]!.tenant.id)).status).toBe(404);
  });

  test('the minimum spend is excluded and included in turns; parallel wishes agree', async () => {
    const call = (body: object, as = operator) => app.call('PUT', '/api/configuration/agencies/exclude-minimum-spend', as, { body });
    const CompanyID = app.fixtures.a.tenant.id;
    expect((await call({ CompanyID })).body).toMatchObject({ exclude_minimum_spend: 1 });
    expect((await call({ CompanyID })).body).toMatchObject({ exclude_minimum_spend: 0 });
    const wishes = await Promise.all(Array.from({ length: 20 }, () => call({ CompanyID, exclude_minimum_spend: 1 })));
    expect(wishes.every((w) => w.body.exclude_minimum_spend === 1)).toBe(true);
    expect(await app.kernel.platform('core_audit').where({ action: 'agency-plans.minimum-spend-excluded' })).toHaveLength(3);
    expect((await call({ CompanyID }, app.fixtures.a.owner)).status).toBe(403);
    expect((await call({ CompanyID: app.fixtures.root.id })).status).toBe(404);
  });

  test('the ramp of the minimum spend: the root’s for all, the agency’s own', async () => {
    const ramp = { status: 'T', first_month: 10_000, second_month: 20_000, monthly: 30_000 };
    await app.call('PUT', '/api/configuration/agencies/minimum-spend', operator, { body: { ...ramp, monthly: 40_000 } });
    const path = (id: number) => `/api/configuration/agencies/${id}/minimum-spend`;
    expect((await app.call('PUT', path(app.fixtures.a.tenant.id), operator, { body: ramp })).status).toBe(200);
    expect((await app.call('GET', path(app.fixtures.a.tenant.id), operator)).body).toEqual(ramp);
    expect((await app.call('GET', path(app.fixtures.b.tenant.id), operator)).body.monthly).toBe(40_000);
    expect((await app.call('GET', path(app.fixtures.b.tenant.id), app.fixtures.b.owner)).status).toBe(403);
    const billing = await app.call('GET', `/api/agencies/${app.fixtures.b.tenant.id}/billing`, operator);
    expect(billing.body).toMatchObject({ manual_bill: 'F', payment_status: 'failed', minimum_status: 'T', monthly: 40_000 });
  });
});

describe('sales people', () => {
  test('see what they look after by their own list, and none of the root’s switches', async () => {
    const { sales, a, root } = app.fixtures;
    const downline = (as = sales) => app.call('GET', `/api/configuration/sales-downline/${root.id}/-/-/-/-/company_name/desc`, as);
    expect(names(await downline())).toEqual([]);
    await app.call('PUT', '/api/configuration/sales', operator, { body: { companyID: a.tenant.id, salesRef: sales.id } });
    expect(names(await downline())).toEqual(['Agency A']);
    expect((await downline()).body.data[0]).toMatchObject({ accountref: 'sales', accountrefid: sales.id, salesrep: null });
    expect(names(await downline(operator))).toEqual(['Agency B', 'Agency A']);
    expect((await downline(a.owner)).status).toBe(403);

    const [table] = (await app.call('GET', '/api/ui/pages/agencies.list', sales)).body.blocks;
    const actions = (table.row.actions ?? []).map((action: { id: string }) => action.id);
    expect(actions.filter((id: string) => id.startsWith('agencies.') || id.startsWith('wallet.'))).toEqual([]);
    expect(table.bulk ?? []).toEqual([]);
    expect(table.filters.map((f: { name: string }) => f.name)).toEqual(['CampaignStatus']);
    for (const path of [
      'agencies/onboarding?companyID=1',
      `agencies/${a.tenant.id}/minimum-spend`,
      'root/list',
      `agencies-report/${root.id}/null/null`,
    ])
      expect((await app.call('GET', `/api/configuration/${path}`, sales)).status).toBe(403);
  });

  test('the report counts what stands below each agency', async () => {
    const report = await app.call('GET', `/api/configuration/agencies-report/${app.fixtures.root.id}/company_name/asc`, operator);
    expect(report.body.data).toMatchObject([
      { company_name: 'Agency A', clients: 2, open_campaigns: 0, package_label: '(WY)' },
      { company_name: 'Agency B', payment_status: 'failed' },
    ]);
    expect((await app.call('GET', '/api/configuration/root/list', operator)).body.params).toEqual([
      { id: app.fixtures.root.id, name: 'Test Root' },
    ]);
  });
});

test('the role call is told charges and products of an agency', async () => {
  const { a } = app.fixtures;
  await app.call('PUT', '/api/configuration/agencies/onboarding', operator, {
    body: { CompanyID: a.tenant.id, amount: 99.5, enable_coupon: 'T', exclude_onboard_charge: 0 },
  });
  const of = `companyID=${a.tenant.id}&getType=getrolemodule&roleID=&usrID=${a.owner.id}`;
  const told = await app.call('GET', `/api/configuration/role-module?${of}`, a.owner);
  expect(told.body).toMatchObject({
    agency_onboarding_status: 'T',
    agency_onboarding_price: 99.5,
    agency_enable_coupon: 'T',
    minspend_setting: { status: 'T', first_month: 100, second_month: 200, monthly: 300 },
    api_mode: 'F',
    accessmodule_agency: expect.stringContaining('local'),
    agencyFilteredModules: expect.arrayContaining([{ type: 'local', name: 'Site ID' }]),
    agency_side_menu: expect.arrayContaining([{ type: 'local', name: 'Site ID', url: 'siteid' }]),
  });
});

test('the generic failure of creating, updating and removing is the one of the specification', async () => {
  const busy = 'Server might be busy please try again later';
  const [table] = (await app.call('GET', '/api/ui/pages/agencies.list', operator)).body.blocks;
  expect(table.add).toMatchObject({ failed: busy, do: { form: 'agencies.add', as: 'under' } });
  expect(table.row.open.blocks[0].tabs[0].blocks[0]).toMatchObject({ form: 'agencies.edit', failed: busy });
  expect(table.row.actions.find(({ id }: { id: string }) => id === 'agencies.remove-agency').failed).toBe(busy);
  const [clients] = (await app.call('GET', '/api/ui/pages/clients.list', app.fixtures.a.owner)).body.blocks;
  expect(clients.add).toMatchObject({ failed: busy, do: { as: 'under' } });
  expect((await app.call('GET', '/api/ui/bootstrap', operator)).body.messages['ui.table.loading']).toBe('Loading data...');
});

test('an operator without the right sees an action with the reason why not', async () => {
  const { platform } = app.kernel;
  const off = { enable: true, create: false, update: false, delete: false };
  const rights = { AdsDesign: off, Campaign: off, LeadsPeek: off, Settings: off };
  await platform('core_account')
    .where({ id: operator.id })
    .update({ rights: JSON.stringify(rights) });
  const [table] = (await app.call('GET', '/api/ui/pages/agencies.list', operator)).body.blocks;
  const remove = table.row.actions.find((action: { id: string }) => action.id === 'agencies.remove-agency');
  expect(remove).toMatchObject({ disabled: 'Your role does not let you remove agencies.', do: { open: [] } });
  expect(table.add).toBeUndefined();
  const tabs = table.row.open.blocks[0].tabs as { id: string; blocks: any[] }[];
  const switchOf = (tab: string) => {
    const block = tabs.find(({ id }) => id === tab)!.blocks.find(({ as }) => as !== 'notice');
    return (block.columns ?? block.fields).find(({ as }: { as: string }) => as === 'switch');
  };
  expect(switchOf('modules')).toMatchObject({ disabled: 'Your role does not let you change agencies.' });
  expect(switchOf('billing')).toMatchObject({ disabled: 'Your role does not let you change how agencies are billed.' });
  expect([switchOf('modules').toggle, switchOf('billing').toggle]).toEqual([undefined, undefined]);
  expect((await app.call('DELETE', `/api/agencies/${app.fixtures.a.tenant.id}`, operator)).status).toBe(403);
  await platform('core_account').where({ id: operator.id }).update({ rights: null });
});
