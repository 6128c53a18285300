import { loadPlugins } from '../../core/boot/load.ts';
import { serve } from '../../core/boot/serve.ts';
import { startKernel } from '../../core/boot/start.ts';
import { testConfig } from '../../core/testing/template.ts';
import { till } from '../money/till.ts';
import { MONEY } from './money-plugins.ts';

const config = testConfig(process.argv[2]!);
const loaded = [...(await loadPlugins(MONEY)), { name: 'till', plugin: till, problem: null, milliseconds: 0 }];
const { port } = await serve(await startKernel(config, loaded), { host: 'localhost', schedule: false });
process.send!(port);
