import { defineJob, T } from '../../../core/contract.ts';
import { closeOver } from './visits.service.ts';

/** Says in the log that a look ended which nobody ended by hand. */
export const closeJob = defineJob({
  id: 'view-mode.close',
  payload: T.Object({}),
  timeoutMs: 30_000,
  every: '1 minute',
  run: closeOver,
});
