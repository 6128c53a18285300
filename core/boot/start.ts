import { pino } from 'pino';
import { type Config } from '../../config/default.ts';
import { Abilities } from '../access/abilities.ts';
import { Sessions } from '../access/session.ts';
import type { Log } from '../contract.ts';

import { noteChangingFunctions } from '../data/changing-functions.ts';
import { openPool, openRawPool } from '../data/knex.ts';
import { appUrl } from '../data/roles.ts';
import { EgressGuard } from '../egress/egress.ts';
import { EgressLog } from '../egress/egress-log.ts';
import { Features } from '../features/features.ts';
import { Downloads } from '../http/downloads.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { catalogueFault, loadCatalogue } from '../i18n/catalogue.ts';
import type { Kernel } from '../kernel.ts';
import { LiveHub } from '../live/live.ts';
import { corePlugin } from '../builtin/core.plugin.ts';
import { SettingsByVersion } from '../settings/kept-settings.ts';
import { SecretBox } from '../secrets/secrets.ts';
import type { Fault } from './fault.ts';
import type { Loaded } from './load.ts';
import { PublishedDefinitions } from './published-definitions.ts';
import { buildRegistry } from './registry.ts';

export interface RunningKernel extends Kernel {
  /** Closes what the kernel opened. */
  close(): Promise<void>;
}

/**
 * Assembles the kernel over a migrated database; `faults` is what was found wrong there. Opens pools, reads the switches; serves nothing yet.
 */
export async function startKernel(
  config: Config,
  loaded: readonly Loaded[],
  options: { log?: Log; now?: () => Date; faults?: readonly Fault[]; migrations?: Kernel['migrations'] } = {},
): Promise<RunningKernel> {
  const log = options.log ?? pino({ level: config.logLevel });
  let self: Kernel | null = null;
  const core: Loaded = { name: 'core', plugin: corePlugin(() => self!), problem: null, milliseconds: 0 };
  const registry = buildRegistry([core, ...loaded].map(withReadableTexts), options.faults);
  // In development they are said in red, see process.ts.
  if (config.environment !== 'development')
    for (const r of registry.report) if (r.problem) log.error({ plugin: r.id, problem: r.problem }, 'plugin counts as off');

  const url = appUrl(config);
  const waitMs = config.poolWaitMs;
  const tenants = openPool({ url, max: config.poolSize, waitMs, name: 'tenants' });
  const platform = openPool({
    url,
    max: Math.max(4, Math.ceil(config.poolSize / 2)),
    waitMs,
    name: 'platform',
    scope: 'platform',
    plansReadsOnce: true,
  });
  const limits = openRawPool({ url, max: 2, waitMs, name: 'limits', scope: 'platform' });
  const features = new Features(platform, registry);
  await Promise.all([features.refresh(), noteChangingFunctions(tenants)]);
  const egressLog = new EgressLog(platform, log);
  const egress = new EgressGuard(config.egressAllow, { log: egressLog, standIns: config.standIns });
  const catalogue = loadCatalogue(registry.plugins);
  const published = new PublishedDefinitions({ registry, catalogue, platform, log });
  await published.refresh();
  const kernel: RunningKernel = {
    config,
    log,
    registry,
    tenants,
    platform,
    features,
    abilities: new Abilities(registry, features),
    egress,
    egressLog,
    migrations: options.migrations ?? { ran: [], ahead: [], missing: [] },
    catalogue,
    published,
    sessions: new Sessions(platform, registry.areas),
    settings: new SettingsByVersion(),
    secrets: new SecretBox(platform, config),
    live: new LiveHub(),
    limiter: new RateLimiter(limits),
    downloads: new Downloads(),
    now: options.now ?? (() => new Date()),
    async close() {
      await egress.close();
      await egressLog.keep();
      await Promise.allSettled([tenants.destroy(), platform.destroy(), limits.end()]);
    },
  };
  self = kernel;
  return kernel;
}

/** A plugin whose texts cannot be read counts as failed, like one that does not load. */
const withReadableTexts = (loaded: Loaded): Loaded =>
  loaded.plugin && !loaded.problem ? { ...loaded, problem: catalogueFault(loaded.plugin) } : loaded;
