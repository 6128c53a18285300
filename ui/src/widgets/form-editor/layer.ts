import type { EditedForm } from '../../../../core/contract/wire.ts';

/** Whose form it is and for which role, as calls name it. */
export const layerOf = ({ role, agency }: EditedForm): { role: string; agency: number | null } => ({ role, agency: agency?.id ?? null });
