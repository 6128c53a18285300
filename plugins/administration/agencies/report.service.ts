import type { Ctx } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import type { CompanyUserQuery } from '../../foundation/companies/contract.ts';
import { agencyPage } from './agencies.service.ts';

export interface AgencyLine {
  company_id: number;
  company_name: string;
  name: string;
  email: string;
  sales: string[];
  package_label: string;
  manual_bill: string;
  payment_status: string;
  created_at: string;
  clients: number;
  /** Campaigns that run or are paused. */
  open_campaigns: number;
}

/** One page of agencies with what stands below each; the screen's list, the report's call and its files have them from here. */
export async function agencyLines(ctx: Ctx, at: CompanyUserQuery): Promise<{ lines: AgencyLine[]; total: number }> {
  const { rows, total } = await agencyPage(ctx, at);
  const ids = rows.map(({ company_id: id }) => id);
  const open = ctx.has(Campaigns) ? await ctx.use(Campaigns).openByAgency(ids) : new Map<number, number>();
  const lines = rows.map((row): AgencyLine => ({
    company_id: row.company_id,
    company_name: row.company_name,
    name: row.name,
    email: row.email,
    sales: row.sales ?? [],
    package_label: row.package_label ?? '',
    manual_bill: row.manual_bill ?? 'F',
    payment_status: row.payment_status ?? 'active',
    created_at: row.created_at,
    clients: row.children ?? 0,
    open_campaigns: open.get(row.company_id) ?? 0,
  }));
  return { lines, total };
}
