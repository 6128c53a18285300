import { conformance } from '../../../core/testing/conformance.ts';
import leads from './index.ts';

conformance(leads);
