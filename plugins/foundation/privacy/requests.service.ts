import { conflict, type Ctx, notFound } from '../../../core/contract.ts';
import { type Person, type PersonData, PersonRecords } from './contract.ts';
import { eraseJob } from './privacy.jobs.ts';
import { completed, hashOf, labelOf, personOf, typedOf } from './person.ts';
import { insertRequest, moveFromOpen, type PrivacyRequest, requestAt } from './requests.store.ts';

/** Topic of live news. */
export const TOPIC = 'privacy';

/** The kinds of records, in the order in which they are shown. */
export const kindsOf = (ctx: Ctx): readonly PersonData[] => ctx.contributions(PersonRecords).toSorted((a, b) => a.order - b.order);

/** Opens a request about whom was typed, or answers the one that is open already. */
export async function open(ctx: Ctx, text: string): Promise<number> {
  const typed = typedOf(text);
  const person = await personOf(ctx, typed);
  const { id, isNew } = await insertRequest(ctx, { label: labelOf(typed), typedHash: hashOf(ctx, typed), person });
  if (isNew) await noted(ctx, 'privacy.opened', id, 'Opened a privacy request');
  return id;
}

/** A request with the person it is about, as they are known by now; null once they were erased or it was closed. */
export async function requestWithPerson(ctx: Ctx, id: number): Promise<{ request: PrivacyRequest; person: Person | null }> {
  const request = await requestAt(ctx, id);
  const isOpen = request.state === 'open' && request.person !== null;
  return { request, person: isOpen ? await completed(ctx, request.person!) : null };
}

/** The person of an open request; 409 when it is not open any more. */
export async function openPerson(ctx: Ctx, id: number): Promise<Person> {
  const { person } = await requestWithPerson(ctx, id);
  if (!person) throw conflict('privacy.not-open');
  return person;
}

/** The kind of that name; 404 for any other. */
export function kindAt(ctx: Ctx, id: string): PersonData {
  const kind = kindsOf(ctx).find((one) => one.id === id);
  if (!kind) throw notFound();
  return kind;
}

/** Has the person erased in the background. A second call finds the request no longer open. */
export async function erase(ctx: Ctx, id: number): Promise<void> {
  await requestAt(ctx, id, 'erase');
  const person = await openPerson(ctx, id);
  if (!(await moveFromOpen(ctx, id, { state: 'erasing', person }))) throw conflict('privacy.not-open');
  await noted(ctx, 'privacy.erasing', id, 'Asked for the erasure of a person');
  await ctx.enqueue(eraseJob, {}, { key: `request ${id}` });
}

/** Ends a request without erasing anything. */
export async function close(ctx: Ctx, id: number): Promise<void> {
  await requestAt(ctx, id, 'create');
  if (!(await moveFromOpen(ctx, id, { state: 'closed' }))) throw conflict('privacy.not-open');
  await noted(ctx, 'privacy.closed', id, 'Closed a privacy request');
}

/** Writes down what was done, without anything of the person. */
export async function noted(ctx: Ctx, action: string, id: number, description: string, detail?: Record<string, unknown>): Promise<void> {
  await ctx.audit({ action, description: `${description} (${id})`, target: String(id), ...(detail && { detail }), params: { id } });
  await ctx.live(TOPIC);
}
