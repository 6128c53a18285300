import { IANAZone } from 'luxon';
import { defineRoute, invalid, T } from '../../../core/contract.ts';
import { Zone, zoneOf } from './billing.settings.ts';
import { ZoneForm } from './zone.pages.ts';

/** Every zone with a name of its own, and UTC. */
const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The zone in which an agency bills, for it to read and change. */
export const zoneRoutes = [
  defineRoute({
    id: 'billing.zone-read',
    method: 'GET',
    path: '/billing/zone',
    summary: 'The zone in which the own agency cuts weeks, months and dates of invoices',
    ability: ['read', 'BillingSetting'],
    response: ZoneForm,
    handler: async (ctx) => ({ zone: await zoneOf(ctx) }),
  }),
  defineRoute({
    id: 'billing.zone-options',
    method: 'GET',
    path: '/billing/zone/options',
    summary: 'Zones in which an agency can bill',
    ability: ['read', 'BillingSetting'],
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
    async handler(ctx) {
      // One that was set by another of its names stays a choice.
      const zones = new Set([...ZONES, await zoneOf(ctx)]);
      return { options: [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') })) };
    },
  }),
  defineRoute({
    id: 'billing.zone-save',
    method: 'PUT',
    path: '/billing/zone',
    summary: 'Change the zone in which the own agency bills; running periods keep theirs',
    ability: ['update', 'BillingSetting'],
    withoutStepUp: 'says when days begin, and names no amount',
    audit: 'billing.zone-changed',
    body: ZoneForm,
    response: T.Object({ result: T.String(), message: T.String() }),
    async handler(ctx, { body: { zone } }) {
      if (!IANAZone.isValidZone(zone)) throw invalid('zone', 'billing.problem.zone');
      await ctx.saveSetting(Zone, zone);
      return { result: 'success', message: ctx.t('billing.zone.saved', { zone }) };
    },
  }),
];
