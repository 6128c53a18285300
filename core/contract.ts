/**
 * The plugin contract: the only core module a plugin imports, besides `core/testing`.
 * Everything a plugin declares is plain data plus handlers; see docs/plugins.md.
 */
export { Type as T, type Static, type TObject, type TSchema } from 'typebox';
export * from './contract/tenancy.ts';
export * from './contract/areas.ts';
export * from './contract/as-agency.ts';
export * from './contract/flag.ts';
export * from './contract/view-rights.ts';
export * from './contract/context.ts';
export * from './contract/rate.ts';
export * from './contract/route.ts';
export * from './contract/program.ts';
export * from './contract/question.ts';
export * from './contract/rehearsal.ts';
export * from './contract/job.ts';
export * from './contract/event.ts';
export * from './contract/form.ts';
export * from './contract/page.ts';
export * from './contract/period.ts';
export * from './contract/choice-cards.ts';
export * from './contract/row-actions.ts';
export * from './contract/trigger.ts';
export * from './contract/connector.ts';
export * from './contract/outcome.ts';
export * from './contract/service.ts';
export * from './contract/content-security.ts';
export * from './contract/plugin.ts';
export * from './contract/record-search.ts';
export * from './contract/kernel-ports.ts';
export * from './contract/operations.ts';
export * from './contract/configuration.ts';
export * from './contract/api-document.ts';
export * from './contract/renaming.ts';
export * from './contract/mail.ts';
export * from './contract/dns.ts';
export * from './contract/captcha.ts';
export * from './contract/problem.ts';
export * from './contract/list.ts';
export * from './contract/csv.ts';
export * from './contract/pdf.ts';
export * from './contract/picture.ts';
export * from './contract/even-time.ts';
export * from './contract/money.ts';
export * from './contract/day.ts';
export type { Confirmation } from './contract/wire.ts';
export { Model } from 'objection';
export * from './contract/entity.ts';
