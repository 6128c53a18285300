import type { Kernel } from '../kernel.ts';
import type { Tenant } from '../contract.ts';

/** `<company>.<version>`: what browsers compare. The version grows; those of different companies say nothing of each other. */
export const configVersion = ({ gate }: Pick<Kernel, 'gate'>, at: Tenant): string => `${at.id}.${gate.versionFor(at)}`;
