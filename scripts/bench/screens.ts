import type { Registry } from '../../core/boot/registry.ts';
import { Caller, signIn } from './api.ts';
import { type Took, timed } from './growth.ts';
import { tenths } from './harness.ts';
import type { Installation } from './installation.ts';
import type { PageRequest } from './page-requests.ts';
import { installFilled, type Size, SIZES } from './population.ts';
import type { Table } from './results.ts';
import { startProduct } from './server-process.ts';
import { Statements } from './statements.ts';

/** Who looks at a screen. */
export interface Reader {
  who: 'operator' | 'agency' | 'client';
  companyId: number;
  caller: Caller;
  registry: Pick<Registry, 'routes' | 'pages'>;
}

/** How large the installation is: `BENCH_SIZE=large` has 5,000,000 leads. */
const NAME = process.env['BENCH_SIZE'] ?? 'small';

/** Fills an installation and gives every reader's requests, which `asked` chooses; `raw` asks the same of its database without the product. */
export async function screens(
  adminUrl: string,
  title: string,
  asked: (reader: Reader) => Promise<PageRequest[]>,
  raw: (installation: Installation) => Promise<Table['rows']>,
): Promise<Table[]> {
  const size: Size | undefined = SIZES[NAME];
  if (!size) throw new Error(`BENCH_SIZE knows no size ${NAME}; there are ${Object.keys(SIZES).join(', ')}.`);
  const installation = await installFilled(adminUrl, size);
  const product = await startProduct('web', installation);
  try {
    const statements = await Statements.over(installation.owner);
    const { root, operator, a } = installation.fixtures;
    const found: { name: string; took: Took }[] = [];
    for (const [who, accountId, companyId] of [
      ['operator', operator.id, root.id],
      ['agency', a.owner.id, a.tenant.id],
      ['client', a.clients[0]!.user.id, a.clients[0]!.tenant.id],
    ] as const) {
      const caller = new Caller(product.url, await signIn(installation, accountId));
      for (const request of await asked({ who, companyId, caller, registry: installation.kernel.registry })) {
        const took = await timed(caller, request, statements);
        // What is refused is not theirs to see.
        if (typeof took === 'object') found.push({ name: `${who} ${request.route}, ${request.what}`, took });
      }
      await caller.close();
    }
    const rows = found
      .sort((one, other) => other.took.p95 - one.took.p95)
      .map(({ name, took }) => [name, ...[took.p50, took.p95, took.statements, took.databaseMs].map(tenths)]);
    return [
      {
        name: `${title}: milliseconds of a request over ${size.leads.toLocaleString('en-US')} leads, ${size.campaigns.toLocaleString('en-US')} campaigns`,
        columns: ['who, what', 'p50', 'p95', 'statements', 'of it database'],
        rows: [...(await raw(installation)), ...rows],
        printed: 40,
      },
    ];
  } finally {
    await product.stop();
    await installation.remove();
  }
}
