import type { AccountKind } from './contract.ts';

/** The ordinary accounts of an agency's books; plugins declare further kinds. */
export const CHART: readonly AccountKind[] = [
  /** What a client owes its agency. */
  { name: 'receivable', of: 'client' },
  /** What clients were billed. */
  { name: 'revenue', of: 'agency' },
  /** What the root billed the agency for what it sold. */
  { name: 'cost', of: 'agency' },
  /** What the root billed the agency besides. */
  { name: 'fees', of: 'agency' },
  /** What the agency owes the root. */
  { name: 'payable', of: 'agency' },
  /** The other end of every payment. */
  { name: 'cash', of: 'agency' },
];
