/** What whoever is signed in sees on every screen, and nobody before: one file, fetched while the server is asked who it is. */
export { DetailView } from '../blocks/detail.tsx';
export { StatsView } from '../blocks/stats.tsx';
export { TableView } from '../blocks/table/table.tsx';
export { AppLayout } from './app-layout.tsx';
export { Shortcuts } from './shortcuts.tsx';
