import { defineSetting, T } from '../../core/contract.ts';

const Color = T.Optional(T.String({ pattern: '^#[0-9a-fA-F]{6}$' }));
/** `system` leaves the choice to the device. */
const FONTS = [
  'system',
  'Inter',
  'Arial',
  'Georgia',
  'Helvetica',
  'Lato',
  'Montserrat',
  'Nunito',
  'Open Sans',
  'Poppins',
  'Roboto',
  'Tahoma',
  'Verdana',
] as const;

/** How an agency's screens look; what is left out is the platform's own look. */
export const Theme = defineSetting({
  id: 'agencies.theme',
  title: 'agencies.settings.theme',
  scope: 'agency',
  schema: T.Object({
    sidebarcolor: Color,
    templatecolor: Color,
    boxcolor: Color,
    textcolor: Color,
    linkcolor: Color,
    fonttheme: T.Optional(T.Enum([...FONTS])),
  }),
  default: {},
  read: 'signed-in',
  write: ['update', 'Branding'],
});

export const PAYMENT_TERMS = ['Weekly', 'Monthly', 'OneTime', 'Prepaid'] as const;

/** Payment terms that an agency may offer its clients. */
export const PaymentTerms = defineSetting({
  id: 'agencies.payment-terms',
  title: 'agencies.settings.payment-terms',
  scope: 'agency',
  schema: T.Array(T.Enum([...PAYMENT_TERMS]), { minItems: 1, uniqueItems: true }),
  default: [...PAYMENT_TERMS],
  read: 'signed-in',
  write: ['update', 'Agency'],
});
