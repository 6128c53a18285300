import { Looks } from '../../../lead-intake/enrichment/shared.ts';

export const looks = new Looks('enhance_id_look');
