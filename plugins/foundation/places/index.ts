import { definePlugin, provide } from '../../../core/contract.ts';
import { Places } from './contract.ts';
import { placesOf } from './places.port.ts';

export default definePlugin({
  manifest: { id: 'places', version: '1.0.0', core: '^1', level: 'platform' },
  migrations: new URL('./migrations/', import.meta.url),
  tables: { places_place: ['select'] },
  widgets: ['zips'],
  provides: [provide(Places, placesOf)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
