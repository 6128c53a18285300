/**
 * The serving process of `npm run dev`. It imports nothing of the product until it is told to start; until then it reads the packages that its
 * predecessor used.
 */
import { registerHooks } from 'node:module';
import type { FromServer, ToServer } from './messages.ts';

const used = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    const fromProduct = context.parentURL !== undefined && !context.parentURL.includes('/node_modules/');
    if (fromProduct && /^@?[a-z]/.test(specifier) && !/^(?:node|file|data):/.test(specifier)) used.add(specifier);
    return next(specifier, context);
  },
});

const tell = (message: FromServer): void => void process.send!(message);

process.on('message', async (message: ToServer) => {
  if ('prepare' in message) {
    // One that is missing by now is complained about by whoever needs it.
    for (const name of message.prepare) await import(name).catch(() => undefined);
    return;
  }
  const { serveProduct } = await import('./serve-product.ts');
  await serveProduct(message.start, {
    filling: () => tell({ filling: true }),
    ready: (answer) => tell({ ...answer, packages: [...used] }),
  });
});
process.on('disconnect', () => process.exit(0)); // whoever looked after it is gone
