import { conformance } from '../../../core/testing/conformance.ts';
import capture from './index.ts';

conformance(capture);
