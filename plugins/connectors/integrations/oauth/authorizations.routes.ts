import { defineForm, definePage, defineRoute, T } from '../../../../core/contract.ts';
import { ConnectionId } from '../integrations.routes.ts';
import { authorizeAgain, finishAuthorization } from './authorizations.service.ts';
import { RETURN_PATH } from './callback.raw.ts';

const Given = T.Object({ code: T.String({ minLength: 1, maxLength: 2_000 }), state: T.String({ minLength: 1, maxLength: 2_000 }) });

const authorize = defineRoute({
  id: 'integrations.authorize',
  method: 'POST',
  path: '/integrations/:id/authorize',
  summary: 'Sign in at the other system again; answers the address there to go to',
  ability: ['update', 'Connection'],
  stepUp: true,
  db: 'intent',
  unlogged: 'changes nothing until the person comes back from there',
  params: ConnectionId,
  response: T.Object({ leave: T.String() }),
  handler: (ctx, { params }) => authorizeAgain(ctx, params.id),
});

const authorized = defineRoute({
  id: 'integrations.authorized',
  method: 'POST',
  path: '/integrations/authorized',
  summary: 'Finish signing in at another system with what it gave the browser',
  ability: ['update', 'Connection'],
  stepUp: true,
  db: 'intent',
  rate: 'integrations.test',
  body: Given,
  response: T.Object({ message: T.String(), go: T.String() }),
  handler: (ctx, { body }) => finishAuthorization(ctx, body.code, body.state),
});

/** What the other system gave the browser waits in its address; one press sends it. */
export const authorizedForm = defineForm({
  id: 'integrations.authorized-form',
  version: 1,
  title: 'integrations.authorized.title',
  button: 'integrations.authorized.button',
  submit: authorized.id,
  ability: authorized.ability,
  schema: Given,
  ui: { code: { widget: 'hidden' }, state: { widget: 'hidden' } },
});

export const authorizedPage = definePage({
  id: 'integrations.authorized-page',
  path: RETURN_PATH,
  title: 'integrations.authorized.title',
  ability: authorized.ability,
  blocks: [
    { as: 'notice', severity: 'info', text: 'integrations.authorized.help', stays: true },
    {
      as: 'form',
      form: authorizedForm.id,
      fixed: { code: { from: 'query', field: 'code' }, state: { from: 'query', field: 'state' } },
    },
  ],
});

export const authorizationRoutes = [authorize, authorized];
