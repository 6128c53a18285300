import { defineRoute, type FieldError, notFound, Problem, T } from '../../../core/contract.ts';
import { MAX_BYTES, savePicture } from './picture.service.ts';
import { CompanyInput, Done, PersonInput } from './profile.schema.ts';
import { updateCompany, updatePerson } from './profile.service.ts';

const Step = T.Union([T.Literal(1), T.Literal(2), T.Literal('1'), T.Literal('2')]);
type Fields = Record<string, unknown>;

/** What was sent of one step. The call's own schema has looked at each field, but cannot know which of them must be there. */
function fieldsOfStep<F>(step: { properties: object; required?: readonly string[] }, sent: Fields): F {
  const errors: FieldError[] = (step.required ?? [])
    .filter((field) => sent[field] === undefined)
    .map((field) => ({ field, message: 'core.validation.required' }));
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
  return Object.fromEntries(Object.entries(sent).filter(([field]) => field in step.properties)) as F;
}

/** The specification's one call for both steps of the set-up. The screens use `/profile/person` and `/profile/company`. */
export const updateRoutes = [
  defineRoute({
    id: 'profile.update',
    method: 'POST',
    path: '/user/update',
    summary: "Change one's own profile (step 1) or company (step 2), as form data with or without a picture",
    ability: 'signed-in',
    upload: { maxBytes: MAX_BYTES, as: 'bytes', optional: true },
    rate: 'profile.update',
    audit: 'profile.changed',
    body: T.Object({
      step: Step,
      usrID: T.Optional(T.Union([T.Integer(), T.String({ pattern: '^[0-9]{1,10}$', maxLength: 10 })])),
      ...T.Partial(PersonInput).properties,
      ...T.Partial(CompanyInput).properties,
    }),
    response: T.Object({ ...Done.properties, profile_pict: T.Optional(T.String()) }),
    async handler(ctx, { body, file }) {
      const { step, usrID, ...fields } = body;
      if (usrID !== undefined && Number(usrID) !== ctx.actor.id) throw notFound();
      const isPerson = Number(step) === 1;
      const message = isPerson ? await updatePerson(ctx, fieldsOfStep(PersonInput, fields)) : ctx.t('profile.saved');
      if (!isPerson) await updateCompany(ctx, fieldsOfStep(CompanyInput, fields));
      const profile_pict = file ? await savePicture(ctx, file.bytes) : undefined;
      return { result: 'success', message, ...(profile_pict ? { profile_pict } : {}) };
    },
  }),
];

export const updateRates = [{ id: 'profile.update' as const, points: 60, seconds: 3600, by: 'account' as const }];
