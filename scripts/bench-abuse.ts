import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from '../core/boot/serve.ts';
import { startEmbeddedPostgres } from '../core/data/embedded-postgres.ts';
import { attack, ATTACKS, type Damage, DISTRIBUTED, table } from './bench/abuse.ts';
import { fill, install, sizeOf, walletSql } from './bench/installation.ts';

const BEACONS = sizeOf('BENCH_BEACONS', 2_500);

/** `npm run bench:abuse`: forged page views against a running product, with real people among them; prints what came of it. */
const folder = join(import.meta.dirname, '..', '.local', 'bench-abuse');
const postgres = await startEmbeddedPostgres({ dir: folder, fresh: true, log: () => undefined });
try {
  const installation = await install(postgres.url, { trustedHops: 1, roles: ['collect', 'worker'] });
  const { kernel, owner, fixtures } = installation;
  const { tenant: agency, clients } = fixtures.a;
  await fill(owner, walletSql(agency, '1e9'));
  await kernel.features.refresh();
  const serving = await serve(kernel, { host: '127.0.0.1' });
  const target = { url: `http://127.0.0.1:${serving.port}`, platform: kernel.platform, owner, client: clients[0]!.tenant };
  const rows: Damage[] = [];
  for (const how of [...ATTACKS, DISTRIBUTED]) rows.push(await attack(target, how, BEACONS));
  process.stdout.write(`${table(rows)}\n`);
  await serving.stop();
  await installation.remove();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
