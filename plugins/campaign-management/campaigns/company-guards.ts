import type { OpenOfProduct, RemovalGuard } from '../../foundation/companies/contract.ts';
import { namesText } from '../../foundation/companies/shared.ts';
import { campaignsOf } from './campaigns.port.ts';

/** A product is not taken away while campaigns of it run: they are stopped by hand first. */
export const openOfProduct: OpenOfProduct = (ctx, filter, product) => campaignsOf(ctx).open({ ...filter, product });

/** Nor is a company removed. */
export const keepWhileOpen: RemovalGuard = async (ctx, company) => {
  const open = await campaignsOf(ctx).open(company.kind === 'agency' ? { agencyId: company.id } : { companyId: company.id });
  return open.length > 0 ? [ctx.t('campaigns.problem.open', { campaigns: namesText(ctx, open) })] : [];
};
