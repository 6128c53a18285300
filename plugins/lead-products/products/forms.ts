import { type Contributions, defineForm, type FieldUi, type FormDef, type FormProperty, T, type TSchema } from '../../../core/contract.ts';
import { type CampaignFieldSet, CampaignFieldSets } from '../../campaign-management/campaigns/contract.ts';
import { commonFields, commonUi, propertiesOf } from './common-fields.ts';
import type { ProductDeclaration } from './declaration.ts';

/** Leads a day with which the form of a new campaign begins: people who were searched for months come at once, and would spend the day's budget. */
const FIRST_LIMIT = 10;
const hidden: FieldUi = { widget: 'hidden' };

/** The forms in which campaigns of a product are made and changed: the name, its own fields, those of all campaigns, those of other plugins. */
export function campaignForms(product: ProductDeclaration, from: Contributions): FormDef[] {
  const { id, wire } = product;
  const further = from.of(CampaignFieldSets).filter((set) => set.product === undefined);
  // What the campaign is called and whose it is stands with the first of the product's own fields.
  const [first] = Object.values(product.ui);
  const group = first?.group === undefined ? {} : { group: first.group };
  const { schema, ui, open } = fieldsOf(product, further, group);
  const withName = { campaignName: { widget: 'text', ...group }, ...ui };
  const texts = (form: string): string[] => [
    `${id}.${form}`,
    `${id}.field`,
    `products.${form}`,
    'products.field',
    ...further.map((set) => set.texts),
  ];
  return [
    defineForm({
      id: `${id}.campaign`,
      version: 1,
      title: 'products.add',
      button: 'products.add.button',
      texts: texts('campaign'),
      submit: 'campaigns.create',
      ability: ['create', 'Campaign'],
      schema: T.Object({
        leadspeekType: T.Enum([wire.type], { default: wire.type }),
        companyID: T.Integer({ minimum: 1 }),
        ...schema,
        LimitLead: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000, default: FIRST_LIMIT })),
      }),
      ui: {
        leadspeekType: hidden,
        // A client is not asked: it has no choice of clients.
        companyID: { widget: 'select', options: { route: 'clients.choices' }, ...group },
        ...withName,
      },
      keepsExtra: true,
      open,
    }),
    defineForm({
      id: `${id}.campaign-edit`,
      version: 1,
      title: 'products.edit',
      texts: texts('campaign-edit'),
      submit: 'campaigns.update-local',
      ability: ['update', 'Campaign'],
      schema: T.Object({ leadspeekID: T.Integer({ minimum: 1 }), ...schema }),
      ui: { leadspeekID: hidden, ...withName },
      changesWith: `${id}.campaign`,
      keepsExtra: true,
      open,
    }),
  ];
}

/** The form in which other settings of a campaign are tried, prefilled from the campaign; none where its product offers that not. */
export function backTestForms({ id, fields, ui, looks = {}, backTest }: ProductDeclaration): FormDef[] {
  if (!backTest) return [];
  const own = backTest.fields.filter((field) => field in fields);
  const all: Record<string, TSchema> = { ...commonFields, ...fields };
  const look: Record<string, FieldUi> = { ...commonUi, ...looks, ...ui };
  return [
    defineForm({
      id: `${id}.back-test`,
      version: 1,
      title: 'products.back-test',
      button: 'products.back-test.button',
      saving: 'products.back-test.working',
      texts: [`${id}.back-test`, `${id}.field`, 'products.back-test', 'products.field'],
      submit: 'products.back-test',
      ability: ['update', 'Campaign'],
      schema: T.Object({
        leadspeekID: T.Integer({ minimum: 1 }),
        ...Object.fromEntries(backTest.fields.map((field) => [field, own.includes(field) ? T.Optional(all[field]!) : all[field]!])),
      }),
      ui: { leadspeekID: hidden, ...Object.fromEntries(backTest.fields.map((field) => [field, look[field] ?? {}])) },
    }),
  ];
}

function fieldsOf(
  { fields, ui, behind = {}, looks = {}, firm = {}, omit = [], pricing }: ProductDeclaration,
  further: readonly CampaignFieldSet[],
  group: Pick<FieldUi, 'group'>,
) {
  const lacking = [...omit, ...(pricing.sellsAdvanced ? [] : ['CostSetAdvanced'])];
  const common = without(commonFields, lacking);
  const furtherUi = Object.fromEntries(
    further.flatMap((set) => Object.entries(set.ui).map(([name, of]): [string, FieldUi] => [name, { ...group, ...of }])),
  );
  const furtherFields = Object.fromEntries(
    further.flatMap((set) => Object.keys(set.ui).map((name): [string, TSchema] => [name, T.Optional(set.fields[name]!)])),
  );
  const schema: Record<string, TSchema> = {
    campaignName: T.String({ minLength: 1, maxLength: 200 }),
    ...without(fields, Object.keys(behind)),
    ...furtherFields,
    ...Object.fromEntries(
      Object.entries(common).flatMap(([name, of]) => [[name, of], ...Object.entries(fields).filter(([own]) => behind[own] === name)]),
    ),
  };
  const openOf = (field: string): readonly FormProperty[] =>
    further.find((set) => field in set.ui)?.open?.[field] ?? propertiesOf(field).filter((property) => !firm[field]?.includes(property));
  return {
    schema,
    ui: { ...ui, ...furtherUi, ...without({ ...commonUi, ...looks }, lacking) },
    open: Object.fromEntries(Object.keys(schema).map((field) => [field, openOf(field)])),
  };
}

const without = <V>(from: Record<string, V>, names: readonly string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
