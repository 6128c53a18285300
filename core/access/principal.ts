import type { Actor, Locale, Program, Rights, Tenant, Viewer } from '../contract.ts';

/** Who asks, for whom, and from where: everything `invoke` needs to know about a caller. */
export interface Principal {
  readonly actor: Actor;
  readonly tenant: Tenant;
  readonly host: Tenant;
  readonly rights: Rights;
  readonly viewedBy: Viewer | null;
  readonly session: SessionState | null;
  /** The program that calls with credentials of its own. */
  readonly program?: Program | null;
  readonly locale: Locale;
  readonly timezone: string;
  readonly ip: string;
  readonly agent?: string;
  /** The browser's id where the route asks for one, and whether it is to keep it. */
  readonly device?: { readonly id: string; readonly isNew: boolean; keep: boolean };
  readonly requestId: string;
  /** Said of routes alone: whether this one may cost money. */
  readonly mayCharge?: boolean;
  /** What this one call has put into the log so far. */
  readonly trail: { rows: number };
}
export interface SessionState {
  readonly id: string;
  /** Authenticator level reached, and the one the account asks for. */
  readonly aal: number;
  readonly aalNeeded: number;
  /** When a password or second factor was last given. */
  readonly freshAt: Date;
  /** Grows with every change of what the company, its agency or its root has configured; as of now, where `features` follows a moment later. */
  readonly configVersion: number;
}

/** Stands for the platform itself where no company is concerned. */
export const PLATFORM: Tenant = { id: 0, kind: 'root', name: 'platform', agencyId: 0, rootId: 0 };

export const NOBODY: Actor = { id: 0, kind: 'anonymous', userType: null, isSystemUser: false, name: '', email: '' };
export const SYSTEM: Actor = { id: 0, kind: 'system', userType: null, isSystemUser: true, name: 'System', email: '' };

/** Areas that are not named grant nothing. */
export const NO_RIGHTS = Object.freeze({}) as Rights;

/** The platform acting on its own, e.g. in a job, within one company or over all. */
export function systemPrincipal(tenant: Tenant = PLATFORM, requestId = ''): Principal {
  return {
    actor: SYSTEM,
    tenant,
    host: tenant,
    rights: NO_RIGHTS, // may do everything without asking for rights
    viewedBy: null,
    session: null,
    locale: 'en',
    timezone: 'UTC',
    ip: '',
    requestId,
    trail: { rows: 0 },
  };
}

/** Whether the caller proved who they are within the last ten minutes. */
export const isFresh = (kernel: { now(): Date }, { session }: Principal): boolean =>
  session !== null && kernel.now().getTime() - session.freshAt.getTime() < 10 * 60_000;
