import type { Action, Source } from '../../core/contract.ts';
import type { SampleName } from './samples.ts';

/** A source of made-up data; the page's `?state=` says in which state it is seen. */
export const sample = (name: SampleName): Source => ({ route: `catalogue.${name}`, query: { state: { from: 'query', field: 'state' } } });

/** What everybody who sees the catalogue may do; it changes nothing. */
export const SEND = ['send', 'Catalogue'] as const;
/** What nobody may: its actions are shown as they are to those who lack the right. */
const NEVER = ['never', 'Catalogue'] as const;

export const EDIT: Action = {
  id: 'catalogue.edit',
  title: 'catalogue.edit',
  icon: 'pencil',
  ability: SEND,
  do: { form: 'catalogue.sample-form', as: 'modal' },
};
export const SEND_ONE: Action = {
  id: 'catalogue.send-one',
  title: 'catalogue.send',
  ability: SEND,
  do: { call: 'catalogue.turn' },
  done: 'catalogue.done',
};
export const FORBIDDEN: Action = {
  id: 'catalogue.forbidden',
  title: 'catalogue.remove',
  icon: 'trash',
  emphasis: 'danger',
  ability: SEND,
  needs: { ability: NEVER, lacking: 'catalogue.lacking' },
  do: { call: 'catalogue.turn' },
};
export const RUNS = {
  runs: { title: 'catalogue.state.runs', severity: 'good' },
  capped: { title: 'catalogue.state.capped', severity: 'warn' },
  stopped: { title: 'catalogue.state.stopped', severity: 'bad' },
} as const;
export const EMPTY = { title: 'catalogue.empty', help: 'catalogue.empty.help' } as const;
