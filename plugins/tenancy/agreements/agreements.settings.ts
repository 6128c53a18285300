import { defineSetting, T } from '../../../core/contract.ts';

const Line = (max: number) => T.String({ maxLength: max });

/** Who operates the platform, as legal texts name it; empty parts fall back to the company's name and the address of the product. */
export const Operator = defineSetting({
  id: 'agreements.operator',
  title: 'agreements.setting.operator',
  level: 'platform',
  schema: T.Object({ legal_name: Line(200), address: Line(500), email: Line(254) }),
  default: { legal_name: '', address: '', email: '' },
  read: ['publish', 'Document'],
  write: ['publish', 'Document'],
});
