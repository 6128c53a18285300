import { defineRoute, FileResponse, invalid, notFound, T } from '../../../core/contract.ts';
import { MAX_BYTES, readPicture, savePicture } from './picture.service.ts';
import { Done, UserId } from './profile.schema.ts';

const YEAR = 365 * 24 * 3600;

export const pictureRoutes = [
  defineRoute({
    id: 'profile.save-picture',
    method: 'POST',
    path: '/user/picture',
    summary: "Change one's own picture",
    ability: 'signed-in',
    upload: { maxBytes: MAX_BYTES, as: 'bytes' },
    rate: 'profile.picture',
    audit: 'profile.picture-changed',
    body: T.Object({}),
    response: T.Object({ ...Done.properties, profile_pict: T.String() }),
    async handler(ctx, { file }) {
      if (!file) throw invalid('picture', 'core.problem.no-file');
      const profile_pict = await savePicture(ctx, file.bytes);
      return { result: 'success', message: ctx.t('profile.saved'), profile_pict };
    },
  }),
  defineRoute({
    id: 'profile.picture',
    method: 'GET',
    path: '/user/:userId/picture',
    summary: 'The picture of a person one may see',
    ability: ['read', 'Account'],
    withoutStepUp: 'a picture for the screen',
    params: T.Object({ userId: UserId }),
    query: T.Object({ v: T.Optional(T.String({ maxLength: 36 })) }),
    response: FileResponse,
    async handler(ctx, { params }) {
      const body = await readPicture(ctx, params.userId);
      if (!body) throw notFound();
      return { filename: 'picture.webp', type: 'image/webp', body, inline: true, maxAge: YEAR };
    },
  }),
];

export const pictureRates = [{ id: 'profile.picture' as const, points: 20, seconds: 3600, by: 'account' as const }];
