import type { Kernel } from '../kernel.ts';
import type { Tenant } from '../contract.ts';

/** `<company>.<version>`: what browsers compare. The version grows; those of different companies say nothing of each other. */
export const configVersion = ({ features }: Pick<Kernel, 'features'>, at: Tenant): string => `${at.id}.${features.versionFor(at)}`;
