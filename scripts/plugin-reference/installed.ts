import { isRead, loadPlugins } from '../../core/boot/load.ts';
import { withDerived } from '../../core/boot/derive.ts';
import { corePlugin } from '../../core/builtin/core.plugin.ts';
import { FORM_WIDGETS, type ExtensionPoint, GRANTS, type Plugin, type TObject, type TSchema, USER_TYPES } from '../../core/contract.ts';
import { type Catalogue, loadCatalogue } from '../../core/i18n/catalogue.ts';
import { LeadInput } from '../../plugins/connectors/integrations/contract.ts';
import { LeadFieldSets, LeadFunding, LeadSources, type OutcomeDef } from '../../plugins/lead-intake/leads/contract.ts';
import { INTAKE } from '../../plugins/lead-intake/leads/outcomes.ts';
import { cell, table } from './table.ts';

/** Tables of what the installed plugins declare: settings, rights, widgets, fields and outcomes of leads, triggers. */
export async function installedTables(names: readonly string[]): Promise<string> {
  const core = corePlugin(() => {
    throw new Error('tables need no kernel');
  });
  const loaded = (await loadPlugins(names)).filter(isRead).map(({ plugin }) => plugin);
  const plugins = withDerived([core, ...loaded]).toSorted((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
  const texts = loadCatalogue(plugins);
  const chapters: [title: string, intro: string, body: string][] = [
    [
      'Settings',
      'What operators change while the product runs: `ctx.setting(...)`, `GET` and `PUT /api/settings/<id>`.',
      settings(plugins, texts),
    ],
    ['Rights', 'What roles grant. A user type has at most what stands in its column; an empty cell is nothing.', rights(plugins, texts)],
    ['Widgets', 'What `ui.<field>.widget` of a form may say.', widgets(plugins)],
    [
      'Lead fields',
      'What connectors, files and the detail of a lead hold. Evidence is there for leads of its source alone.',
      leadFields(plugins, texts),
    ],
    [
      'Triggers',
      'What happens and connectors act on (`on` of an action), with the fields that actions can be given. Fields of leads are those above.',
      triggers(plugins, texts),
    ],
    ['Outcomes', 'How an observation ends: one of those of every source, or one of its own.', outcomes(plugins, texts)],
  ];
  return chapters.map(([title, intro, body]) => `## ${title}\n\n${intro}\n\n${body}`).join('\n\n');
}

const read = (texts: Catalogue, key: unknown): string => (typeof key === 'string' ? cell(texts.t('en', key)) : '');
const contributed = <T>(plugins: readonly Plugin[], point: ExtensionPoint<T>): { from: string; value: T }[] =>
  plugins.flatMap(({ manifest, contributions = [] }) =>
    contributions.filter((one) => one.point.id === point.id).map(({ value }) => ({ from: manifest.id, value: value as T })),
  );

const settings = (plugins: readonly Plugin[], texts: Catalogue): string =>
  table(
    ['id', 'what', 'level', 'default'],
    plugins.flatMap((plugin) =>
      (plugin.settings ?? []).map((one) => [
        `\`${one.id}\``,
        read(texts, one.title),
        one.level,
        `\`${cell(JSON.stringify(one.default)).slice(0, 120)}\``,
      ]),
    ),
  );

const rights = (plugins: readonly Plugin[], texts: Catalogue): string =>
  table(
    ['area', 'what', 'of', ...USER_TYPES, 'in view mode'],
    plugins
      .flatMap((plugin) => (plugin.areas ?? []).map((area) => ({ from: plugin.manifest.id, area })))
      .map(({ from, area }) => {
        const most = (of: readonly string[] = area.grants): string => GRANTS.filter((grant) => of.includes(grant)).join(', ');
        return [area.id, read(texts, area.title), from, ...USER_TYPES.map((type) => most(area.types?.[type])), most(area.viewMode)];
      }),
  );

const widgets = (plugins: readonly Plugin[]): string =>
  table(
    ['widget', 'of'],
    [
      ...FORM_WIDGETS.map((name) => [`\`${name}\``, 'every form']),
      ...plugins.flatMap(({ manifest, widgets: own = [] }) => own.map((name) => [`\`${manifest.id}.${name}\``, manifest.id])),
    ],
  );

const typeOf = ({
  type,
  format,
  anyOf,
  enum: values,
}: TSchema & { type?: string; format?: string; anyOf?: unknown[]; enum?: unknown[] }): string =>
  format ?? type ?? (values ? values.map(String).join(', ') : anyOf ? 'one of several' : '');
const fieldRows = (from: string, fields: TObject, texts: Catalogue): string[][] =>
  Object.entries(fields.properties as Record<string, TSchema & { title?: string }>).map(([name, schema]) => [
    `\`${name}\``,
    cell(typeOf(schema)),
    read(texts, schema.title),
    from,
  ]);
const leadFields = (plugins: readonly Plugin[], texts: Catalogue): string =>
  table(
    ['field', 'type', 'what', 'of'],
    [
      ...fieldRows('every lead', LeadInput, texts),
      ...contributed(plugins, LeadSources).flatMap(({ value }) => fieldRows(`evidence of ${value.id}`, value.evidence, texts)),
      ...contributed(plugins, LeadFieldSets).flatMap(({ from, value }) => fieldRows(from, value.fields, texts)),
    ],
  );

const triggers = (plugins: readonly Plugin[], texts: Catalogue): string =>
  table(
    ['trigger', 'what', 'fields', 'of'],
    plugins.flatMap(({ manifest, triggers: own = [] }) =>
      own.map(({ trigger }) => {
        const given = Object.keys(trigger.gives.properties as object);
        const isOfLead = Object.keys(LeadInput.properties).every((name) => given.includes(name));
        const further = given.filter((name) => !isOfLead || !(name in LeadInput.properties)).map((name) => `\`${name}\``);
        return [
          `\`${trigger.id}\``,
          read(texts, trigger.title),
          [...(isOfLead ? ['those of leads'] : []), ...further].join(', '),
          manifest.id,
        ];
      }),
    ),
  );

const outcomeRows = (of: string, declared: Readonly<Record<string, OutcomeDef>>, texts: Catalogue): string[][] =>
  Object.entries(declared).map(([name, { title, why }]) => [`\`${name}\``, of, read(texts, title), read(texts, why)]);
const outcomes = (plugins: readonly Plugin[], texts: Catalogue): string =>
  table(
    ['outcome', 'of', 'what', 'why'],
    [
      ...outcomeRows('every source', INTAKE, texts),
      ...contributed(plugins, LeadSources).flatMap(({ value }) => outcomeRows(value.id, value.outcomes, texts)),
      ...contributed(plugins, LeadFunding).flatMap(({ from, value }) => outcomeRows(`money: ${from}`, value.outcomes, texts)),
    ],
  );
