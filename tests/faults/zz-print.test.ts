import { afterAll, beforeAll, test } from 'vitest';
import pg from 'pg';
import { writeFileSync } from 'node:fs';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { addCampaign } from '../../scripts/bench/installation.ts';
import { putLead } from '../support/put-lead.ts';
import { asked } from '../support/asked.ts';
let app: TestApp;
beforeAll(async () => { app = await startTestApp({ config: { roles: ['web'] } });
  const owner = new pg.Pool({ connectionString: app.databaseUrl, options: '-c app.scope=platform' });
  for (const client of app.fixtures.a.clients) for (const name of ['One', 'Two']) {
    const campaign = await addCampaign(owner, client.tenant, name);
    for (let n = 0; n < 3; n++) await putLead(app, { client: client.tenant, campaign, name: `lead${n}`, cents: 100, at: new Date() });
  }
  await owner.end();
});
afterAll(() => app.close());
test('print', async () => {
  const { operator, sales, a } = app.fixtures;
  let out = '';
  const LISTS = ['/api/leadspeek/client/all/local/ID', '/api/clients?Page=1&PerPage=10', '/api/agencies?Page=1&PerPage=10', '/api/reports/leads?Page=1&PerPage=10', '/api/campaigns/counts','/api/campaigns/attention'];
  for (const [who, p] of [['operator', operator], ['sales', sales], ['agency', a.owner], ['client', a.clients[0]!.user], ['nobody', null]] as const) {
    for (const path of ['/api/ui/bootstrap', ...LISTS]) {
      const url = path.replace('ID', String(p?.tenant.id));
      const first = await app.call('GET', url, p);
      if (first.status !== 200) continue;
      let ms = 0;
      for (let i = 0; i < 8; i++) await app.call('GET', url, p);
      const texts = await asked(async () => { const t = performance.now(); await app.call('GET', url, p); ms = performance.now() - t; });
      out += `\n== ${who} ${path} ${first.status} ${texts.length} (${ms.toFixed(1)} ms)\n${texts.map((t, n) => `${n + 1}. ${t.slice(0, Number(process.env.WIDE ?? 330))}`).join('\n')}\n`;
    }
  }
  writeFileSync('.local/asked.txt', out);
});
