import { afterAll, beforeAll, expect, test } from 'vitest';
import { PersonRecords } from '../../plugins/foundation/privacy/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
});
afterAll(() => app.close());

/** Columns that may say who somebody is, or what other people said of them. */
const PERSONAL =
  /^(.*_)?(e?mail|phone|first_name|last_name|full_name|address|zip|ip|visitor|person|person_id|person_key|hashes|masked|lead_id|lead_ids|evidence|answers?|told|response|details|page|url|referrer|params|payload|data|body|note|reason|label)(_hash|_key)?$|^hash$/;

const STAFF = 'people who work with the product, in their own accounts';
const COMPANY = 'of a company and not of a person';
const GRAPH =
  'the identity graph and what it is fed from belong to the platform: no company reads them, and none may take people from the others';
const MONEY = 'about payments between companies';
/** Tables with such columns that hold nothing of people whose data is collected, and why. */
const NOBODYS: Record<string, string> = {
  accounts_challenge: STAFF,
  accounts_email_change: STAFF,
  accounts_profile: STAFF,
  agencies_profile: COMPANY,
  agency_billing_charge: MONEY,
  agenda_jobs: 'when recurring jobs run next',
  agreements_acceptance: STAFF,
  b2b_id_page: COMPANY,
  banners_banner: COMPANY,
  billing_credit: MONEY,
  billing_details: COMPANY,
  billing_invoice: MONEY,
  campaigns_campaign: COMPANY,
  campaigns_move: COMPANY,
  capture_identity: GRAPH,
  capture_newcomer: 'keyed hashes that a flood is noticed by, for 30 days; nobody is found by them',
  capture_person: GRAPH,
  capture_pixel: COMPANY,
  capture_pixel_seen: COMPANY,
  clients_profile: COMPANY,
  connector_google_sheets_account: STAFF,
  connector_google_sheets_event: COMPANY,
  connector_google_sheets_sheet: COMPANY,
  deletion_lists_match: 'whom a deletion list names, until the requests that delete them are done; then it is emptied',
  deletion_lists_row: 'hashes that a state gave us, to keep these people away',
  developer_key: COMPANY,
  enhance_id_campaign: COMPANY,
  exclusions_upload: 'hashes and masks on their way into the list, and sealed rejected rows, for a day',
  intent_record: GRAPH,
  intent_touched: GRAPH,
  intent_wanderer: GRAPH,
  leads_failure: 'why an observation failed, in words of the code, until it is purged',
  open_api_endpoint: COMPANY,
  open_api_event: 'ids; whoever is meant is read by them, as long as they are there',
  open_api_sandbox: 'made-up people',
  operations_snapshot: COMPANY,
  payments_account: STAFF,
  payments_operation: MONEY,
  payments_refund: MONEY,
  payments_sandbox: MONEY,
  privacy_request: 'the requests themselves, which forget whom they were about',
  profile_answers: STAFF,
  profile_company: COMPANY,
  profile_person: STAFF,
  reports_delivery: STAFF,
  reports_selection: 'ids of leads that somebody chose a moment ago',
  site_id_campaign: COMPANY,
  user_log_part: 'the log of what people who work with the product did',
  view_mode_visit: STAFF,
  wallet_operation: MONEY,
  white_label_embedded: COMPANY,
  white_label_logo: COMPANY,
  white_label_pass: COMPANY,
  white_label_smtp: COMPANY,
  white_label_subdomain: COMPANY,
};

test('whatever may say who somebody is stands in what its plugin contributes to privacy requests, or says why it is nobody', async () => {
  const { registry, platform } = app.kernel;
  const { rows } = (await platform.raw(`
    select c.relname as "table", array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'core\\_%'
    group by 1 order by 1`)) as { rows: { table: string; columns: string[] }[] };
  const suspects = rows.flatMap(({ table, columns }) => {
    const personal = columns.filter((column) => PERSONAL.test(column));
    return personal.length > 0 ? [{ table, personal }] : [];
  });
  const spokenFor = registry.contributions(PersonRecords).flatMap(({ def }) => def.tables);
  const covered = new Set([...spokenFor, ...Object.keys(NOBODYS)]);
  expect(suspects.filter(({ table }) => !covered.has(table))).toEqual([]);
  // Nothing stands there twice, or any longer.
  const existing = new Set(rows.map(({ table }) => table));
  expect([...spokenFor, ...Object.keys(NOBODYS)].filter((table) => !existing.has(table))).toEqual([]);
  expect(spokenFor.filter((table, n) => table in NOBODYS || spokenFor.indexOf(table) !== n)).toEqual([]);
  expect(suspects.length).toBeGreaterThan(40);
});

test('each speaks for tables of its own plugin alone, and its kind bears its name', () => {
  for (const { plugin, def } of app.kernel.registry.contributions(PersonRecords)) {
    const prefix = `${plugin.replaceAll('-', '_')}_`;
    expect([plugin, def.id.split('.')[0], def.tables.filter((table) => !table.startsWith(prefix))]).toEqual([plugin, plugin, []]);
  }
});
