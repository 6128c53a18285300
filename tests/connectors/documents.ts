import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { starter } from '../../plugins/connectors/declarative-connectors/documents/starter.ts';
import { leadsFake } from '../../plugins/connectors/integrations/leads.fake.ts';
import { Receiver } from '../../plugins/connectors/integrations/receiver.fake.ts';

/** Answers of the product, of whatever form. */
export type Any = Record<string, any>;

/** The product, with a system that it may call (`other`) and one that it may not (`outside`), in each test file that uses it. */
export let app: TestApp;
export let other: Receiver;
export let outside: Receiver;

/** Starts them for a file, and takes the client's connections away before each test. */
export function withDocuments(): void {
  beforeAll(async () => {
    [other, outside] = [await Receiver.start(), await Receiver.start()];
    app = await startTestApp({ plugins: [leadsFake], config: { egressAllow: [other.host] } });
  });
  afterAll(async () => {
    await app?.close();
    other?.stop();
    outside?.stop();
  });
  beforeEach(async () => {
    await app.kernel.platform('integrations_connection').delete();
    other.received.length = 0;
    for (const rate of ['integrations.test', 'integrations.connect'])
      await app.kernel.limiter.clear(app.kernel.registry.rates.get(rate)!.def, String(app.fixtures.a.clients[0]!.tenant.id));
  });
}

export const client = () => app.fixtures.a.clients[0]!.user;
export const operator = () => app.fixtures.operator;
export const asOperator = (method: string, path: string, body?: object) =>
  app.call(method, `/api/connector-documents${path}`, operator(), body ? { body } : {});
export const connect = async (name: string, fields: object): Promise<number> => {
  const { status, body } = await app.call('POST', `/api/integrations/declared/${name}`, client(), { body: fields });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.id as number;
};
export const leads = async (...names: string[]): Promise<void> => {
  await app.call('POST', '/api/leads-fake/make', app.fixtures.a.owner, {
    body: { companyId: app.fixtures.a.clients[0]!.tenant.id, names },
  });
  await app.settle();
};
export const log = async (id: number): Promise<Any[]> =>
  (await app.call('GET', `/api/integrations/${id}/deliveries`, client())).body.data as Any[];
export const detail = async (id: number): Promise<Any> => (await app.call('GET', `/api/integrations/${id}`, client())).body as Any;
export const cards = async (): Promise<Any[]> => (await app.call('GET', '/api/integrations', client())).body.data as Any[];

/** The news of a publication has come to this process. */
export const heard = (): Promise<void> => app.kernel.published.refresh();

/** A document that calls the server of these tests. */
export function crm(id: string, change: (document: Any) => void = () => undefined): string {
  const document = JSON.parse(starter(id).replaceAll('https://api.example.com', `http://${other.host}`)) as Any;
  document['egress'] = [other.host];
  change(document);
  return JSON.stringify(document, null, 2);
}
export async function saved(id: string, text: string): Promise<void> {
  const { body, status } = await asOperator('GET', `/${id}`);
  if (status === 404) await asOperator('POST', '', { document: id });
  const answer = await asOperator('PUT', `/${id}/draft`, { text, edits: status === 404 ? 0 : body.edits });
  expect(answer).toMatchObject({ status: 200 });
}
/** The draft that is there now. */
export const publish = async (id: string) =>
  asOperator('POST', `/${id}/publish`, { edits: (await asOperator('GET', `/${id}`)).body.edits });
export async function published(id: string, text: string): Promise<void> {
  await saved(id, text);
  expect(await publish(id)).toMatchObject({ status: 200 });
  await heard();
}
