import type { Block } from '../../../core/contract.ts';

/** The checklist, for the pages that people open first; it is gone once all is done and put away. */
export const launchChecklist: Block = {
  as: 'checklist',
  title: 'launch.title',
  source: { route: 'launch.steps', live: 'campaigns' },
  done: 'launch.done',
  begun: { field: 'begun', title: 'launch.begun' },
};
