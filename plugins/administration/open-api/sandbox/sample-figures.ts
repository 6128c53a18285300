import { invalid } from '../../../../core/contract.ts';
import type { ChargeOut, DayOut } from '../shapes.ts';
import { SAMPLES } from './samples.ts';

const DAY_MS = 86_400_000;
const MOST = 366;

interface Asked {
  from: string;
  to: string;
  client_id?: number | undefined;
  campaign_id?: number | undefined;
  product?: string | undefined;
}

/** The days that are asked for. Throws 422 for none, and for more than live calls answer. */
function daysOf({ from, to }: Asked): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const count = (last - first) / DAY_MS + 1;
  if (count < 1 || count > MOST) throw invalid('to', 'open-api.problem.days', { most: MOST });
  return Array.from({ length: count }, (_, n) => new Date(first + n * DAY_MS).toISOString().slice(0, 10));
}

const campaignsOf = ({ client_id, campaign_id, product }: Asked) =>
  SAMPLES.campaign.filter(
    (c) => (!client_id || c.client_id === client_id) && (!campaign_id || c.id === campaign_id) && (!product || c.product === product),
  );

/** Made up of the day alone, so that a repeated call answers the same. */
const leadsOn = (day: string, campaign: number): number => (Number(day.slice(8)) + campaign) % 4;

export const sampleDays = (asked: Asked): DayOut[] =>
  daysOf(asked).map((day) => {
    const leads = campaignsOf(asked).reduce((total, { id }) => total + leadsOn(day, id), 0);
    return { day, visits: leads * 11, leads };
  });

export const sampleCharges = (asked: Asked): ChargeOut[] =>
  daysOf(asked).flatMap((day) =>
    campaignsOf(asked).flatMap(({ id, name, client_id, product, lead_price_cents }): ChargeOut[] => {
      const leads = leadsOn(day, id);
      if (leads === 0) return [];
      const client = SAMPLES.client.find((one) => one.id === client_id)?.name ?? '';
      const amount_cents = leads * lead_price_cents;
      return [{ day, campaign_id: id, campaign: name, client, product, leads, lead_price_cents, amount_cents }];
    }),
  );
