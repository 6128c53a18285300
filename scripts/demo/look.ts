import sharp from 'sharp';
import type { THEME } from './companies.ts';
import { answerOf, type Api } from './api-client.ts';

/** Gives the own agency its colours and its logo, which is an SVG picture. */
export async function dress(owner: Api, theme: typeof THEME, logo: string): Promise<void> {
  answerOf(await owner.PUT('/api/configuration/theme', { body: theme }));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await sharp(Buffer.from(logo)).png().toBuffer())], { type: 'image/png' }), 'logo.png');
  answerOf(await owner.POST('/api/configuration/logo', { body: form as never, bodySerializer: (body) => body as unknown as FormData }));
}
