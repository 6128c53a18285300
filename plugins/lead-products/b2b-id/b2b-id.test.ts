import { conformance } from '../../../core/testing/conformance.ts';
import b2bId from './index.ts';

conformance(b2bId);
