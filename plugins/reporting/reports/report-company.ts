import { type Ctx, notFound, T, type Tenant } from '../../../core/contract.ts';

const CompanyId = T.Optional(T.Integer({ minimum: 1, maximum: 2_147_483_647 }));

/** Path of the specified reports; `-` leaves a part open. */
export const ReportCompany = { companyId: CompanyId, clientId: CompanyId };
export const ReportPath = T.Object({
  ...ReportCompany,
  start: T.Optional(T.String({ format: 'date' })),
  end: T.Optional(T.String({ format: 'date' })),
});

/**
 * Does `work` under the RLS policies of the company that a report is asked about: the client when one is named, else the company, else
 * the caller's own. Throws 404 when the caller cannot see it, or when the client does not stand below the company.
 */
export async function withinCompany<R>(
  ctx: Ctx,
  asked: { companyId?: number; clientId?: number },
  work: (inner: Ctx) => Promise<R>,
): Promise<R> {
  const company = asked.companyId === undefined ? ctx.tenant : await visible(ctx, asked.companyId);
  const client = asked.clientId === undefined ? company : await visible(ctx, asked.clientId);
  if (![client.id, client.agencyId, client.rootId].includes(company.id)) throw notFound();
  return ctx.as(client, work);
}

async function visible(ctx: Ctx, id: number): Promise<Tenant> {
  const company = await ctx.company(id);
  if (!company) throw notFound();
  return company;
}
