import { type Ctx, defineRoute, List, listOf, ListQuery, notFound, pageOf, rowsAndTotal, T } from '../../../core/contract.ts';
import { savePerson } from './person.store.ts';
import { Done } from './profile.schema.ts';
import { Answers, QUESTIONNAIRE_VERSION } from './questionnaire.form.ts';

const Given = T.Object({ id: T.Integer(), version: T.Integer(), given_at: T.String({ format: 'date-time' }), summary: T.String() });
interface Row {
  id: number;
  version: number;
  answers: Record<string, unknown>;
  given_at: Date;
}
const one = T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

export const questionnaireRoutes = [
  defineRoute({
    id: 'profile.answers',
    method: 'GET',
    path: '/user/questionnaire/answers',
    summary: 'Answers one has given, newest first',
    ability: ['read', 'QuestionnaireAnswer'],
    query: T.Object({ Page: ListQuery([]).Page, PerPage: ListQuery([]).PerPage }),
    response: List(Given),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await rowsAndTotal<Row>(ctx, ctx.query('QuestionnaireAnswer'), (all) => all.orderBy('id', 'desc'), at);
      const shown = rows.map(({ id, version, given_at, answers }) => ({
        id,
        version,
        given_at: given_at.toISOString(),
        summary: answerText(ctx, 'goal', answers['goal']),
      }));
      return listOf(shown, total, at);
    },
  }),
  defineRoute({
    id: 'profile.answer-detail',
    method: 'GET',
    path: '/user/questionnaire/answers/:id',
    summary: 'Questions and answers of one time',
    ability: ['read', 'QuestionnaireAnswer'],
    params: one,
    query: T.Object({ Page: ListQuery([]).Page, PerPage: ListQuery([]).PerPage }),
    response: List(T.Object({ question: T.String(), answer: T.String() })),
    async handler(ctx, { params }) {
      const row = (await ctx.query('QuestionnaireAnswer').where({ id: params.id }).first()) as Row | undefined;
      if (!row) throw notFound();
      const shown = Object.entries(row.answers).map(([field, value]) => ({
        // Operators' own questions are known by their name alone.
        question: field.startsWith('x_') ? field.slice(2) : ctx.t(`profile.questionnaire.${field}`),
        answer: answerText(ctx, field, value),
      }));
      return listOf(shown, shown.length, { page: 1, perPage: Math.max(1, shown.length) });
    },
  }),
  defineRoute({
    id: 'profile.latest-answers',
    method: 'GET',
    path: '/user/questionnaire/latest',
    summary: 'What one answered last, for the form',
    ability: ['answer', 'Questionnaire'],
    response: T.Object({}, { additionalProperties: true }),
    async handler(ctx) {
      const row = (await ctx.query('QuestionnaireAnswer').orderBy('id', 'desc').first()) as Row | undefined;
      return row?.answers ?? {};
    },
  }),
  defineRoute({
    id: 'profile.answer',
    method: 'POST',
    path: '/user/questionnaire',
    summary: 'Answer the questionnaire',
    ability: ['answer', 'Questionnaire'],
    idempotent: true,
    audit: 'profile.questionnaire-answered',
    body: Answers,
    response: Done,
    async handler(ctx, { body, extra }) {
      const who = { id: ctx.actor.id, companyId: ctx.tenant.id };
      await ctx.db('profile_answers').insert({
        account_id: who.id,
        company_id: who.companyId,
        version: QUESTIONNAIRE_VERSION,
        answers: JSON.stringify({ ...body, ...extra }),
      });
      await savePerson(ctx.db, who, { questionnaireCompleted: true });
      return { result: 'success', message: ctx.t('profile.questionnaire.done') };
    },
  }),
];

/** An answer as people read it: the titles of what was chosen, or what was written. */
function answerText(ctx: Ctx, field: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => answerText(ctx, field, item)).join(', ');
  const written = typeof value === 'string' ? value : String(value ?? '');
  const schema = Answers.properties[field as keyof Answers] as
    | { enum?: readonly string[]; items?: { enum?: readonly string[] } }
    | undefined;
  const chosen = (schema?.enum ?? schema?.items?.enum)?.includes(written);
  return chosen ? ctx.t(`profile.questionnaire.${field}.${written}`) : written;
}
