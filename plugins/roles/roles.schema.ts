import { type FieldUi, type Rights, T, type TSchema } from '../../core/contract.ts';
import { type PersonalPermissions } from './contract.ts';
import { AREAS, GRANTS, rightsBy } from './rights.ts';

export const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const RoleName = T.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
export const ICONS = ['user', 'users', 'briefcase', 'headset', 'chart-bar', 'coin', 'palette', 'shield'] as const;

const Yes = T.Union([T.Boolean(), T.Enum(['T', 'F']), T.Integer({ minimum: 0, maximum: 1 })]);
const Grants = T.Partial(T.Object(Object.fromEntries(GRANTS.map((grant) => [grant, Yes]))));
/** `roledata` as callers send it; what they leave out is not granted. */
export const RoleData = T.Partial(T.Object(Object.fromEntries(AREAS.map((area) => [area, Grants]))));
const Grant = T.Object(Object.fromEntries(GRANTS.map((grant) => [grant, T.Boolean()])));
/** `roledata` as it is answered. */
export const RightsShape = T.Object(Object.fromEntries(AREAS.map((area) => [area, Grant])));
const fieldsBy = <X>(prefix: string, make: (area: string, grant: string) => X): Record<string, X> =>
  Object.fromEntries(AREAS.flatMap((area) => GRANTS.map((grant) => [`${prefix}${area}_${grant}`, make(area, grant)])));

/** The matrix of a form: a switch for each of the sixteen rights, a group for each area. */
export const matrix = (prefix = ''): Record<string, TSchema> =>
  fieldsBy(prefix, (_area, grant) => T.Boolean({ default: false, title: `roles.grant.${grant}` }));
export const matrixUi = (prefix = '', when?: FieldUi['when']): Record<string, FieldUi> =>
  fieldsBy(prefix, (area) => ({ widget: 'switch', group: `roles.area.${area}`, span: 3, ...(when ? { when } : {}) }));

/** What a matrix says; switches that were not sent are off. */
export const rightsOfMatrix = (body: Record<string, unknown>, prefix = ''): Rights =>
  rightsBy((area, grant) => body[`${prefix}${area}_enable`] === true && body[`${prefix}${area}_${grant}`] === true);
export const matrixOf = (rights: Rights, prefix = ''): Record<string, boolean> =>
  Object.fromEntries(AREAS.flatMap((area) => GRANTS.map((grant) => [`${prefix}${area}_${grant}`, rights[area][grant]])));

/** A person's restriction from the matrix of his form. */
export const permissionsOfMatrix = (body: Record<string, unknown>, prefix: string): PersonalPermissions => rightsOfMatrix(body, prefix);
