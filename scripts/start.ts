import { failed, runProcess } from '../core/boot/process.ts';
import { isEmpty } from './demo/seed.ts';
import { clearUnfinished, untilFinished } from './demo/unfinished.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * `npm start`: the product in one process. With `DEMO` (the default outside production) an empty database is filled with the
 * demo installation, and the demo shop runs beside it.
 */
runProcess({
  beforeDatabase: async (config) => (config.demo ? clearUnfinished(config, say) : undefined),
  async whileServing(kernel, serving) {
    if (!kernel.config.demo) return async () => undefined;
    const { seedDemo, firstVisits, describeDemo } = await import('./demo/seed.ts');
    const { startShop } = await import('./demo/shop.ts');
    const origin = `http://localhost:${serving.port}`;
    const isNew = await isEmpty(kernel);
    if (isNew) await untilFinished(kernel.config, () => seedDemo(kernel, origin, say));
    const shop = await startShop(kernel);
    if (isNew) await firstVisits(kernel, origin, shop.port);
    describeDemo(kernel, shop.port).forEach(say);
    return shop.stop;
  },
}).catch(failed);
