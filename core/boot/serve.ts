import type { Server } from 'node:http';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import type { RawKernel, RawRouteDef } from '../contract.ts';
import { wake } from '../events/wake.ts';
import { Hosts } from '../http/hosts.ts';
import { Connections } from '../http/connections.ts';
import { limitsOf } from '../http/limits.ts';
import { LiveStreams } from '../http/live-stream.ts';
import { clientIp } from '../http/principal.ts';
import { healthChecks } from '../http/health.ts';
import { devMail } from '../http/dev-mail.ts';
import { policyReports } from '../http/policy-reports.ts';
import { close, dispatcher, listen } from '../http/server.ts';
import { UiFiles } from '../http/ui-files.ts';
import type { Kernel } from '../kernel.ts';
import { serviceOf } from '../settings/services.ts';
import { Presence } from './presence.ts';
import { startWorkers, type Workers } from './workers.ts';

export interface Serving {
  port: number;
  workers: Workers;
  stop(): Promise<void>;
}

/** Starts what the process's roles ask for. `schedule` false leaves the clock to the caller (tests). */
export async function serve(kernel: Kernel, options: { host?: string; schedule?: boolean } = {}): Promise<Serving> {
  const { config } = kernel;
  const hosts = new Hosts(kernel.platform);
  const stops: (() => Promise<void>)[] = [];
  const workers = await startWorkers(kernel, {
    work: config.roles.includes('worker'),
    schedule: options.schedule ?? true,
    onConfig: (companyId) => hosts.forget(companyId),
  });
  const presence = await Presence.begin(kernel, () => workers.next());
  stops.push(() => presence.end());
  const rawKernel: RawKernel = {
    log: kernel.log,
    now: kernel.now,
    clientIp: (request) => clientIp(request, config.trustedHops),
    platform: kernel.platform,
    key: (purpose) => kernel.secrets.key(purpose),
    isOn: (pluginId, agencyId, rootId = 0) => kernel.features.isOn(pluginId, { id: agencyId, kind: 'agency', name: '', agencyId, rootId }),
    wake: (jobId) => wakeAll(kernel, workers, jobId),
    service: (service) => serviceOf(config, service),
    onStop: (stop) => void stops.push(stop),
  };
  const health = healthChecks(kernel);
  const limits = limitsOf(config.maxConnections);
  const streams = new LiveStreams(kernel, hosts, limits);
  const own = ownRawRoutes(kernel.config.environment, kernel, streams);
  const raw = [
    ...health.routes, // of every process, whatever its roles
    ...[...own.map((def) => ({ plugin: 'core', def })), ...kernel.registry.raw].filter(({ def }) => config.roles.includes(def.role)),
  ];
  const app = config.roles.includes('web') ? createApp(kernel, hosts, await UiFiles.load(join(config.buildDir, 'ui'))).callback() : null;

  const connections = new Connections(limits, { direct: config.trustedHops === 0, clientIp: rawKernel.clientIp });
  const handler = dispatcher(kernel, rawKernel, raw, app, limits);
  const { server, port } = await listen(handler, config.port, options.host ?? '0.0.0.0', connections);
  const leave = (): void => {
    health.drain();
    streams.close();
  };
  return { port, workers, stop: () => stopAll(server, leave, stops, workers, config.environment === 'production' ? 5_000 : 0) };
}

/** The kernel's own raw routes for browsers. */
export function ownRawRoutes(environment: Kernel['config']['environment'], kernel: Kernel, streams: LiveStreams): RawRouteDef[] {
  const live: RawRouteDef = {
    method: 'GET',
    path: '/api/live',
    role: 'web',
    why: 'an endless stream of server-sent events is no request and answer',
    spends: [],
    limits: 'a session; 6 streams of a session, 20 of a person, 100 of an address, a quarter of the connections',
    ownLimits: true,
    handle: (_kernel, request, response) => streams.answer(request, response),
  };
  const mail: RawRouteDef = {
    method: 'GET',
    path: '/dev/mail',
    role: 'web',
    why: 'the local outbox, in development only',
    spends: [],
    limits: 'not there in production',
    handle: devMail(kernel),
  };
  const reports = policyReports();
  return environment === 'production' ? [live, reports] : [live, reports, mail];
}

async function stopAll(server: Server, drain: () => void, stops: (() => Promise<void>)[], workers: Workers, waitMs: number): Promise<void> {
  drain();
  if (waitMs > 0) await new Promise((r) => setTimeout(r, waitMs)); // load balancers look away first
  await close(server, waitMs > 0 ? 20_000 : 200);
  for (const stop of stops) await stop().catch(() => undefined);
  await workers.stop();
}

/** Other processes hear it through the database; this one at once. */
function wakeAll(kernel: Kernel, workers: Workers, jobId: string): void {
  if (kernel.config.roles.includes('worker')) workers.wake(jobId);
  else void wake(kernel.platform, jobId).catch(() => undefined);
}
