import { afterEach } from 'vitest';
import { warningsSoFar } from '../../core/testing/test-log.ts';

/** A test that fails tells what the product warned of meanwhile: it may not fail a second time. */
afterEach(({ task }) => {
  const warnings = warningsSoFar();
  if (task.result?.state === 'fail') for (const line of warnings) console.error(`${task.name}: ${line}`);
});
