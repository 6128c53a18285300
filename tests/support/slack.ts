import { availableParallelism, loadavg } from 'node:os';

/** By how much a limit of time grows where other work keeps the cores busier than the tests themselves do; 1 where none does. */
export const slack = (): number => Math.max(1, loadavg()[0]! / (2 * availableParallelism()));
