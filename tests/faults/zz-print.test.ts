import { afterAll, beforeAll, test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { asked } from '../support/asked.ts';
let app: TestApp;
beforeAll(async () => { app = await startTestApp({ config: { roles: ['web'] } }); });
afterAll(() => app.close());
test('print', async () => {
  const { operator, sales, a } = app.fixtures;
  let out = '';
  const LISTS = ['/api/leadspeek/client/all/local/ID', '/api/clients?Page=1&PerPage=10', '/api/agencies?Page=1&PerPage=10', '/api/reports/leads?Page=1&PerPage=10', '/api/campaigns/counts','/api/campaigns/attention'];
  for (const [who, p] of [['operator', operator], ['sales', sales], ['agency', a.owner], ['admin', a.admin], ['client', a.clients[0]!.user], ['nobody', null]] as const) {
    for (const path of ['/api/ui/bootstrap', ...LISTS]) {
      const url = path.replace('ID', String(p?.tenant.id));
      const first = await app.call('GET', url, p);
      let ms = 0;
      const texts = await asked(async () => { const t = performance.now(); await app.call('GET', url, p); ms = performance.now() - t; });
      out += `\n== ${who} ${path} ${first.status} ${texts.length} (${ms.toFixed(1)} ms) ${first.status === 200 ? '' : first.text}\n${texts.map((t, n) => `${n + 1}. ${t.slice(0, Number(process.env.WIDE ?? 230))}`).join('\n')}\n`;
    }
  }
  writeFileSync('.local/asked.txt', out);
});
test('sizes', async () => {
  const { gzipSync } = await import('node:zlib');
  const { operator, a } = app.fixtures;
  let out = '';
  for (const [who, p] of [['operator', operator], ['agency', a.owner], ['client', a.clients[0]!.user], ['nobody', null]] as const) {
    const { body, text } = await app.call('GET', '/api/ui/bootstrap', p);
    out += `${who} all ${text.length} gz ${gzipSync(text).length}: ${Object.entries(body).map(([k, v]) => `${k} ${JSON.stringify(v).length}/${gzipSync(JSON.stringify(v)).length}`).join(', ')}\n`;
    if (!p) writeFileSync('.local/nobody.json', JSON.stringify(body, null, 1));
  }
  writeFileSync('.local/boot-sizes.txt', out);
});
