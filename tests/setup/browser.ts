import { afterEach } from 'vitest';
import { stages } from '../e2e/support.ts';

/** A browser test that fails tells what was on the screen: it may not fail a second time. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const stage of stages) for (const page of (await stage.seen()).slice(-2)) console.error(`${task.name}: on the screen was ${page}`);
});
