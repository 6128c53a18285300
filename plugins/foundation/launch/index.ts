import { definePlugin } from '../../../core/contract.ts';
import { launchSteps } from './launch.routes.ts';

/** The way from a new company to its first lead. Other plugins contribute the steps. */
export default definePlugin({
  manifest: { id: 'launch', version: '1.0.0', core: '^1', level: 'platform' },
  actions: { Launch: ['read'] },
  abilities: ({ can }, { actor, tenant }) => {
    const isPersonOf = actor.userType === 'client' || actor.userType === 'userdownline' || actor.userType === 'administrator';
    if (tenant.kind !== 'root' && isPersonOf) can('read', 'Launch');
  },
  routes: [launchSteps],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
