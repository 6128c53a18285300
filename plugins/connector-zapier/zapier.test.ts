import { conformance } from '../../core/testing/conformance.ts';
import plugin from './index.ts';

// How it behaves over the network is tested with the deliveries of `integrations`.
conformance(plugin);
