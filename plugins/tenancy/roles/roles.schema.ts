import { type AreaDef, type FieldUi, Flag, type Grant, GRANTS, type Rights, rightsBy, T, type TSchema } from '../../../core/contract.ts';
import { type PersonalPermissions } from './contract.ts';

type Areas = readonly AreaDef[];

export const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const RoleName = T.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
export const ICONS = ['user', 'users', 'briefcase', 'headset', 'chart-bar', 'coin', 'palette', 'shield'] as const;

const Yes = T.Union([T.Boolean(), Flag, T.Integer({ minimum: 0, maximum: 1 })]);
const Sent = T.Partial(T.Object(Object.fromEntries(GRANTS.map((grant) => [grant, Yes]))));
/** `roledata` as callers send it; what they leave out is not granted. */
export const RoleData = (areas: Areas) => T.Partial(T.Object(Object.fromEntries(areas.map(({ id }) => [id, Sent]))));
const Answered = T.Object(Object.fromEntries(GRANTS.map((grant) => [grant, T.Boolean()])));
/** `roledata` as it is answered. */
export const RightsShape = (areas: Areas) => T.Object(Object.fromEntries(areas.map(({ id }) => [id, Answered])));

/** Something for each right that can be granted, by the name of its field. */
const fieldsBy = <X>(areas: Areas, prefix: string, make: (area: AreaDef, grant: Grant) => X): Record<string, X> =>
  Object.fromEntries(areas.flatMap((area) => area.grants.map((grant) => [`${prefix}${area.id}_${grant}`, make(area, grant)])));

/** The matrix of a form: a switch for each right, a group for each area. */
export const matrix = (areas: Areas, prefix = ''): Record<string, TSchema> =>
  fieldsBy(areas, prefix, (_area, grant) => T.Boolean({ default: false, title: `roles.grant.${grant}` }));
export const matrixUi = (areas: Areas, prefix = '', when?: FieldUi['when']): Record<string, FieldUi> =>
  fieldsBy(areas, prefix, ({ title, offered }) => ({
    widget: 'switch',
    group: title,
    span: 3,
    ...(when && { when }),
    ...(offered && { ability: offered }),
  }));

/** What a matrix says; switches that were not sent are off. */
export const rightsOfMatrix = (areas: Areas, body: Record<string, unknown>, prefix = ''): Rights =>
  rightsBy(areas, (area, grant) => body[`${prefix}${area}_enable`] === true && body[`${prefix}${area}_${grant}`] === true);
export const matrixOf = (areas: Areas, rights: Rights, prefix = ''): Record<string, boolean> =>
  fieldsBy(areas, prefix, ({ id }, grant) => rights[id]?.[grant] === true);

/** A person's restriction from the matrix of their form. */
export const permissionsOfMatrix = (areas: Areas, body: Record<string, unknown>, prefix: string): PersonalPermissions =>
  rightsOfMatrix(areas, body, prefix);
