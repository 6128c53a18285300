import { expect } from 'vitest';
import type { Config } from '../../config/default.ts';
import type { AgencyFixtures, Person } from '../../core/testing/fixtures.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { GoogleFake } from '../../plugins/connectors/connector-google-sheets/google.fake.ts';
import type { FakeFile, FakeTab } from '../../plugins/connectors/connector-google-sheets/sheets.fake.ts';
import { LeadsCreated } from '../../plugins/lead-intake/leads/contract.ts';
import { putLead } from '../support/put-lead.ts';

export interface Campaign {
  id: number;
  of: AgencyFixtures;
}

/** The whole product beside a Google of the test's own. */
export class SheetsStage {
  readonly app: TestApp;
  readonly google: GoogleFake;

  private constructor(app: TestApp, google: GoogleFake) {
    this.app = app;
    this.google = google;
  }

  static async start(config: Partial<Config> = {}): Promise<SheetsStage> {
    const google = await GoogleFake.start();
    const app = await startTestApp({ config: { egressAllow: [google.host], services: { stripe: null, google: google.keys }, ...config } });
    return new SheetsStage(app, google);
  }

  async close(): Promise<void> {
    await this.app.close();
    this.google.stop();
  }

  /** Nothing is connected, written or mailed. */
  async clear(): Promise<void> {
    await this.app.asOwner('delete from connector_google_sheets_account; delete from core_mail; delete from core_rate');
    this.google.reset();
  }

  get a(): AgencyFixtures {
    return this.app.fixtures.a;
  }

  post(path: string, who: Person, body?: object) {
    return this.app.call('POST', `/api${path}`, who, body ? { body } : {});
  }

  /** Connects whoever is signed in at Google. */
  async connect(who: Person = this.a.owner): Promise<void> {
    const { leave } = (await this.post('/google-sheets/connect', who)).body as { leave: string };
    const back = new URL((await fetch(leave, { redirect: 'manual' })).headers.get('location')!);
    const answer = await this.post('/google-sheets/connected', who, Object.fromEntries(back.searchParams));
    expect(answer.status, answer.text).toBe(200);
  }

  async campaign(fields: object = {}, of: AgencyFixtures = this.a): Promise<Campaign> {
    const answer = await this.post('/leadspeek/client/create', of.owner, {
      companyID: of.clients[0]!.tenant.id,
      leadspeekType: 'local',
      campaignName: 'Shop',
      reportSentTo: 'desk@client.example',
      ...fields,
    });
    expect(answer.status, answer.text).toBe(200);
    return { id: answer.body.leadspeek_api_id as number, of };
  }

  async create(campaign: Campaign, who: Person = campaign.of.owner): Promise<number> {
    const answer = await this.post('/google-sheets/sheets', who, { campaign: campaign.id });
    expect(answer.status, answer.text).toBe(200);
    await this.app.settle();
    return answer.body.id as number;
  }

  /** People become leads of the campaign; answers their ids. */
  async leads(campaign: Campaign, ...names: string[]): Promise<string[]> {
    const leadIds = await this.storedLeads(campaign, ...names);
    await this.announce(campaign, leadIds);
    return leadIds;
  }

  /** Leads of which nobody has been told yet; answers their ids. */
  async storedLeads(campaign: Campaign, ...names: string[]): Promise<string[]> {
    const client = campaign.of.clients[0]!.tenant;
    const leadIds: string[] = [];
    for (const name of names)
      leadIds.push(await putLead(this.app, { client, campaign: campaign.id, name, cents: 100, at: new Date('2026-11-01T16:30:00Z') }));
    return leadIds;
  }

  announce(campaign: Campaign, leadIds: string[]): Promise<void> {
    const companyId = campaign.of.clients[0]!.tenant.id;
    return this.app.inside(campaign.of.tenant, 'leads', (ctx) =>
      ctx.emit(LeadsCreated, { campaignId: campaign.id, companyId, product: 'local', isTest: false, leadIds }),
    );
  }

  async sheet(id: number, who: Person = this.a.owner) {
    return (await this.app.call('GET', `/api/google-sheets/sheets/${id}`, who)).body as Record<string, unknown>;
  }

  async history(id: number, who: Person = this.a.owner): Promise<string[]> {
    const { data } = (await this.app.call('GET', `/api/google-sheets/sheets/${id}/history?PerPage=100`, who)).body as {
      data: { text: string }[];
    };
    return data.map(({ text }) => text).toReversed();
  }

  /** The one file that there is at Google. */
  get file(): FakeFile {
    expect([...this.google.sheets.files.values()].filter(({ trashed }) => !trashed)).toHaveLength(1);
    return [...this.google.sheets.files.values()].find(({ trashed }) => !trashed)!;
  }
  tab(title = 'Leads'): FakeTab {
    return this.file.tabs.find((tab) => tab.title === title)!;
  }
  /** A column of the tab by its heading, without the heading. */
  column(heading: string, title?: string): unknown[] {
    const [head = [], ...rows] = this.tab(title).rows;
    return rows.map((row) => row[head.indexOf(heading)] ?? null);
  }

  /** Subjects and recipients of what was mailed, the oldest first. */
  async mails(): Promise<{ recipient: string; subject: string }[]> {
    await this.app.settle();
    return (await this.app.kernel.platform('core_mail').orderBy('id').select('recipient', 'subject')) as {
      recipient: string;
      subject: string;
    }[];
  }
  /** The page of all mails with their words. */
  async mailed(): Promise<string> {
    return (await this.app.call('GET', '/dev/mail')).text;
  }

  /** A worker's lease is over, as two minutes after it died. */
  leaseOver(): Promise<void> {
    return this.app.asOwner(
      "update connector_google_sheets_sheet set lease_until = now() - interval '1 second' where lease_until is not null",
    );
  }
  /** Google's pause is over. */
  rested(): Promise<void> {
    return this.app.asOwner('update connector_google_sheets_account set rest_until = null');
  }
}
