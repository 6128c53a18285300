import type { Serving } from '../../core/boot/serve.ts';
import type { Kernel } from '../../core/kernel.ts';
import { isEmpty } from './is-empty.ts';
import { catchUp, describeDemo, firstVisits, seedDemo } from './seed.ts';
import { startShop } from './shop.ts';
import { untilFinished } from './unfinished.ts';

/** Fills an empty database with the demo installation and opens the demo shop. Answers how to stop. */
export async function serveDemo(kernel: Kernel, serving: Serving, say: (line: string) => void): Promise<() => Promise<void>> {
  const origin = `http://localhost:${serving.port}`;
  const isNew = await isEmpty(kernel);
  if (isNew && kernel.config.shopPort === 0)
    throw new Error('The demo installation calls the demo shop: give SHOP_PORT a port, or start with DEMO=false.');
  // First, for what is made calls it.
  const shop = await startShop(kernel);
  if (isNew) await untilFinished(kernel.config, () => seedDemo(kernel, origin, say));
  else await catchUp(kernel, say);
  if (isNew) await firstVisits(kernel, origin, shop.port);
  describeDemo(kernel, shop.port).forEach(say);
  return shop.stop;
}
