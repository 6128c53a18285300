import { conformance } from '../../../core/testing/conformance.ts';
import operations from './index.ts';

conformance(operations);
