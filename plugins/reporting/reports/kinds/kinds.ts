import type { Contributions } from '../../../../core/contract.ts';
import { ReportKinds } from '../contract.ts';
import { analyticsKind } from './analytics.kind.ts';
import { daysKind } from './days.kind.ts';
import type { ReportKind } from './kind.ts';
import { leadsKind } from './leads.kind.ts';
import { spendKind } from './spend.kind.ts';

/** Every report, those of other plugins included. */
export const reportKinds = (from: Contributions): ReportKind[] => [
  leadsKind(from),
  spendKind(from),
  daysKind(from),
  analyticsKind(from),
  ...from.of(ReportKinds),
];
