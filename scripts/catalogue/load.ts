import type { Config } from '../../config/default.ts';
import type { Plugin } from '../../core/contract.ts';

/** What whoever develops has besides the product: in development alone, so that production has nothing of it. */
export const developersPlugins = async ({ environment }: Pick<Config, 'environment'>): Promise<readonly Plugin[]> =>
  environment === 'development' ? [(await import('./index.ts')).catalogue] : [];
