import { expect, test } from 'vitest';
import {
  type ConnectorDef,
  defineAction,
  defineConnector,
  defineEvent,
  defineTrigger,
  type Outcome,
  T,
  type TSchema,
} from '../contract.ts';

const Auth = T.Object({ key: T.String() });
const trigger = defineTrigger({
  event: defineEvent({ id: 'letters.written', version: 1, payload: T.Object({}) }),
  gives: T.Object({ email: T.String(), name: T.String() }),
});
const done = async (): Promise<Outcome> => ({ ok: true, note: '' });
const addOf = <I extends TSchema>(input: I) => defineAction(Auth, { title: 'letters.add', input, run: done });
const rest: Omit<ConnectorDef<typeof Auth>, 'actions' | 'on'> = {
  id: 'letters.post',
  version: 1,
  title: 'Letters',
  summary: 'letters.summary',
  egress: ['api.letters.example'],
  auth: { fields: Auth, secret: ['key'] },
  test: null,
};

// What matters here is what compiles: `npm run check` fails where an expected error is missing.
test('a connector asks its trigger for fields that there are, and names its own actions', () => {
  const asked = [
    defineConnector({ ...rest, actions: { add: addOf(T.Object({ email: T.String() })) }, on: [{ trigger, action: 'add' }] }),
    // @ts-expect-error -- the trigger gives no "emial"
    defineConnector({ ...rest, actions: { add: addOf(T.Object({ emial: T.String() })) }, on: [{ trigger, action: 'add' }] }),
    // @ts-expect-error -- nor one that may be missing
    defineConnector({ ...rest, actions: { add: addOf(T.Object({ phone: T.Optional(T.String()) })) }, on: [{ trigger, action: 'add' }] }),
    // @ts-expect-error -- there is no action "ad"
    defineConnector({ ...rest, actions: { add: addOf(T.Object({})) }, on: [{ trigger, action: 'ad' }] }),
  ];
  expect(asked).toHaveLength(4);
});
