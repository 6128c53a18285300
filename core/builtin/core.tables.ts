import type { ErasureRule, TableRight } from '../contract.ts';

/** What becomes of a removed company's rows in the kernel's own tables. */
export const CORE_ERASURE: Readonly<Record<string, ErasureRule>> = {
  core_account: { keep: 'the log and the books name accounts by number; name and address are taken out' },
  core_audit: { keep: 'append-only, with a term of its own' },
  core_audit_checkpoint: { keep: 'proves that the log is whole' },
  core_audit_seal: { keep: 'proves that the log is whole' },
  core_form_layer: 'delete',
  core_idempotency: 'delete',
  core_job_run: 'delete',
  core_list_layout: 'delete',
  core_mail: 'delete',
  core_mail_attachment: 'delete',
  core_outbox: 'delete',
  core_outbox_delivery: 'delete',
  core_setting: 'delete',
  core_switch: 'delete',
  core_tenant_key: 'delete',
  core_view: 'delete',
};

const ALL: readonly TableRight[] = ['select', 'insert', 'update', 'delete'];

/** The kernel's tables that belong to no company, and those of which it does less than usual; Agenda's and Knex's among them. */
export const CORE_TABLES: Readonly<Record<string, readonly TableRight[]>> = {
  agenda_jobs: ALL,
  agenda_logs: ALL,
  core_append_only: ['select'],
  core_audit_checkpoint: ['select'],
  core_audit_pending: ['select', 'delete'],
  core_config_version: ['select'],
  core_egress_hour: ALL,
  core_host: ['select', 'insert', 'update', 'delete'],
  core_host_tombstone: ['select'],
  core_job_state: ALL,
  core_migration: [],
  core_migration_lock: [],
  core_policy_report: ALL,
  core_process: ALL,
  core_public_account: ['select'],
  core_public_audit: ['select'],
  core_public_company: ['select'],
  core_public_dead_work: ['select'],
  core_public_host: ['select'],
  core_public_mail: ['select'],
  core_rate: ALL,
  core_session: ALL,
  core_tenant: ['select', 'insert', 'update'],
  core_ticket: ['select', 'insert', 'delete'],
};

/** Tables without row-level security, and why. */
export const CORE_UNSECURED: Readonly<Record<string, string>> = {
  agenda_jobs: "Agenda's triggers: names and times, never data",
  agenda_logs: "Agenda's log of triggers",
  core_migration: 'names of files; the serving role has no right to it',
  core_migration_lock: "Knex's own lock; the serving role has no right to it",
};
