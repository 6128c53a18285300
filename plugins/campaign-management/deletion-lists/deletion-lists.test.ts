import { conformance } from '../../../core/testing/conformance.ts';
import plugin from './index.ts';

conformance(plugin);
