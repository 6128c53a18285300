import { getDomain } from 'tldts';
import { LeadInput } from '../../integrations/contract.ts';
import { isChosen, openHost } from './hosts.ts';
import { type Part, partsOf, type Place, templatesOf } from './places.ts';
import { type Found, near } from './faults.ts';
import type { Document, DocumentAnswer } from './schema.ts';
import { FILTERS, parseTemplate, type Placeholder, placeholdersOf } from './templates.ts';

type Path = readonly (string | number)[];

/** Names of a lead that documents may ask for. */
const LEAD_NAMES: readonly string[] = Object.keys(LeadInput.properties);
const EGRESS = /^(?:\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9-]+(?:\.[a-z0-9-]+)*:\d{1,5})$/;
/** They belong to the connection and not to the call. */
const OWN_HEADERS = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'keep-alive',
]);
/** The connection has them itself. */
const RESERVED = new Set(['name', 'id', 'connector']);
const BODILESS = new Set(['GET']);

/** What the schema cannot say of a document: its names, its addresses and what leaves the platform by them. */
export function faultsOf(document: Document): Found[] {
  const parts = partsOf(document);
  return [
    ...faultsOfEgress(document),
    ...faultsOfFields(document),
    ...faultsOfAnswers(document, parts),
    ...parts.flatMap((part) => faultsOfPart(document, part)),
    ...faultsOfActions(document, parts),
  ];
}

const faultsOfEgress = ({ egress, fields }: Document): Found[] =>
  egress.flatMap((host, index): Found[] => {
    const path = ['egress', index];
    if (!EGRESS.test(host)) return [{ code: 'host', path, params: { host } }];
    if (host === '*' && !Object.values(fields).some(({ type }) => type === 'url')) return [{ code: 'any-host', path }];
    if (host.startsWith('*.') && getDomain(host.slice(2)) === null) return [{ code: 'wide-host', path, params: { host } }];
    return [];
  });

const faultsOfFields = ({ fields }: Document): Found[] =>
  Object.entries(fields).flatMap(([name, { type, choices, path: begins, secret, minLength = 0, maxLength = 300 }]): Found[] => {
    const path = ['fields', name];
    if (RESERVED.has(name)) return [{ code: 'taken-name', path, params: { name }, key: true }];
    if ((type === 'choice') !== (choices !== undefined)) return [{ code: 'choices', path }];
    if (begins !== undefined && type !== 'url') return [{ code: 'path-of-url', path: [...path, 'path'] }];
    if (secret && (type === 'switch' || type === 'choice')) return [{ code: 'open-secret', path: [...path, 'secret'] }];
    return minLength > maxLength ? [{ code: 'lengths', path: [...path, 'minLength'] }] : [];
  });

function faultsOfAnswers(document: Document, parts: readonly Part[]): Found[] {
  const remedies = Object.keys(document.remedies ?? {});
  const of = (answers: readonly DocumentAnswer[] | undefined, path: Path): Found[] =>
    (answers ?? []).flatMap(({ status, at, is, text, remedy, then }, index): Found[] => {
      const here = [...path, 'answers', index];
      if (!status && at === undefined && !text) return [{ code: 'any-answer', path: here }];
      if (is && at === undefined) return [{ code: 'is-without-at', path: [...here, 'is'] }];
      if (remedy === undefined) return [];
      if (!remedies.includes(remedy))
        return [{ code: 'unknown-remedy', path: [...here, 'remedy'], params: { name: remedy }, ...near(remedy, remedies) }];
      return then === 'done' || then === 'retry' || then === 'reject' ? [{ code: 'remedy-of-nothing', path: [...here, 'remedy'] }] : [];
    });
  return [
    ...of(document.answers, []),
    ...parts.flatMap(({ steps, path }) => steps.flatMap(({ answers }, index) => of(answers, [...path, 'steps', index]))),
  ];
}

/** The calls of one part: each knows what stands before it. */
function faultsOfPart(document: Document, part: Part): Found[] {
  const found: Found[] = [];
  const known = new Set(namesFor(document, part));
  const names = new Set<string>();
  part.steps.forEach((step, index) => {
    const path = [...part.path, 'steps', index];
    if (names.has(step.name)) found.push({ code: 'step-twice', path: [...path, 'name'], params: { name: step.name } });
    names.add(step.name);
    if (step.json !== undefined && step.form) found.push({ code: 'two-bodies', path: [...path, 'form'], key: true });
    if (BODILESS.has(step.method) && (step.json !== undefined || step.form)) found.push({ code: 'body-of-get', path: [...path, 'method'] });
    for (const name of Object.keys(step.headers ?? {}))
      if (OWN_HEADERS.has(name.toLowerCase()) || /[[\]]/.test(name))
        found.push({ code: 'header', path: [...path, 'headers', name], params: { name }, key: true });
    for (const place of templatesOf(step, path)) found.push(...faultsOfTemplate(document, place, known));
    found.push(...faultsOfUrl(document, step.url, [...path, 'url']));
    for (const kept of Object.keys(step.keep ?? {})) known.add(`steps.${step.name}.${kept}`);
  });
  if (part.ref !== undefined)
    found.push(...faultsOfTemplate(document, { path: [...part.path, 'ref'], text: part.ref, kind: 'ref' }, known));
  if (
    part.by &&
    !part.steps.some((step) =>
      templatesOf(step, []).some(({ text }) => placeholdersOf(text).some(({ name }) => name === `person.${part.by}`)),
    )
  )
    found.push({ code: 'erases-nobody', path: [...part.path, 'by'], params: { name: `person.${part.by}` } });
  return found;
}

/** The names that placeholders of a part may have, but for those of its steps. */
function namesFor({ fields, mapping }: Document, { of, by }: Part): string[] {
  const always = [...Object.keys(fields).map((name) => `auth.${name}`), 'delivery.id', 'delivery.key', 'delivery.time'];
  if (of === 'action') return [...always, ...LEAD_NAMES.map((name) => `lead.${name}`), ...(mapping ? ['fields'] : [])];
  return of === 'erase' ? [...always, `person.${by}`] : always;
}

function faultsOfTemplate(document: Document, place: Place, known: ReadonlySet<string>): Found[] {
  const { text, path } = place;
  const template = parseTemplate(text);
  if (!template) return [{ code: 'placeholder', path }];
  const placeholders = template.filter((piece): piece is Placeholder => typeof piece !== 'string');
  return placeholders.flatMap((placeholder): Found[] => {
    const { name, filters } = placeholder;
    if (!known.has(name)) return [{ code: 'unknown-name', path, params: { name }, ...near(name, known) }];
    const strange = filters.find((filter) => !Object.hasOwn(FILTERS, filter));
    if (strange) return [{ code: 'unknown-filter', path, params: { name: strange }, ...near(strange, Object.keys(FILTERS)) }];
    if (name === 'fields' && (place.kind !== 'json' || template.length > 1 || filters.length > 0))
      return [{ code: 'fields-as-text', path }];
    if (place.kind === 'header' && /^(?:lead|person)\./.test(name)) return [{ code: 'person-in-header', path, params: { name } }];
    if (place.kind === 'ref' && document.fields[name.slice('auth.'.length)]?.secret)
      return [{ code: 'secret-shown', path, params: { name } }];
    return [];
  });
}

/** The host is written out and among those that may be called, or it is a whole address that the company gave. */
function faultsOfUrl({ egress, fields }: Document, url: string, path: Path): Found[] {
  const [first] = parseTemplate(url) ?? [];
  if (typeof first === 'object') {
    const field = first.name.startsWith('auth.') ? fields[first.name.slice('auth.'.length)] : undefined;
    if (field?.type !== 'url' || first.filters.length > 0) return [{ code: 'url-begins', path }];
    return isChosen(url) ? [] : [{ code: 'url-goes-on', path }];
  }
  const host = openHost(url);
  if (host === null) return [{ code: 'url-begins', path }];
  const open = egress.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));
  return open ? [] : [{ code: 'not-in-egress', path, params: { host }, ...near(host, egress) }];
}

/** What is done for a lead, and which of its fields go. */
function faultsOfActions({ actions, sends, erase }: Document, parts: readonly Part[]): Found[] {
  const found: Found[] = [];
  const [, second] = Object.entries(actions).filter(([, { on }]) => on === 'new-lead');
  if (second) found.push({ code: 'second-action', path: ['actions', second[0]], key: true });
  const used = new Set(leadFieldsOf(parts));
  (sends ?? []).forEach((name, index) => {
    if (!used.has(name)) found.push({ code: 'sends-unused', path: ['sends', index], params: { name }, ...near(name, used) });
  });
  if (erase?.by === 'ref' && !Object.values(actions).some(({ ref }) => ref)) found.push({ code: 'no-ref', path: ['erase', 'by'] });
  return found;
}

/** Fields of leads that the actions name. */
export const leadFieldsOf = (parts: readonly Part[]): string[] => [
  ...new Set(
    parts
      .flatMap(({ steps, ref }) => [...steps.flatMap((step) => templatesOf(step, []).map(({ text }) => text)), ref ?? ''])
      .flatMap((text) => placeholdersOf(text).flatMap(({ name }) => (name.startsWith('lead.') ? [name.slice('lead.'.length)] : []))),
  ),
];
