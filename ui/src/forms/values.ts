import { createContext } from 'react';
import type { Row } from '../data/bindings.ts';

/** What stands in the form around a field, and what the form was given besides. */
export const FormValuesContext = createContext<Row>({});
