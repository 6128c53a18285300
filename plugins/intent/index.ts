import { definePlugin, provide } from '../../core/contract.ts';
import { Intent } from './contract.ts';
import { intentOf } from './intent.port.ts';
import { purgeJob } from './purge.job.ts';

export default definePlugin({
  manifest: {
    id: 'intent',
    version: '1.0.0',
    core: '^1',
    level: 'platform',
    requires: { capture: '^1', leads: '^1', places: '^1' },
  },
  migrations: new URL('./migrations/', import.meta.url),
  tables: {
    intent_keyword: [],
    intent_record: [],
    intent_large_city: [],
    intent_tally: [],
    intent_wanderer: [],
    intent_touched: [],
    intent_import: [],
  },
  jobs: [purgeJob],
  provides: [provide(Intent, intentOf)],
});
