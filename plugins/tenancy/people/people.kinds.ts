import { denied, type UserType } from '../../../core/contract.ts';
import type { UserKind } from '../../foundation/companies/contract.ts';
import { addPerson, changePerson, removePerson } from './people.service.ts';
import { findPerson, type Staff, SUBJECT } from './people.store.ts';
import { pageOfPeople, viewsOf } from './people.view.ts';

/** A kind of user under `/configuration/user` whose people belong to the caller's own company. */
const kindOf = (type: UserType, staff: Staff): UserKind => {
  const shown = async (ctx: Parameters<UserKind['create']>[0], id: number) =>
    (await viewsOf(ctx, [(await findPerson(ctx, staff, id, 'list'))!]))[0]!;
  return {
    type,
    own: true,
    async list(ctx, query) {
      if (!ctx.can('list', SUBJECT[staff])) throw denied();
      return pageOfPeople(ctx, staff, query);
    },
    async create(ctx, input) {
      if (type === 'user' && ctx.tenant.kind !== 'root') throw denied();
      return shown(ctx, await addPerson(ctx, staff, input));
    },
    update: (ctx, { accountId }, input) => changePerson(ctx, staff, accountId, input),
    remove: (ctx, _companyId, accountId) => removePerson(ctx, staff, accountId),
  };
};

/** `user` is what the root's own administrators are called. */
export const peopleKinds = [kindOf('administrator', 'administrator'), kindOf('user', 'administrator'), kindOf('sales', 'sales')];
