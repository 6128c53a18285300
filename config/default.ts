/**
 * Every setting of the process, typed, with its default. The only reader of `process.env`.
 * Values that operators change at run time are settings of plugins, not of this file.
 */
import { hkdfSync } from 'node:crypto';
import { join, resolve } from 'node:path';
import { INSTALLED } from './plugins.ts';

export type Role = 'web' | 'collect' | 'worker';

interface GoogleKeys {
  clientId: string;
  clientSecret: string;
  /** Where Google sends browsers back to: `/oauth/google` of an address that is registered there. */
  redirectUri: string;
  /** Origin of the API for a server that speaks like Google; empty for Google's own. */
  apiBase: string;
}

interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Origin of the API for a server that speaks like Stripe; empty for Stripe's own. */
  apiBase: string;
}

export interface Config {
  /** Names of the installed plugins: folders in the layers of `plugins/` and packages. */
  plugins: readonly string[];
  /** `production` refuses demo secrets and hides development screens. */
  environment: 'production' | 'development' | 'test';
  roles: readonly Role[];
  port: number;
  /** Where the process may write: database, built UI, logs. */
  localDir: string;
  /** Owner of the schema; migrates. Empty means: start the embedded database. */
  databaseUrl: string;
  /** The role that serves requests; derived from `databaseUrl` and the secret when empty. */
  appDatabaseUrl: string;
  /** Where the newest link of the audit chain is noted every minute, outside the database; best on another machine's disk. */
  auditDir: string;
  /** Where `npm run build` puts the browser files and the pixel. */
  buildDir: string;
  /** Connections of one process to PostgreSQL, for tenant work. */
  poolSize: number;
  /** Milliseconds for which somebody waits for one of them. */
  poolWaitMs: number;
  /** 32 bytes or more of secret; every key of the installation is derived from it. */
  secret: string;
  /** With a MongoDB url, Agenda keeps its triggers there; otherwise in PostgreSQL. */
  jobsMongoUrl: string;
  /** `smtp://user:pass@host:587`; empty keeps mail in the local outbox. */
  smtpUrl: string;
  mailFrom: string;
  /** Name server asked for proofs of custom domains, `address` or `address:port`; empty asks those of the machine. */
  dnsServer: string;
  /** Reverse proxies in front of the process whose `X-Forwarded-For` hops are believed. */
  trustedHops: number;
  /** `host:port` pairs that outgoing calls may reach although they are internal; never in production. */
  egressAllow: readonly string[];
  /** By the host of another system, the `host:port` that answers in its place, by http; never in production. */
  standIns: Readonly<Record<string, string>>;
  /** Connections that one process holds at once; streams, half-sent requests and single networks have shares of it. */
  maxConnections: number;
  /** Origin put in links when a tenant has no verified host of its own. */
  publicOrigin: string;
  /** Key of the captcha service; empty means that nobody is asked to solve a puzzle. */
  captchaSecret: string;
  /** The service's `siteverify` address. */
  captchaUrl: string;
  /** The public key that the browser's puzzle is drawn with. */
  captchaSiteKey: string;
  /** The script that draws it; browsers fetch it only when a puzzle is asked for. */
  captchaScript: string;
  /**
   * Access to outside services, by the names that plugins know them by. `stripe` null: payments go through the built-in sandbox, which moves no
   * money. `google` null: nobody can connect a Google account.
   */
  services: {
    readonly stripe: StripeKeys | null;
    readonly google?: GoogleKeys | null;
    readonly [service: string]: object | null | undefined;
  };
  /** Fill an empty database with the demo installation. */
  demo: boolean;
  /** Port of the demo shop; 0 leaves it out. */
  shopPort: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Known to everybody who can read this file, so production refuses it. */
export const DEMO_SECRET = 'demo-secret-for-development-only-0123456789';

/** Reads and checks the environment; throws an Error in plain words when it cannot serve. */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const environment = pick(env['NODE_ENV'], ['production', 'development', 'test'] as const, 'development');
  const port = integer('PORT', env['PORT'], 3000);
  const buildDir = join(import.meta.dirname, '..', '.local');
  const localDir = resolve(env['LOCAL_DIR'] ?? buildDir);
  const shopPort = integer('SHOP_PORT', env['SHOP_PORT'], environment === 'development' ? 3001 : 0);
  const config: Config = {
    plugins: [...new Set([...INSTALLED, ...packageNames(env['PLUGINS'])])],
    environment,
    roles: (env['ROLES'] ?? 'web,collect,worker').split(',').map((r) => pick(r.trim(), ['web', 'collect', 'worker'] as const)),
    port,
    localDir,
    auditDir: resolve(env['AUDIT_DIR'] ?? join(localDir, 'audit')),
    buildDir,
    databaseUrl: env['DATABASE_URL'] ?? '',
    appDatabaseUrl: env['APP_DATABASE_URL'] ?? '',
    poolSize: integer('POOL_SIZE', env['POOL_SIZE'], 16),
    poolWaitMs: integer('POOL_WAIT_MS', env['POOL_WAIT_MS'], 2_000),
    secret: env['APP_SECRET'] ?? DEMO_SECRET,
    jobsMongoUrl: env['JOBS_MONGODB_URL'] ?? '',
    smtpUrl: env['SMTP_URL'] ?? '',
    mailFrom: env['MAIL_FROM'] ?? 'no-reply@localhost',
    dnsServer: env['DNS_SERVER'] ?? '',
    trustedHops: integer('TRUSTED_HOPS', env['TRUSTED_HOPS'], 0),
    maxConnections: Math.max(64, integer('MAX_CONNECTIONS', env['MAX_CONNECTIONS'], 4_000)),
    egressAllow: [...(shopPort > 0 ? [`localhost:${shopPort}`] : []), ...listOf(env['EGRESS_ALLOW'])],
    standIns: pairsOf(env['STAND_INS']),
    publicOrigin: env['PUBLIC_ORIGIN'] ?? `http://localhost:${port}`,
    captchaSecret: env['CAPTCHA_SECRET'] ?? '',
    captchaUrl: env['CAPTCHA_URL'] ?? 'https://www.google.com/recaptcha/api/siteverify',
    captchaSiteKey: env['CAPTCHA_SITE_KEY'] ?? '',
    captchaScript: env['CAPTCHA_SCRIPT'] ?? 'https://www.google.com/recaptcha/api.js',
    services: {
      stripe: stripeOf(env),
      google: googleOf(env, env['PUBLIC_ORIGIN'] ?? `http://localhost:${port}`),
      gohighlevel: { version: env['GOHIGHLEVEL_VERSION'] || '2021-07-28' },
      kartra: env['KARTRA_APP_ID'] ? { appId: env['KARTRA_APP_ID'] } : null,
    },
    demo: (env['DEMO'] ?? (environment === 'development' ? 'true' : 'false')) === 'true',
    shopPort,
    logLevel: pick(
      env['LOG_LEVEL'],
      ['debug', 'info', 'warn', 'error', 'silent'] as const,
      environment === 'development' ? 'warn' : 'info',
    ),
  };
  refuseHalfCaptcha(config);
  if (environment === 'production') refuseUnsafe(config);
  return config;
}

/** A puzzle that cannot be drawn would keep people out. */
function refuseHalfCaptcha({ environment, captchaSecret, captchaSiteKey, captchaScript }: Config): void {
  if (!captchaSecret) return;
  if (!captchaSiteKey) throw new Error('CAPTCHA_SECRET is set, so CAPTCHA_SITE_KEY must be set too.');
  const protocol = URL.canParse(captchaScript) ? new URL(captchaScript).protocol : '';
  if (protocol !== 'https:' && (environment === 'production' || protocol !== 'http:'))
    throw new Error(`CAPTCHA_SCRIPT must be an https address, not "${captchaScript}".`);
}

function refuseUnsafe(config: Config): void {
  const wrong: string[] = [];
  if (!config.databaseUrl) wrong.push('DATABASE_URL is not set');
  if (config.secret === DEMO_SECRET) wrong.push('APP_SECRET is not set, or is the demo secret');
  else if (config.secret.length < 32) wrong.push('APP_SECRET is shorter than 32 characters');
  if (config.demo) wrong.push('DEMO is on');
  if (config.egressAllow.length > 0) wrong.push('EGRESS_ALLOW opens internal addresses');
  if (Object.keys(config.standIns).length > 0) wrong.push('STAND_INS answers for other systems');
  if (wrong.length > 0) throw new Error(`Refusing to start in production: ${wrong.join('; ')}.`);
}

/** All of Stripe's keys or none: without the webhook's secret anybody could tell us that he paid. */
function stripeOf(env: Record<string, string | undefined>): StripeKeys | null {
  const secretKey = env['STRIPE_SECRET_KEY'] ?? '';
  if (!secretKey) return null;
  const [publishableKey, webhookSecret] = [env['STRIPE_PUBLISHABLE_KEY'] ?? '', env['STRIPE_WEBHOOK_SECRET'] ?? ''];
  if (!publishableKey || webhookSecret.length < 16)
    throw new Error('STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET beside it.');
  if (webhookSecret === secretKey) throw new Error('STRIPE_WEBHOOK_SECRET must not be the secret key.');
  return { secretKey, publishableKey, webhookSecret, apiBase: env['STRIPE_API_BASE'] ?? '' };
}

/** Both of the platform's keys at Google or none. */
function googleOf(env: Record<string, string | undefined>, publicOrigin: string): GoogleKeys | null {
  const [clientId, clientSecret] = [env['GOOGLE_CLIENT_ID'] ?? '', env['GOOGLE_CLIENT_SECRET'] ?? ''];
  if (!clientId && !clientSecret) return null;
  if (!clientId || !clientSecret) throw new Error('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET need each other.');
  const redirectUri = `${env['GOOGLE_REDIRECT_ORIGIN'] || publicOrigin}/oauth/google`;
  return { clientId, clientSecret, redirectUri, apiBase: env['GOOGLE_API_BASE'] ?? '' };
}

/** The members of a list with commas. */
const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((member) => member.trim())
    .filter(Boolean);

/** `api.crm.example=localhost:9999` and the like. */
function pairsOf(text: string | undefined): Record<string, string> {
  const pairs = listOf(text).map((pair) => pair.split('='));
  const wrong = pairs.find(([host, standIn, ...rest]) => !host || !standIn || rest.length > 0 || !URL.canParse(`http://${standIn}`));
  if (wrong) throw new Error(`STAND_INS must be host=host:port pairs with commas between them, "${wrong.join('=')}" is none.`);
  return Object.fromEntries(pairs as [string, string][]);
}

function packageNames(text: string | undefined): string[] {
  const names = listOf(text);
  const wrong = names.find((name) => !/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name));
  if (wrong) throw new Error(`PLUGINS must be names of packages with commas between them, "${wrong}" is none.`);
  return names;
}

function integer(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number, not "${text}".`);
  return value;
}

function pick<const A extends readonly string[]>(text: string | undefined, allowed: A, fallback?: A[number]): A[number] {
  if (text === undefined || text === '') {
    if (fallback !== undefined) return fallback;
  } else if (allowed.includes(text)) return text;
  throw new Error(`"${text}" is not one of ${allowed.join(', ')}.`);
}

/** A 256-bit key of the installation for one purpose, derived from the secret (HKDF, RFC 5869). */
export function derivedKey(config: Pick<Config, 'secret'>, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', config.secret, '', purpose, 32));
}
