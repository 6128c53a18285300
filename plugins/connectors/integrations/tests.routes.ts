import { type Ctx, defineRoute, type Outcome, T } from '../../../core/contract.ts';
import { ConnectionId } from './integrations.routes.ts';
import { plainNote } from './lead.ts';
import { checkConnection, sendTest } from './tests.service.ts';

/** `notice` is what the browser shows, red where it failed. */
const Tested = T.Object({
  ok: T.Boolean(),
  response: T.String(),
  notice: T.Object({ message: T.String(), type: T.Enum(['success', 'danger']) }),
});

const send = defineRoute({
  id: 'integrations.test',
  method: 'POST',
  path: '/integrations/:id/test',
  summary: 'Send a clearly fake lead and show the answer',
  ability: ['update', 'Connection'],
  stepUp: true,
  params: ConnectionId,
  db: 'intent',
  rate: 'integrations.test',
  response: Tested,
  async handler(ctx, { params }) {
    return said(ctx, await sendTest(ctx, params.id));
  },
});

const check = defineRoute({
  id: 'integrations.check',
  method: 'POST',
  path: '/integrations/:id/check',
  summary: 'Ask the other system whether it takes the credentials; sends no lead',
  ability: ['update', 'Connection'],
  withoutStepUp: 'tries the saved key and changes nothing',
  params: ConnectionId,
  db: 'intent',
  rate: 'integrations.test',
  response: Tested,
  async handler(ctx, { params }) {
    return said(ctx, await checkConnection(ctx, params.id));
  },
});

function said(ctx: Ctx, outcome: Outcome) {
  const response = ctx.t(plainNote(outcome.note ?? ''));
  const message = ctx.t(outcome.ok ? 'integrations.test.taken' : 'integrations.test.refused', { response });
  return { ok: outcome.ok, response, notice: { message, type: outcome.ok ? ('success' as const) : ('danger' as const) } };
}

export const testRoutes = [send, check];
/** Tests call a stranger's server: a few a minute are enough to set a connection up. */
export const integrationRates = [
  { id: 'integrations.test' as const, points: 6, seconds: 60, by: 'company' as const },
  /** Connecting asks the other system too. It counts apart, so that nobody who tried a connection a few times is kept from mending it. */
  { id: 'integrations.connect' as const, points: 10, seconds: 60, by: 'company' as const },
];
