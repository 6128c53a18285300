import { expect, test } from 'vitest';
import { type ActionDef, type ConnectorDef, defineConnector, defineTrigger, T } from '../contract.ts';

const Auth = T.Object({ key: T.String(), account: T.String() });
const on = defineTrigger({
  id: 'letter.written',
  title: 'letters.written',
  gives: T.Object({ email: T.String(), name: T.String() }),
});
const rest: Omit<ConnectorDef<typeof Auth>, 'actions'> = {
  id: 'letters.post',
  version: 1,
  title: 'Letters',
  summary: 'letters.summary',
  egress: ['api.letters.example'],
  auth: { fields: Auth, secret: ['key'] },
  test: null,
  erase: null,
};
const title = 'letters.add';
const done = async () => ({ ok: true as const, note: '' });

// What matters here is what compiles: `npm run check` fails where an expected error is missing.
test('a connector knows its fields, and what its triggers give', () => {
  const asked = [
    defineConnector({
      ...rest,
      test: async ({ auth }) => ({ ok: true, note: auth.account }),
      erase: async ({ auth }, { refs, emails }) => ({ ok: true, note: [auth.key, ...refs, ...emails].join() }),
      rate: { calls: 2, seconds: 1, per: (auth) => auth.key },
      actions: {
        add: {
          title,
          on,
          input: T.Object({ email: T.String() }),
          run: async ({ auth, step }, lead) => {
            const id = await step('contact', async () => auth.key.length + lead.email.length);
            return { ok: true, ref: id.toFixed() };
          },
        },
        name: { title, on, input: T.Object({ name: T.String() }), run: async (_, { name }) => ({ ok: true, note: name.trim() }) },
      },
    }),
    // @ts-expect-error -- there is no field "acount"
    defineConnector({ ...rest, test: async ({ auth }) => ({ ok: true, note: auth.acount }), actions: {} }),
    // @ts-expect-error -- nor one of that name to keep secret
    defineConnector({ ...rest, auth: { fields: Auth, secret: ['keys'] }, actions: {} }),
    // @ts-expect-error -- the trigger gives no "emial"
    defineConnector({ ...rest, actions: { add: { title, on, input: T.Object({ emial: T.String() }), run: done } } }),
    // @ts-expect-error -- nor one that may be missing
    defineConnector({ ...rest, actions: { add: { title, on, input: T.Object({ phone: T.Optional(T.String()) }), run: done } } }),
    defineConnector({
      ...rest,
      actions: {
        // @ts-expect-error -- what it did not ask for is not there
        add: { title, on, input: T.Object({ email: T.String() }), run: async (_, lead) => ({ ok: true, note: lead.name }) },
      },
    }),
  ];
  expect(asked).toHaveLength(6);
});

test('an action may stand in a file of its own', () => {
  const Input = T.Object({ email: T.String() });
  const add: ActionDef<typeof Auth, typeof Input> = {
    title,
    on,
    input: Input,
    run: async ({ auth }, { email }) => ({ ok: true, note: auth.key + email }),
  };
  expect(defineConnector({ ...rest, actions: { add } }).actions).toEqual({ add });
});
