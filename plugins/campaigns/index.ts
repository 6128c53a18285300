import { definePlugin, provide, subscribe } from '../../core/contract.ts';
import { WalletEmptied, WalletFunded } from '../wallet/contract.ts';
import { campaignAbilities } from './campaigns.abilities.ts';
import { campaignClock } from './campaigns.jobs.ts';
import { campaignsOf } from './campaigns.port.ts';
import { campaignRoutes } from './campaigns.routes.ts';
import { Prices } from './campaigns.settings.ts';
import { CampaignChanged, Campaigns } from './contract.ts';
import { priceForm, priceRoutes } from './prices.routes.ts';

export default definePlugin({
  manifest: { id: 'campaigns', version: '1.0.0', core: '^1', scope: 'platform', requires: { agencies: '^1', clients: '^1', wallet: '^1' } },
  migrations: new URL('./migrations/', import.meta.url),
  subjects: { Campaign: { table: 'campaigns_campaign', fields: ['id', 'company_id', 'agency_id', 'root_id', 'product', 'status'] } },
  abilities: campaignAbilities,
  routes: [...campaignRoutes, ...priceRoutes],
  forms: [priceForm],
  jobs: [campaignClock],
  settings: [Prices],
  events: [CampaignChanged],
  on: [
    subscribe({
      id: 'campaigns.pause-unpaid',
      event: WalletEmptied,
      run: async (ctx, { agencyId }) => void (await campaignsOf(ctx).pauseAll({ agencyId }, 'wallet_empty')),
    }),
    subscribe({
      id: 'campaigns.resume-paid',
      event: WalletFunded,
      run: async (ctx, { agencyId }) => void (await campaignsOf(ctx).resumeAll({ agencyId }, 'wallet_empty')),
    }),
  ],
  provides: [provide(Campaigns, campaignsOf)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
