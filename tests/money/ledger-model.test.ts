import { fc } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { FAULT_ROUNDS } from '../support/payments.ts';
import { step } from './ledger-steps.ts';
import { LedgerStory } from './ledger-story.ts';

/** 10,000 with `npm run test:faults`, ten in every run. */
const STORIES = FAULT_ROUNDS > 20 ? 50 * FAULT_ROUNDS : 10;
const STEPS = 12;
/** Stories of one wallet; then its history is long enough, and a new one begins. */
const OF_ONE_WALLET = 100;
/** A long run says how far it is. */
const SAID_EVERY = 500;
/** Wallets at once: most of a story is waiting for answers. */
const LANES = STORIES > OF_ONE_WALLET ? 4 : 1;

test(
  'whatever happens, the ledger agrees with the model and adds up after every step',
  async () => {
    const began = performance.now();
    const told = { stories: 0, steps: 0 };
    const say = (): void =>
      console.log(`ledger model: ${JSON.stringify({ ...told, seconds: Math.round((performance.now() - began) / 1000) })}`);
    let left = STORIES;
    const lane = async (): Promise<void> => {
      while (left > 0) {
        const numRuns = Math.min(left, OF_ONE_WALLET);
        left -= numRuns;
        const story = await LedgerStory.start();
        const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: STEPS }), async (steps) => {
          await story.tell(steps);
          told.stories += 1;
          told.steps += steps.length;
          if (told.stories % SAID_EVERY === 0 && told.stories < STORIES) say();
        });
        await fc.assert(property, { numRuns, endOnFailure: true }).finally(() => story.close());
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    say();
    expect(told.stories).toBe(STORIES);
  },
  STORIES * 20_000,
);
