import type { Knex } from 'knex';
import type { Config } from '../config/default.ts';
import type { Abilities } from './access/abilities.ts';
import type { Sessions } from './access/session.ts';
import type { PublishedDefinitions } from './boot/published-definitions.ts';
import type { Registry } from './boot/registry.ts';
import type { Log } from './contract.ts';
import type { EgressGuard } from './egress/egress.ts';
import type { EgressLog } from './egress/egress-log.ts';
import type { Features } from './features/features.ts';
import type { Catalogue } from './i18n/catalogue.ts';
import type { LiveHub } from './live/live.ts';
import type { SecretBox } from './secrets/secrets.ts';
import type { SettingsByVersion } from './settings/kept-settings.ts';
import type { Downloads } from './http/downloads.ts';
import type { RateLimiter } from './http/rate-limiter.ts';

/** The assembled parts that every call needs. Made once by `core/boot/start.ts`; holds no request state. */
export interface Kernel {
  readonly config: Config;
  readonly log: Log;
  readonly registry: Registry;
  readonly catalogue: Catalogue;
  /** Serves tenants: sees nothing until a transaction enters a scope. */
  readonly tenants: Knex;
  /** Sees all companies: for the kernel's own tables and for work that concerns no single company. */
  readonly platform: Knex;
  readonly features: Features;
  readonly abilities: Abilities;
  /** What operators published while the product runs. */
  readonly published: PublishedDefinitions;
  readonly sessions: Sessions;
  readonly settings: SettingsByVersion;
  readonly secrets: SecretBox;
  readonly egress: EgressGuard;
  readonly egressLog: EgressLog;
  /** What became of the schema at the start of this process. */
  readonly migrations: { readonly ran: readonly string[]; readonly ahead: readonly string[]; readonly missing: readonly string[] };
  readonly live: LiveHub;
  readonly limiter: RateLimiter;
  readonly downloads: Downloads;
  /** The clock; tests move it. */
  now(): Date;
}
