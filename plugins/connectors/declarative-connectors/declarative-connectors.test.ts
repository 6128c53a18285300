import { conformance } from '../../../core/testing/conformance.ts';
import plugin from './index.ts';

// How documents behave over the network is tested in tests/connectors.
conformance(plugin);
