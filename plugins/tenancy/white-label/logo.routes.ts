import { defineRoute, FileResponse, notFound, T } from '../../../core/contract.ts';
import { logoFrom, MOST_BYTES } from './logo.service.ts';
import { dropLogo, logoFile, logoHashOf, saveLogo } from './logo.store.ts';

const YEAR = 365 * 24 * 3600;
/** Where the browser finds a logo; a changed logo has another address. */
export const logoPath = (hash: string): string => `/api/brand/logo/${hash}`;

export const logoRoutes = [
  defineRoute({
    id: 'white-label.logo-file',
    method: 'GET',
    path: '/brand/logo/:hash',
    summary: 'A logo by the hash of its content',
    ability: 'public',
    spends: [],
    viewMode: 'allow',
    params: T.Object({ hash: T.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: FileResponse,
    async handler(ctx, { params }) {
      const file = await logoFile(ctx, params.hash);
      if (!file) throw notFound();
      return { filename: 'logo.png', type: file.type, body: file.bytes, inline: true, maxAge: YEAR };
    },
  }),
  defineRoute({
    id: 'white-label.logo',
    method: 'GET',
    path: '/configuration/logo',
    summary: "The company's logo",
    ability: ['read', 'Branding'],
    response: T.Object({ has_logo: T.Boolean(), logo: T.Union([T.String(), T.Null()]) }),
    async handler(ctx) {
      const hash = await logoHashOf(ctx, ctx.tenant.id);
      return { has_logo: hash !== null, logo: hash && logoPath(hash) };
    },
  }),
  defineRoute({
    id: 'white-label.upload-logo',
    method: 'POST',
    path: '/configuration/logo',
    summary: "Upload the company's logo",
    ability: ['update', 'Branding'],
    audit: 'white-label.logo-changed',
    upload: { maxBytes: MOST_BYTES, as: 'bytes' },
    response: T.Object({ logo: T.String(), message: T.String() }),
    async handler(ctx, { file }) {
      const logo = await logoFrom(file!.bytes);
      await saveLogo(ctx, ctx.tenant.id, logo);
      return { logo: logoPath(logo.hash), message: ctx.t('white-label.logo.saved') };
    },
  }),
  defineRoute({
    id: 'white-label.remove-logo',
    method: 'DELETE',
    path: '/configuration/logo',
    summary: "Remove the company's logo",
    ability: ['update', 'Branding'],
    audit: 'white-label.logo-removed',
    response: T.Object({ message: T.String() }),
    async handler(ctx) {
      if (!(await dropLogo(ctx, ctx.tenant.id))) throw notFound();
      return { message: ctx.t('white-label.logo.removed') };
    },
  }),
];
