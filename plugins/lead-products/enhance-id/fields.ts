import { type FieldUi, T } from '../../../core/contract.ts';
import { Many } from '../../campaign-management/campaigns/shared.ts';
import { choiceColumn, type Column, listColumn, textColumn } from '../products/shared.ts';
import { ADVANCED } from './information.ts';

const KINDS = ['basic', 'advanced'] as const;
const MOST_SOURCES = 200;
const LONGEST_ANSWERS = 10_000;

/** Fields that campaigns of this product have of their own, under the specification's names where it has any. */
export const fields = {
  campaign_information_type: T.Optional(T.Enum([...KINDS], { default: 'basic' })),
  listAdvanceInformationId: T.Optional(T.Array(T.Enum(ADVANCED), { maxItems: ADVANCED.length })),
  sourcecampaigns: T.Optional(T.Array(T.String({ maxLength: 20 }), { maxItems: MOST_SOURCES })),
  answers: T.Optional(T.String({ maxLength: LONGEST_ANSWERS })),
};

const group = 'enhance-id.group';
export const ui: Record<keyof typeof fields, FieldUi> = {
  campaign_information_type: { widget: 'select', group },
  listAdvanceInformationId: { widget: 'tags', when: { field: 'campaign_information_type', is: 'advanced' }, group },
  sourcecampaigns: { widget: 'select', options: { route: 'enhance-id.source-choices', of: { companyId: 'companyID' } }, group },
  answers: { widget: 'textarea', group },
};

/** Only leads with advanced information can cost more. */
export const looks = {
  CostSetAdvanced: {
    widget: 'text',
    prefix: 'products.prefix.dollar',
    span: 6,
    ability: ['update', 'CampaignPrice'],
    when: { field: 'campaign_information_type', is: 'advanced' },
    group: 'products.group.limits',
  },
} satisfies Record<string, FieldUi>;

/** The questionnaire's answers: as text, as a list, or each by its question. */
const SentAnswers = T.Union([
  T.String({ maxLength: LONGEST_ANSWERS }),
  T.Array(T.String({ maxLength: 2_000 }), { maxItems: 100 }),
  T.Record(T.String({ maxLength: 200 }), T.Union([T.String({ maxLength: 2_000 }), T.Number(), T.Boolean(), T.Null()]), {
    maxProperties: 100,
  }),
  T.Null(),
]);
const answersColumn: Column = {
  ...textColumn('answers'),
  sent: SentAnswers,
  kept(sent) {
    const value = textOf(sent);
    return value.length > LONGEST_ANSWERS ? { message: 'enhance-id.problem.answers' } : { value };
  },
};
function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent.trim();
  if (Array.isArray(sent)) return sent.join('\n');
  return Object.entries(sent as Record<string, unknown>)
    .map(([question, answer]) => `${question}: ${String(answer ?? '')}`)
    .join('\n');
}

export const table = {
  name: 'enhance_id_campaign',
  columns: {
    campaign_information_type: choiceColumn('kind', KINDS),
    listAdvanceInformationId: listColumn('information', {
      clean: (id) => ADVANCED.find((known) => known === id.trim().toLowerCase()) ?? null,
      wrong: 'enhance-id.problem.information',
      most: ADVANCED.length,
      tooMany: 'enhance-id.problem.information',
    }),
    sourcecampaigns: {
      ...listColumn('sources', {
        clean: (id) => (/^[1-9]\d{0,9}$/.test(id.trim()) ? id.trim() : null),
        wrong: 'enhance-id.problem.sources',
        most: MOST_SOURCES,
        tooMany: 'enhance-id.problem.sources',
      }),
      sent: Many,
    },
    answers: answersColumn,
  },
};
