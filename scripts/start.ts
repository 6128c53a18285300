import { failed, runProcess } from '../core/boot/process.ts';
import { isEmpty } from './demo/seed.ts';

/**
 * `npm start`: the product in one process. With `DEMO` (the default outside production) an empty database is filled with the
 * demo installation, and the demo shop runs beside it.
 */
runProcess({
  async whileServing(kernel, serving) {
    if (!kernel.config.demo) return async () => undefined;
    const { seedDemo, describeDemo } = await import('./demo/seed.ts');
    const { startShop } = await import('./demo/shop.ts');
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    if (await isEmpty(kernel)) await seedDemo(kernel, `http://localhost:${serving.port}`, say);
    const shop = await startShop(kernel);
    describeDemo(kernel, shop.port).forEach(say);
    return shop.stop;
  },
}).catch(failed);
