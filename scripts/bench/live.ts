import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, others, signIn } from './api.ts';
import { percentile, tenths } from './harness.ts';
import { type Installation, sizeOf } from './installation.ts';
import { installFilled } from './population.ts';
import { cpuSeconds, residentMiB } from './processes.ts';
import type { Table } from './results.ts';
import { type ServerProcess, startProduct } from './server-process.ts';
import { callsOf, Statements } from './statements.ts';

/** Half of them of as many agencies, half of clients of one agency. */
const STREAMS = sizeOf('BENCH_STREAMS', 500);
const QUIET_MS = 3_000;
/** Browsers that are told together come back within ten seconds; a change is over when none came for a while after that. */
const [SPREAD_MS, SILENCE_MS] = [10_000, 1_500];
/** Its multiples lie evenly between 0 and 1, however many there are. */
const GOLDEN = 0.618_033_988_75;
const BOOTSTRAP = '/api/ui/bootstrap';

/** Open streams, and what a change of somebody's settings brings upon the process. */
export async function run(adminUrl: string): Promise<Table[]> {
  const installation = await installFilled(adminUrl, {
    agencies: STREAMS / 2 + 2,
    clients: STREAMS / 2 + 2,
    campaigns: 200,
    leads: 10_000,
    records: 0,
  });
  try {
    const statements = await Statements.over(installation.owner);
    const product = await startProduct('web', installation, { TRUSTED_HOPS: '1', MAX_CONNECTIONS: String(STREAMS * 8) });
    try {
      return [await bootstraps(installation, product, statements), await changes(installation, product)];
    } finally {
      await product.stop();
    }
  } finally {
    await installation.remove();
  }
}

/** What a person's first request asks of the database. */
async function bootstraps(installation: Installation, product: ServerProcess, statements: Statements): Promise<Table> {
  const { operator, a } = installation.fixtures;
  const rows: (string | number)[][] = [];
  for (const [who, { id }] of [
    ['operator', operator],
    ['agency', a.owner],
    ['client', a.clients[0]!.user],
  ] as const) {
    const caller = new Caller(product.url, await signIn(installation, id));
    await caller.must(BOOTSTRAP);
    await statements.reset();
    const { bytes } = await caller.must(BOOTSTRAP);
    rows.push([who, callsOf(await statements.read()), Math.round(bytes / 1000)]);
    await caller.close();
  }
  return { name: 'a bootstrap', columns: ['whose', 'statements', 'kB'], rows };
}

async function changes(installation: Installation, product: ServerProcess): Promise<Table> {
  const { owner, fixtures } = installation;
  const other = new Caller(product.url, await signIn(installation, fixtures.b.owner.id));
  await others(other, sleep(QUIET_MS)); // warm-up
  const empty = residentMiB(product.pid);
  const browsers = await openBrowsers(installation, product);
  try {
    const alone = await others(other, sleep(QUIET_MS));
    const perStream = ((residentMiB(product.pid) - empty) * 1024) / STREAMS;
    const rows: (string | number)[][] = [];
    const { rows: single } = await owner.query<{ id: number }>(`select max(id) as id from core_tenant where kind = 'agency'`);
    for (const [what, companyId] of [
      ['of an agency with one browser', single[0]!.id],
      [`of an agency with ${STREAMS / 2} browsers`, fixtures.a.tenant.id],
      ['of the root', fixtures.root.id],
    ] as const) {
      browsers.forEach((browser) => browser.forget());
      const cpu = cpuSeconds(product.pid);
      const began = performance.now();
      const meanwhile = await others(other, changed(installation, companyId, browsers));
      const reads = browsers.flatMap(({ readAt }) => readAt).sort((x, y) => x - y);
      rows.push([
        what,
        reads.length,
        tenths(reads.length > 0 ? (reads.at(-1)! - began) / 1000 : 0),
        mostInASecond(reads),
        Math.round(percentile([0, ...browsers.flatMap(({ took }) => took)], 0.99)),
        alone.p99,
        meanwhile.p99,
        meanwhile.refused + browsers.reduce((sum, { refused }) => sum + refused, 0),
        tenths(cpuSeconds(product.pid) - cpu),
      ]);
    }
    return {
      name: `${STREAMS} open streams, ${Math.round(perStream)} kB each; a setting changes`,
      columns: ['whose', 'read again', 'all after s', 'most in a s', 'their p99', 'others before p99', 'meanwhile p99', 'refused', 'CPU s'],
      rows,
    };
  } finally {
    await Promise.all([other, ...browsers].map((one) => one.close()));
  }
}

/** A setting is saved, as SQL: the database tells the processes. Answers when the last browser is done. */
async function changed({ owner }: Installation, companyId: number, browsers: readonly Browser[]): Promise<void> {
  await owner.query(
    `insert into core_setting (company_id, key, value) values ($1, 'bench', '0')
     on conflict (company_id, key) do update set value = to_jsonb(core_setting.value::text::int + 1)`,
    [companyId],
  );
  let silentSince = performance.now() + SPREAD_MS;
  while (performance.now() - silentSince < SILENCE_MS) {
    await sleep(100);
    if (browsers.some(({ isReading }) => isReading)) silentSince = performance.now();
  }
}

async function openBrowsers(installation: Installation, product: ServerProcess): Promise<Browser[]> {
  const { owner, fixtures } = installation;
  const { rows } = await owner.query<{ id: number }>(
    `(select a.id from core_account a join core_tenant t on t.id = a.company_id where t.kind = 'agency' and a.email like 'person%' limit $2)
     union all (select a.id from core_account a where a.agency_id = $1 and a.email like 'person%' and a.user_type = 'client' limit $2)`,
    [fixtures.a.tenant.id, STREAMS / 2],
  );
  const browsers: Browser[] = [];
  for (const [n, { id }] of rows.entries()) {
    const token = await signIn(installation, id);
    const browser = new Browser(product.url, { token, address: `10.${n >> 8}.${n & 255}.7`, patience: (n * GOLDEN) % 1 });
    await browser.open();
    browsers.push(browser);
  }
  return browsers;
}

/** As `ui/src/shell/use-news.ts` does it: who is told of a newer version reads again, at a moment of the time that is given. */
class Browser {
  /** When it had read again, and how long that took. */
  readAt: number[] = [];
  took: number[] = [];
  refused = 0;
  isReading = false;
  readonly #caller: Caller;
  /** Which part of the given time it waits. */
  readonly #patience: number;
  #known = '';

  constructor(url: string, { token, address, patience }: { token: string; address: string; patience: number }) {
    this.#caller = new Caller(url, token, { 'x-forwarded-for': address });
    this.#patience = patience;
  }

  async open(): Promise<void> {
    await this.#read();
    this.forget();
    await this.#caller.listen('/api/live', (line) => this.#hear(line));
  }

  forget(): void {
    this.readAt = [];
    this.took = [];
    this.refused = 0;
  }

  #hear(line: string): void {
    if (!line.startsWith('data: ')) return;
    const { topic, version, withinMs } = JSON.parse(line.slice(6)) as { topic: string; version: string; withinMs: number };
    if (topic !== 'config' || version === this.#known || this.isReading) return;
    this.isReading = true;
    setTimeout(() => void this.#read(), this.#patience * withinMs);
  }

  async #read(): Promise<void> {
    const { status, text, total } = await this.#caller.get(BOOTSTRAP);
    this.isReading = false;
    this.readAt.push(performance.now());
    this.took.push(total);
    if (status === 200) this.#known = (JSON.parse(text) as { configVersion: string }).configVersion;
    else this.refused += 1;
  }

  close(): Promise<void> {
    return this.#caller.close();
  }
}

function mostInASecond(ascending: readonly number[]): number {
  let most = 0;
  for (let first = 0, last = 0; last < ascending.length; last += 1) {
    while (ascending[last]! - ascending[first]! > 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
