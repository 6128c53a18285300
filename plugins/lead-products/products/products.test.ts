import { conformance } from '../../../core/testing/conformance.ts';
import products from './index.ts';

conformance(products);
