import { type Ctx, daysBetween, denied } from '../../../core/contract.ts';
import type { ReportFiguresApi } from './contract.ts';
import { furthestZone } from './days.ts';
import { countsByDay, invoiceLines } from './figures.service.ts';
import { withinCompany } from './report-company.ts';

/** The figures of the screens for other plugins, with the rights of the caller. */
export const reportFiguresOf = (ctx: Ctx): ReportFiguresApi => {
  const period = async (inner: Ctx, { first, last }: { first: string; last: string }, most: number) =>
    daysBetween({ start: first, end: last }, await furthestZone(inner), inner.now, { open: 30, most });
  const asked = (clientId: number | undefined) => (clientId === undefined ? {} : { clientId });
  return {
    async days(span, { clientId, ...scope }, most) {
      if (!ctx.can('read', 'Report')) throw denied();
      const days = await withinCompany(ctx, asked(clientId), async (inner) => countsByDay(inner, await period(inner, span, most), scope));
      return days.map(({ day, visits, leads }) => ({ day, visits, leads }));
    },
    async charges(span, { clientId, ...scope }, most) {
      if (!ctx.can('see-prices', 'Report')) throw denied();
      const lines = await withinCompany(ctx, asked(clientId), async (inner) => invoiceLines(inner, await period(inner, span, most), scope));
      return lines.map(({ day, campaignId, campaign, client, product, leads, price, amount }) => ({
        day,
        campaignId,
        campaign,
        client,
        product,
        leads,
        priceCents: price,
        amountCents: amount,
      }));
    },
  };
};
