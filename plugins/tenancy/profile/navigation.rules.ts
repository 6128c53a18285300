import type { UserType } from '../../../core/contract.ts';
import { NO_MODULE, PAYMENT_FAILED } from './setup.service.ts';
import type { Visitor } from './visitor.ts';

/**
 * The navigation rules of the specification, one a line, in the order in which they are asked; the first that objects counts. Rules 1, 2
 * and 8 are the frame's: whoever is not signed in goes to Login, guest-only pages send people home, a dead token is forgotten. Rule 7 is
 * the agreements plugin's. Pages are named by path, with `{module}` for the url segment of any product; `*` stands for any ending.
 */
export interface Rule {
  /** Which pages it is about. */
  on: readonly string[];
  except?: readonly string[];
  /** Whom it is about; everybody when left out. */
  if?: (visitor: Visitor) => boolean | Promise<boolean>;
  /** User types for which the pages exist. */
  only?: readonly UserType[];
  /** Where the others are sent; without it the pages do not exist for them. */
  go?: string;
  /** Message key that says why. */
  why?: string;
}

export const PATHS = {
  profileSetup: '/user/profile-setup',
  cardSetting: '/user/card-setting',
  agencyList: '/configuration/agency-list',
  agency: '/configuration/agency-list/:id',
  connect: '/configuration/sales-connect-account',
  dashboard: '/{module}/dashboard',
} as const;

const CLIENTS = ['/configuration/client-management', '/configuration/client-management/:id'] as const;

const PROFILE_USERS: readonly UserType[] = ['user', 'client', 'userdownline', 'administrator'];
const STAFF: readonly UserType[] = ['user', 'userdownline', 'administrator'];
const isClient = (v: Visitor): boolean => v.userType === 'client';
const isAgency = (v: Visitor): boolean => v.userType === 'userdownline' || v.userType === 'administrator';

/** Rule 3. */
const clientOwes = async (v: Visitor): Promise<boolean> => {
  if (!isClient(v)) return false;
  const { setupcomplete, accessmodule } = await v.setup();
  return setupcomplete === 'F' && accessmodule === PAYMENT_FAILED;
};
/** Rule 4, in two: what a client got from a product before it was switched off stays open for reading. */
const clientHasNoCard = async (v: Visitor): Promise<boolean> => isClient(v) && !(await v.setup()).cardSet;
const clientHasNoModule = async (v: Visitor): Promise<boolean> => isClient(v) && (await v.setup()).accessmodule === NO_MODULE;
const RECORDS = ['/leads', '/lead-returns', '/billing/*', '/configuration/statements'];
/** Rule 5. */
const agencyOwes = async (v: Visitor): Promise<boolean> => isAgency(v) && !v.viewMode && (await v.setup()).paymentStatusFailed;
/** Rule 6; who owes needs the page, so that paying is possible at all. */
const hasNothingToPayWith = async (v: Visitor): Promise<boolean> => {
  if ((await clientOwes(v)) || (await agencyOwes(v))) return false;
  const { cardSet, setupcomplete } = await v.setup();
  return !cardSet || setupcomplete === 'F';
};
const mayNotSeeTheCardStep = async (v: Visitor): Promise<boolean> => !v.systemUser && !(await v.setup()).cardSet;
const mayNotAddCampaigns = async (v: Visitor): Promise<boolean> => isClient(v) && (await v.field('disable_client_add_campaign')) === 'T';
const isUnconnectedSales = async (v: Visitor): Promise<boolean> =>
  v.userType === 'sales' && (await v.setup()).accountConnected !== 'completed';
const isSalesButNoExecutive = async (v: Visitor): Promise<boolean> => v.userType === 'sales' && (await v.field('isAccExecutive')) !== 'T';
const mayNotSeeAnalytics = async (v: Visitor): Promise<boolean> => {
  if (v.viewMode) return false;
  if (!v.systemUser || !v.root) return true;
  return !grants(await v.field('user_permissions'), 'report_analytics');
};
const isNotSystemUser = (v: Visitor): boolean => !v.systemUser;
const isNeitherSystemUserNorSales = (v: Visitor): boolean => !v.systemUser && v.userType !== 'sales';
const isSales = (v: Visitor): boolean => v.userType === 'sales';
const isSystemUser = (v: Visitor): boolean => v.systemUser;

export const RULES: readonly Rule[] = [
  // Paying and setting up: navigation guard, 3 to 6
  { on: ['*'], except: [PATHS.cardSetting], if: clientOwes, go: PATHS.cardSetting, why: 'profile.guard.payment' },
  { on: ['*'], except: [PATHS.cardSetting], if: agencyOwes, go: PATHS.cardSetting, why: 'profile.guard.payment' },
  { on: ['*'], except: ['/user/*'], if: clientHasNoCard, go: PATHS.profileSetup, why: 'profile.guard.set-up' },
  { on: ['*'], except: ['/user/*', ...RECORDS], if: clientHasNoModule, go: PATHS.profileSetup, why: 'profile.guard.set-up' },
  { on: [PATHS.cardSetting], if: hasNothingToPayWith, go: PATHS.profileSetup, why: 'profile.guard.set-up' },

  // User area
  { on: ['/user/profile', PATHS.profileSetup, '/user/profile-setup-v1', PATHS.cardSetting], only: PROFILE_USERS },
  { on: ['/user/profile-setup-v1'], if: mayNotSeeTheCardStep, go: PATHS.profileSetup },
  { on: ['/user/questionnaire', '/user/questionnaire-add'], only: STAFF },
  { on: ['/download-auth/:pkdoc'], only: STAFF },

  // Campaigns and modules
  { on: ['/integrations', '/integrations/:id'], only: ['client', 'userdownline'] },
  {
    on: [PATHS.dashboard, '/{module}/campaign-management', '/{module}/campaign-management-v1', ...CLIENTS],
    if: isSystemUser,
    go: PATHS.agencyList,
    why: 'profile.guard.operators',
  },
  {
    on: ['/{module}/campaign-management', '/{module}/campaign-management-v1'],
    if: mayNotAddCampaigns,
    go: PATHS.dashboard,
    why: 'profile.guard.no-campaigns',
  },
  { on: ['/{module}/leads-management'], only: ['administrator'] },

  // Configuration
  { on: [PATHS.connect], only: ['sales'] },
  { on: ['/configuration/general-setting'], if: isSales },
  { on: [PATHS.agencyList, PATHS.agency, '/configuration/general-setting'], only: [...STAFF, 'sales'] },
  { on: [PATHS.agencyList, PATHS.agency, '/configuration/sales-account-list'], if: isNeitherSystemUserNorSales },
  { on: ['/configuration/opt-out-list'], if: isNotSystemUser },
  { on: ['/configuration/report-analytics'], if: mayNotSeeAnalytics },
  { on: ['/configuration/*'], except: [PATHS.connect], if: isUnconnectedSales, go: PATHS.connect, why: 'profile.guard.connect' },
  { on: ['/configuration/*'], except: [PATHS.connect, PATHS.agencyList, PATHS.agency], if: isSalesButNoExecutive },
  {
    on: [
      ...CLIENTS,
      '/configuration/administrator-list',
      '/configuration/role-list',
      '/configuration/data-enrichment',
      '/configuration/opt-out-list',
      '/configuration/report-analytics',
    ],
    only: STAFF,
  },
];

/** `user_permissions` is JSON text, or what other callers made of it; nothing readable grants nothing. */
export function grants(permissions: unknown, name: string): boolean {
  let read: unknown = permissions;
  if (typeof permissions === 'string') {
    try {
      read = JSON.parse(permissions);
    } catch {
      return false;
    }
  }
  const value = typeof read === 'object' && read !== null ? (read as Record<string, unknown>)[name] : undefined;
  return value === true || value === 'T';
}
