import { conformance } from '../../../core/testing/conformance.ts';
import enhanceId from './index.ts';

conformance(enhanceId);
