import { type ConnectorRequest, NotAccepted } from '../../../../core/contract.ts';
import type { DocumentStep } from '../format/schema.ts';
import { render, renderJson, type Values } from '../format/templates.ts';

/** Characters of a body. */
const LONGEST_BODY = 262_144;
/** What a header may hold (RFC 9110), without what is left of it by old ones. */
const HEADER_TEXT = /^[\t\x20-\x7e]*$/;

const DOTS = /^(?:\.|%2e){1,2}$/i;

const encoded = (value: string): string => encodeURIComponent(value.toWellFormed());

/** The request of a step, with its placeholders filled in. Throws an outcome where that makes none. */
export function requestOf(step: DocumentStep, values: Values): ConnectorRequest {
  const { method, json, form, omitEmpty = false } = step;
  const filled = (texts: Record<string, string> | undefined): [string, string][] =>
    Object.entries(texts ?? {})
      .map(([name, text]): [string, string] => [name, render(text, values)])
      .filter(([, value]) => !(omitEmpty && value === ''));
  const headers = Object.fromEntries(
    Object.entries(step.headers ?? {}).map(([name, text]) => [name, inHeader(name, render(text, values))]),
  );
  if (step.basic) {
    const [user, password] = [render(step.basic.user, values), render(step.basic.password, values)];
    headers['authorization'] = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }
  const body = json === undefined ? undefined : renderJson(json, values, omitEmpty);
  const fields = form ? Object.fromEntries(filled(form)) : undefined;
  if (JSON.stringify(body ?? fields ?? '').length > LONGEST_BODY)
    throw new NotAccepted({ ok: false, then: 'reject', note: `the body would be longer than ${LONGEST_BODY} characters` });
  return {
    method,
    url: addressOf(step.url, filled(step.query), values),
    headers,
    ...(body === undefined ? {} : { json: body }),
    ...(fields ? { form: fields } : {}),
  };
}

/** What the company gave as a whole address stands as it is; all else is encoded, so that no value adds a part to the address. */
function addressOf(url: string, query: readonly [string, string][], values: Values): string {
  const close = url.startsWith('{{') ? url.indexOf('}}') + 2 : 0;
  const begins = render(url.slice(0, close), values);
  const rest = render(url.slice(close), values, encoded);
  // Dots alone would lead out of the folder that the document names, however they are written.
  if (
    rest
      .split(/[?#]/, 1)[0]!
      .split('/')
      .some((part) => DOTS.test(part))
  )
    throw new NotAccepted({ ok: false, then: 'reject', note: 'a value would lead to another place of the address' });
  const address = begins + rest;
  if (query.length === 0 || !URL.canParse(address)) return address;
  const whole = new URL(address);
  for (const [name, value] of query) whole.searchParams.append(name, value.toWellFormed());
  return whole.href;
}

function inHeader(name: string, value: string): string {
  if (HEADER_TEXT.test(value)) return value;
  throw new NotAccepted({ ok: false, then: 'reauthorise', note: `the header ${name} cannot hold what was entered` });
}
