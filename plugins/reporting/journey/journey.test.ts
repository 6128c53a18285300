import { conformance } from '../../../core/testing/conformance.ts';
import journey from './index.ts';

conformance(journey);
