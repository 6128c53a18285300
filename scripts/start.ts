import { failed, runProcess } from '../core/boot/process.ts';
import { developersPlugins } from './catalogue/load.ts';
import { serveDemo } from './demo/serve.ts';
import { clearUnfinished } from './demo/unfinished.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * `npm start`: the product in one process. With `DEMO` (the default outside production) an empty database is filled with the
 * demo installation, and the demo shop runs beside it.
 */
runProcess({
  plugins: developersPlugins,
  beforeDatabase: async (config) => (config.demo ? clearUnfinished(config, say) : undefined),
  whileServing: async (kernel, serving) => (kernel.config.demo ? serveDemo(kernel, serving, say) : async () => undefined),
}).catch(failed);
