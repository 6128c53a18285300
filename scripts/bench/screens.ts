import type { Registry } from '../../core/boot/registry.ts';
import { type Pace, type Took, timed } from './growth.ts';
import { tenths } from './harness.ts';
import type { Installation } from './installation.ts';
import type { PageRequest } from './page-requests.ts';
import { installFilled, type Size, SIZES } from './population.ts';
import { forEachReader, type Reader } from './readers.ts';
import type { Table } from './results.ts';
import { startProduct } from './server-process.ts';
import { Statements } from './statements.ts';

/** Who looks at a screen, and what there is to look at. */
export interface Asking extends Reader {
  registry: Pick<Registry, 'routes' | 'pages'>;
}

/** How large the installation is: `BENCH_SIZE=large` has 5,000,000 leads. */
const NAME = process.env['BENCH_SIZE'] ?? 'small';

/** Of fewer, the 95th percentile is the slowest one. */
const MANY: Pace = { uncounted: 10, times: 100, fewest: 20, milliseconds: 5_000 };

/** Fills an installation and gives every reader's requests, which `asked` chooses; `raw` asks the same of its database without the product. */
export async function screens(
  adminUrl: string,
  title: string,
  asked: (asking: Asking) => Promise<PageRequest[]>,
  raw: (installation: Installation) => Promise<Table['rows']>,
): Promise<Table[]> {
  const size: Size | undefined = SIZES[NAME];
  if (!size) throw new Error(`BENCH_SIZE knows no size ${NAME}; there are ${Object.keys(SIZES).join(', ')}.`);
  const installation = await installFilled(adminUrl, size);
  const product = await startProduct('web', installation);
  try {
    const statements = await Statements.over(installation.owner);
    const found: { name: string; took: Took }[] = [];
    await forEachReader(installation, product, async (reader) => {
      for (const request of await asked({ ...reader, registry: installation.kernel.registry })) {
        const took = await timed(reader.caller, request, statements, MANY);
        // What is refused is not theirs to see.
        if (typeof took === 'object') found.push({ name: `${reader.who} ${request.route}, ${request.what}`, took });
      }
    });
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
