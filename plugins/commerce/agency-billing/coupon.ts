import { LEAST_CENTS } from './schedule.ts';

export interface Coupon {
  id: string;
  percentOff: number | null;
  amountOffCents: number | null;
}

/** What is left to pay with a coupon, in cents; what a card payment is too small for is free. */
export function discounted(cents: number, coupon: Coupon | null): number {
  const off =
    coupon === null ? 0 : coupon.percentOff === null ? (coupon.amountOffCents ?? 0) : Math.round((cents * coupon.percentOff) / 100);
  const left = cents - off;
  return left < LEAST_CENTS ? 0 : left;
}
