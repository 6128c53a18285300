import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Holds 60 MiB, makes garbage of what became old, and prints the most that the heap held in MiB. */
const PROGRAM = `
  const { keepHeapSmall } = await import(${JSON.stringify(join(import.meta.dirname, 'heap.ts'))});
  keepHeapSmall();
  const held = [];
  for (let n = 0; n < 600_000; n += 1) held.push({ n, text: 'held ' + n });
  const passing = Array.from({ length: 100_000 });
  let most = 0;
  for (let n = 0; n < 6_000_000; n += 1) {
    passing[n % passing.length] = { n, text: 'passing ' + n };
    if (n % 50_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
  }
  console.log(held.length && Math.round(most / 1024 / 1024));
`;

test('a heap with garbage among what is old stays near the size of what is alive', () => {
  const most = Number(
    execFileSync(process.execPath, ['--max-semi-space-size=8', '--input-type=module', '-e', PROGRAM], { encoding: 'utf8' }),
  );
  expect(most).toBeLessThan(150);
});
