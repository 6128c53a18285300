import { conformance } from '../../../core/testing/conformance.ts';
import whiteLabel from './index.ts';

conformance(whiteLabel);
