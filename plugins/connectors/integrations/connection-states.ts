import type { State } from '../../../core/contract.ts';

/** How a connection stands, as screens say it. */
export const connectionStates: Record<string, State> = {
  untested: { title: 'integrations.state.untested', severity: 'info', help: 'integrations.state.untested.help' },
  ok: { title: 'integrations.state.ok', severity: 'good' },
  failing: { title: 'integrations.state.failing', severity: 'bad', help: 'integrations.state.failing.help' },
  reauthorise: { title: 'integrations.state.reauthorise', severity: 'bad', help: 'integrations.state.reauthorise.help' },
  held: { title: 'integrations.state.held', severity: 'bad', help: 'integrations.state.held.help' },
  disabled: { title: 'integrations.state.disabled', severity: 'bad', help: 'integrations.state.disabled.help' },
  off: { title: 'integrations.state.off', severity: 'neutral' },
  gone: { title: 'integrations.state.gone', severity: 'bad', help: 'integrations.state.gone.help' },
};

/** The last result, a message key, of a connection whose connector is not there: what it holds goes out when that is back. */
export const CONNECTOR_GONE = 'integrations.log.connector-gone';
