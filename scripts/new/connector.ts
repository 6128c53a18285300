import type { Imports } from './imports.ts';
import { catalogues, type Files, type Names } from './names.ts';

/** The files of a connector that sends new leads to a system with a key, and of a server that stands in for it. */
export const connectorFiles =
  (host: string) =>
  (names: Names, from: Imports): Files => {
    const { id, title, arabic, pascal, camel } = names;
    return {
      'index.ts': `import { ${camel} } from './${id}.connector.ts';

export default ${camel}('https://${host}');
`,
      [`${id}.connector.ts`]: `import { defineConnector, outcomeOf, type Plugin, T } from '${from.contract}';
import { connectorPlugin, LeadInput, NewLead } from '${from.contractOf('integrations')}';

const Auth = T.Object({ key: T.String({ minLength: 10, maxLength: 200, title: '${id}.key' }) });

/** The connector to ${title}, whose API is at \`origin\`. */
export const ${camel} = (origin: string): Plugin =>
  connectorPlugin(
    defineConnector({
      id: '${id}.contacts',
      version: 1,
      title: '${title}',
      summary: '${id}.summary',
      egress: ['${host}'],
      auth: { fields: Auth, secret: ['key'] },
      test: async ({ auth, http }) =>
        outcomeOf(await http({ method: 'GET', url: \`\${origin}/me\`, headers: { authorization: \`Bearer \${auth.key}\` } })),
      // Who is erased here is to be deleted there by hand, until this asks ${title} to: see docs/connectors.md.
      erase: null,
      actions: {
        add: {
          title: '${id}.add',
          on: NewLead,
          input: T.Pick(LeadInput, ['email', 'firstName', 'lastName', 'phone']),
          run: async ({ auth, http, deliveryId }, lead) =>
            outcomeOf(
              await http({
                method: 'POST',
                url: \`\${origin}/contacts\`,
                headers: { authorization: \`Bearer \${auth.key}\`, 'idempotency-key': deliveryId },
                json: lead,
              }),
            ),
        },
      },
    }),
    {
      version: '1.0.0',
      ui: { key: { widget: 'password', help: '${id}.key.help' } },
      locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
    },
  );
`,
      [`${id}.fake.ts`]: `${from.testing('Receiver')}

export const KEY = 'a-key-that-works';

/** A server that speaks like ${title}: \`/me\` knows one key, \`/contacts\` takes whom it is sent with it. */
export async function start${pascal}(): Promise<Receiver> {
  const server = await Receiver.start();
  for (const [path, status] of [
    ['/me', 200],
    ['/contacts', 201],
  ] as const)
    server.answer(path, ({ headers }) => (headers.authorization === \`Bearer \${KEY}\` ? status : 401));
  return server;
}
`,
      ...catalogues(id, {
        summary: [`Adds every lead to ${title}.`, `يضيف كل عميل محتمل إلى ${arabic}.`],
        add: ['Add a contact', 'إضافة جهة اتصال'],
        key: ['API key', 'مفتاح API'],
        'key.help': [`You find it in your settings at ${title}.`, `تجده في إعداداتك في ${arabic}.`],
      }),
      [`${id}.test.ts`]: `${from.testing('afterAll', 'beforeAll', 'expect', 'test', 'conformance', 'startTestApp', 'type TestApp')}
import plugin from './index.ts';
import { ${camel} } from './${id}.connector.ts';
import { KEY, start${pascal} } from './${id}.fake.ts';

conformance(plugin);

let app: TestApp;
let server: Awaited<ReturnType<typeof start${pascal}>>;
beforeAll(async () => {
  server = await start${pascal}();
  app = await startTestApp({ plugins: [${camel}(server.url(''))], config: { egressAllow: [server.host] } });
});
afterAll(async () => {
  await app?.close();
  server?.stop();
});

const connect = (key: string) =>
  app.call('POST', '/api/integrations/connect/${id}.contacts', app.fixtures.a.clients[0]!.user, { body: { name: 'Mine', key } });

test('a key that ${title} does not know is refused on its field', async () => {
  const refused = await connect('no-such-key');
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toMatchObject([{ field: 'key' }]);
});

test('with a good key a test lead arrives', async () => {
  const made = await connect(KEY);
  expect(made.status, made.text).toBe(200);
  const tried = await app.call('POST', \`/api/integrations/\${made.body.id}/test\`, app.fixtures.a.clients[0]!.user);
  expect(tried.body).toMatchObject({ ok: true });
  expect(server.at('/contacts').map(({ body }) => JSON.parse(body))).toEqual([expect.objectContaining({ email: expect.any(String) })]);
});
`,
      'README.md': `# ${title}\n\nSends leads to ${title}: \`POST /contacts\`, with the key that the company enters. \`GET /me\` proves the key.\n`,
    };
  };
