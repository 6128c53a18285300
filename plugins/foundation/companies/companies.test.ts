import { conformance } from '../../../core/testing/conformance.ts';
import companies from './index.ts';

conformance(companies);
