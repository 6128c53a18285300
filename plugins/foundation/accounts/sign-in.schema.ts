import { T } from '../../../core/contract.ts';
import { PASSWORD_MAX } from './password-policy.ts';
import { RECOVERY_PATTERN } from './recovery-codes.ts';

export const Email = T.String({ minLength: 3, maxLength: 254 });
export const Password = T.String({ minLength: 1, maxLength: PASSWORD_MAX });
/** Proof that a person solved the puzzle; looked at only when one was asked for. */
export const gtoken = T.Optional(T.String({ maxLength: 4000 }));
/** A mailed or shown code of six digits, or a recovery code. */
export const Code = T.String({ pattern: `^(\\d{6}|${RECOVERY_PATTERN})$`, maxLength: 11 });
const Claim = T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 })]));
/** What the browser claims about where it is; the host of the request decides, and a sign-in refuses what differs from it. */
export const Claims = {
  gtoken,
  domainName: T.Optional(T.String({ maxLength: 253 })),
  ownedcompanyid: Claim,
  companyrootid: Claim,
  idsys: Claim,
};
export const Message = T.Object({ result: T.String(), message: T.String() });
