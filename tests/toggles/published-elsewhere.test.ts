import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { serve, type Serving } from '../../core/boot/serve.ts';
import { type RunningKernel, startKernel } from '../../core/boot/start.ts';
import { relayEvents } from '../../core/events/relay.ts';
import { runJob } from '../../core/jobs/runner.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { testConfig } from '../../core/testing/template.ts';
import { starter } from '../../plugins/connectors/declarative-connectors/documents/starter.ts';
import { leadsFake } from '../../plugins/connectors/integrations/leads.fake.ts';
import { Receiver } from '../../plugins/connectors/integrations/receiver.fake.ts';
import { until } from '../support/until.ts';

/** A connector is published in one process: others hear of it, and one that hears nothing asks before it sends. */
let app: TestApp;
let other: Receiver;
let hearing: { kernel: RunningKernel; serving: Serving };
let deaf: RunningKernel;

beforeAll(async () => {
  other = await Receiver.start();
  const config = { egressAllow: [other.host], roles: ['web' as const] };
  // The test's own process sends nothing, so that it is known who does.
  app = await startTestApp({ plugins: [leadsFake], config });
  const installed = await loadPlugins(INSTALLED.filter((name) => name !== 'leads'));
  const loaded = [...installed, { name: 'leads', plugin: leadsFake, standsIn: true, problem: null, milliseconds: 0 }];
  const kernel = await startKernel(testConfig(app.databaseUrl, config), loaded);
  hearing = { kernel, serving: await serve(kernel, { host: 'localhost', schedule: false }) };
  deaf = await startKernel(testConfig(app.databaseUrl, config), loaded);
});
afterAll(async () => {
  await hearing?.serving.stop();
  await hearing?.kernel.close();
  await deaf?.close();
  await app?.close();
  other?.stop();
});

const ID = 'declarative-connectors.acme';
const asOperator = async (method: string, path: string, body?: object) => {
  const answer = await app.call(method, `/api/connector-documents${path}`, app.fixtures.operator, body ? { body } : {});
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
/** Two calls, below a path that says of which version they are. */
async function publish(version: string): Promise<void> {
  const document = JSON.parse(starter('acme').replaceAll('https://api.example.com', `http://${other.host}/${version}`));
  document.egress = [other.host];
  document.test = null;
  const [first] = document.actions.add.steps;
  document.actions.add.steps.push({ ...first, name: 'second', url: `${first.url}/second`, keep: {} });
  document.title = { en: version, ar: version };
  const { edits } = await asOperator('GET', '/acme');
  await asOperator('PUT', '/acme/draft', { text: JSON.stringify(document), edits });
  await asOperator('POST', '/acme/publish', { edits: (await asOperator('GET', '/acme')).edits });
}
const paths = (): string[] => other.received.splice(0).map(({ path }) => path);
const lead = (name: string) =>
  app.call('POST', '/api/leads-fake/make', app.fixtures.a.owner, {
    body: { companyId: app.fixtures.a.clients[0]!.tenant.id, names: [name] },
  });
/** What waits is sent by the process that heard nothing. */
async function sendDeaf(): Promise<void> {
  await relayEvents(deaf);
  await runJob(deaf, deaf.registry.jobs.get('integrations.deliver')!);
}

test('every process follows, and one that is behind sends by what is published all the same', async () => {
  for (const version of ['v1', 'v2', 'v3']) other.answer(`/${version}/contacts`, () => ({ status: 200, body: '{"id":"c"}' }));
  await asOperator('POST', '', { document: 'acme' });
  await publish('v1');
  await until(() => hearing.kernel.registry.connectors.has(ID), 5_000);
  expect(deaf.registry.connectors.has(ID)).toBe(false);
  const { user } = app.fixtures.a.clients[0]!;
  // The process that answers has not heard yet, or has: either way it knows the connector.
  expect(await app.call('POST', '/api/integrations/declared/acme', user, { body: { key: 'good-key' } })).toMatchObject({ status: 200 });
  await lead('Ann');
  await sendDeaf();
  expect(paths()).toEqual(['/v1/contacts', '/v1/contacts/second']);

  await publish('v2');
  await until(() => hearing.kernel.catalogue.t('en', hearing.kernel.registry.connectors.get(ID)!.def.title) === 'v2', 5_000);
  expect(deaf.catalogue.t('en', deaf.registry.connectors.get(ID)!.def.title)).toBe('v1');
  await lead('Ben');
  await sendDeaf();
  expect(paths()).toEqual(['/v2/contacts', '/v2/contacts/second']);

  // A delivery under way ends as it began, whatever is published meanwhile.
  other.onCall = async () => {
    other.onCall = null;
    await publish('v3');
    await deaf.published.refresh();
  };
  await lead('Cid');
  await sendDeaf();
  expect(paths()).toEqual(['/v2/contacts', '/v2/contacts/second']);
  await lead('Dan');
  await sendDeaf();
  expect(paths()).toEqual(['/v3/contacts', '/v3/contacts/second']);
});
