import { PAYMENT_TERMS } from '../../foundation/companies/contract.ts';
import { type Ctx, defineSetting, type Static, T, type Tenant } from '../../../core/contract.ts';

export const Color = T.String({ pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7 });
/** Families that the reader's device brings along; nothing is fetched from anywhere. `system` leaves the choice to the device. */
export const FONTS = [
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

/** How an agency's screens look, and the payment term new campaigns begin with; what is left out is the platform's own. */
export const Theme = defineSetting({
  id: 'white-label.theme',
  title: 'white-label.settings.theme',
  level: 'agency',
  schema: T.Object({
    sidebarcolor: T.Optional(Color),
    templatecolor: T.Optional(Color),
    boxcolor: T.Optional(Color),
    textcolor: T.Optional(Color),
    linkcolor: T.Optional(Color),
    fonttheme: T.Optional(T.Enum([...FONTS])),
    paymenttermDefault: T.Optional(T.Enum([...PAYMENT_TERMS])),
  }),
  default: {},
  read: 'signed-in',
  write: ['update', 'Branding'],
});

const line = (maxLength: number) => T.Optional(T.String({ maxLength, pattern: '^[^\\p{Cc}]*$' }));

/** How a company is reached: what its sign-in screens tell everybody. Never a person's own name or address. */
export const CompanyContact = defineSetting({
  id: 'white-label.contact',
  title: 'white-label.settings.contact',
  level: 'agency',
  schema: T.Object({
    legal_name: line(200),
    short_name: line(60),
    address: line(200),
    city: line(100),
    zip: line(20),
    state_code: line(10),
    state_name: line(100),
    phone: line(30),
    contact_name: line(100),
    contact_email: T.Optional(T.String({ format: 'email', maxLength: 254 })),
  }),
  default: {},
  read: 'signed-in',
  write: ['update', 'Branding'],
});

/** What the company says of itself. Never what its root says: that is another brand, which an agency's screens do not show. */
export const contactOf = (ctx: Ctx, company: Tenant): Promise<Static<typeof CompanyContact.schema>> =>
  ctx.setting(CompanyContact, { ...company, rootId: company.agencyId });

/** Products whose menus an agency hides from its clients; also read of clients, who may not see their agency. */
export const ClientMenu = defineSetting({
  id: 'white-label.client-menu',
  title: 'white-label.settings.client-menu',
  level: 'agency',
  schema: T.Object({ hidden: T.Array(T.String({ maxLength: 40 }), { maxItems: 40, uniqueItems: true }) }),
  default: { hidden: [] },
  read: 'signed-in',
  write: ['update', 'Branding'],
});
