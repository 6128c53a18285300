/** What whoever is signed in sees on every screen, and nobody before: one file, fetched while the server is asked who it is. */
import '../mantine-later-styles.ts';
export { ChartView } from '../blocks/chart.tsx';
export { DetailView } from '../blocks/detail.tsx';
export { OverviewView } from '../blocks/overview/overview.tsx';
export { StatsView } from '../blocks/stats.tsx';
export { TableView } from '../blocks/table/table.tsx';
export { AppLayout } from './app-layout.tsx';
export { PeriodFault } from './period-fault.tsx';
export { PeriodPicker } from './period-picker.tsx';
export { Rules } from './rules.tsx';
export { Shortcuts } from './shortcuts.tsx';
