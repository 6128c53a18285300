import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Declared, definedIn, interfacesIn } from './declarations.ts';
import { cell, table } from './table.ts';

/** The chapters on what a plugin writes down, and the interfaces of `core/contract` that they show. */
const CHAPTERS: readonly [title: string, file: string, interfaces: readonly string[]][] = [
  [
    'A plugin',
    'plugin.ts',
    ['Plugin', 'Manifest', 'SettingsDef', 'SubjectDef', 'PageGuard', 'LandingDef', 'RedirectDef', 'BannerDef', 'PageExtension'],
  ],
  ['Areas of rights', 'areas.ts', ['AreaDef']],
  ['Routes', 'route.ts', ['RouteDef', 'RouteInput', 'RawRouteDef']],
  ['Rates', 'rate.ts', ['RateDef']],
  ['Calls', 'context.ts', ['Ctx']],
  ['Jobs and events', 'job.ts', ['JobDef']],
  ['Pages', 'page.ts', ['PageDef', 'PageHead', 'MenuDef']],
  ['Sources and actions', 'action.ts', ['Source', 'When', 'State', 'Action']],
  [
    'Blocks of pages',
    'block.ts',
    [
      'Column',
      'Empty',
      'TableBlock',
      'FormBlock',
      'WizardBlock',
      'StatsBlock',
      'ChartBlock',
      'DocumentBlock',
      'DetailBlock',
      'NoticeBlock',
      'TabsBlock',
      'JobBlock',
      'CardsBlock',
      'CodeBlock',
      'ViewBlock',
    ],
  ],
  [
    'Blocks of overviews',
    'overview-blocks.ts',
    [
      'ColumnsBlock',
      'TrendsBlock',
      'FunnelBlock',
      'RankingBlock',
      'TimelineBlock',
      'StreamBlock',
      'HealthBlock',
      'ChecklistBlock',
      'MapBlock',
      'StateField',
    ],
  ],
  ['Forms', 'form.ts', ['FormDef', 'FieldUi', 'FormOp']],
  [
    'Connectors',
    'connector.ts',
    ['ConnectorDef', 'ActionDef', 'ConnectorRate', 'ConnectorOAuth', 'ConnectorClient', 'ConnectorRequest', 'ConnectorResponse', 'Erased'],
  ],
  ['What connectors act on', 'trigger.ts', ['Trigger', 'TriggerSource', 'Occasion']],
];
const OFFERS = [
  ['Extension points', 'defineExtensionPoint', 'contributed to by `contributions: [contribute(<name>, value)]`'],
  ['Ports', 'definePort', 'called by `ctx.use(<name>)`'],
  ['Events', 'defineEvent', 'heard by `on: [subscribe({ event: <name>, ... })]`'],
] as const;

const membersTable = (members: readonly Declared[]): string =>
  table(
    ['member', 'type', ''],
    members.map(({ name, isOptional, type, doc }) => [`\`${name}${isOptional ? '?' : ''}\``, `\`${cell(type)}\``, cell(doc)]),
  );

/** The reference for authors of plugins: tables of the contract, and of what the installed plugins offer to each other. */
export function reference(root: string): string {
  const chapters = CHAPTERS.map(([title, file, names]) => {
    const found = interfacesIn(join(root, 'core', 'contract', file));
    const parts = names.map((name) => {
      const { doc, members } = found.get(name)!;
      return `### \`${name}\`\n\n${doc && `${doc}\n\n`}${membersTable(members)}`;
    });
    return `## ${title}\n\n${parts.join('\n\n')}`;
  });
  const offered = offeredBy(root);
  const offers = OFFERS.map(([title, maker, use]) => {
    const rows = offered
      .filter((one) => one.maker === maker)
      .map(({ from, name, type, doc }) => [from, `\`${name}\``, `\`${type}\``, cell(doc)]);
    return `## ${title}\n\nEach is ${use}.\n\n${table(['of', 'name', 'id', ''], rows)}`;
  });
  return [...chapters, ...offers].join('\n\n');
}

function offeredBy(root: string): (Declared & { maker: string; from: string })[] {
  const makers = OFFERS.map(([, maker]) => maker);
  const parts = (folder: string): string[] => globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] }).map((file) => join(folder, file));
  const core = parts(join(root, 'core', 'contract')).map((file) => ['core', file] as const);
  const plugins = globSync('plugins/*/*', { cwd: root })
    .toSorted((a, b) => basename(a).localeCompare(basename(b)))
    .flatMap((folder) =>
      [join(root, folder, 'contract.ts'), ...parts(join(root, folder, 'contract'))].map((file) => [basename(folder), file] as const),
    );
  const files = [...core, ...plugins].filter(([, file]) => existsSync(file));
  return files.flatMap(([from, file]) => definedIn(file, makers).map((one) => ({ ...one, from })));
}
