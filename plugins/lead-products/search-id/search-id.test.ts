import { conformance } from '../../../core/testing/conformance.ts';
import searchId from './index.ts';

conformance(searchId);
