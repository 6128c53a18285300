import type { Plugin } from '../../../core/contract.ts';

/** A plugin with one mistake, the code of its fault, and what the sentence about it says. */
export type Mistake = [plugin: Plugin, code: string, says: string | RegExp];
