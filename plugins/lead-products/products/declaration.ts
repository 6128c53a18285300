import type { Block, Ctx, FieldUi, FormProperty, Id, Static, T, TObject, TSchema } from '../../../core/contract.ts';
import type { Campaign, CampaignIssue, CampaignTrial, GuardFailure } from '../../campaign-management/campaigns/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { LeadSource } from '../../lead-intake/leads/contract.ts';
import type { PricedProduct } from '../../money/pricing/contract.ts';
import type { Column } from './columns.ts';
import type { CommonField } from './common-fields.ts';
import type { BackTest, Observed } from './contract.ts';

type Fields = Record<string, TSchema>;
/** What a call sent of a product's own fields. */
export type OwnFields<F extends Fields> = Static<ReturnType<typeof T.Partial<TObject<F>>>>;

/** A product that agencies resell: campaigns of it bring leads. Everything that makes it differ from another product, and nothing else. */
export interface ProductDeclaration<F extends Fields = Fields, E extends TObject = TObject> {
  /** The plugin's id, with which its pages, forms and texts begin. */
  id: string;
  /** Message key of its own name; an agency may give it another. */
  title: string;
  icon: string;
  /** Its place among the products. */
  order: number;
  /** The segment of its addresses, which an agency may change too. */
  url: string;
  /** It is offered only where the agency or its root has given it a name and an address; elsewhere there are neither menu nor pages. */
  onlyNamed?: true;
  /** The beta feature without which it is not offered: neither pages nor new campaigns; those that run go on. */
  feature?: Id;
  /** The specification's names: `leadspeekType` of its campaigns, and how its prices begin. */
  wire: { type: Product; prefix: string };
  /** Fields that its campaigns have beside those of every campaign, as calls send them. */
  fields: F;
  /** How each of them looks in forms; the group of the first is also that of the campaign's name. */
  ui: { [K in keyof F]: FieldUi };
  /** Those of them that stand behind a field of every campaign; the others stand before all of these. */
  behind?: { [K in keyof F]?: CommonField };
  /** Fields of every campaign that look otherwise in this product's forms. */
  looks?: { [K in CommonField]?: FieldUi };
  /** What operators may not change about them; everything else they may. */
  firm?: { [K in keyof F]?: readonly FormProperty[] };
  /** The table that keeps them, with one row for a campaign, and how it keeps each. The plugin's migration makes it; the boot compares. */
  table: { name: string; columns: { [K in keyof F]: Column<NonNullable<Static<F[K]>>> } };
  /** What a new campaign of a client has of them where nothing else is said; the form for one on the client's page begins with it. */
  defaults?(ctx: Ctx, campaign: Pick<Campaign, 'companyId'>): Promise<OwnFields<F>>;
  /** Looks at what was sent of all fields together, those of every campaign too, once they are kept. Throws 422 on a field. */
  check?(ctx: Ctx, campaign: Campaign, sent: Readonly<Record<string, unknown>>): Promise<void>;
  /** Fields of every other campaign that campaigns of this product have not got. */
  omit?: readonly CommonField[];
  /** Where its leads come from. */
  source: LeadSource<E>;
  pricing: Omit<PricedProduct, 'product' | 'prefix'>;
  /**
   * How its campaigns are tried with other settings on what happened before (`BackTest`); without it that is not offered. `own` is the row of the
   * product's table with what is tried in its place.
   */
  backTest?: Pick<BackTest, 'waits'> & {
    fields: readonly (CommonField | (keyof F & string))[];
    observed(
      ctx: Ctx,
      trial: CampaignTrial,
      own: Readonly<Record<string, unknown>>,
      span: Parameters<BackTest['observed']>[3],
    ): Promise<Observed>;
  };
  /** What must hold before a campaign of it is activated. */
  guards?: readonly ((ctx: Ctx, campaign: Campaign) => Promise<GuardFailure[]>)[];
  /** What a running campaign of it may lack; asked about campaigns of this product only. */
  issues?: readonly CampaignIssue[];
  /** Tabs of a campaign beside its settings. */
  tabs?: readonly { id: string; title: string; blocks: Block[] }[];
}
