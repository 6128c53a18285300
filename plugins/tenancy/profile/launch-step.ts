import type { LaunchStep } from '../../foundation/launch/contract.ts';
import { actorsPerson } from './setup.service.ts';

/** The person's profile is complete. */
export const profileStep: LaunchStep = {
  id: 'profile.launch',
  order: 10,
  for: ['agency', 'client'],
  address: '/user/profile',
  isDone: async (ctx) => (await actorsPerson(ctx)).setupCompleted,
};
