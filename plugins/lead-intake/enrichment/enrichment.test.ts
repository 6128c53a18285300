import { conformance } from '../../../core/testing/conformance.ts';
import enrichment from './index.ts';

conformance(enrichment);
