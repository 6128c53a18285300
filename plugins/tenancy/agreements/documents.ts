import type { AgreementDocument } from './contract.ts';

/** Documents with a part of their own in the product. */
export const B2B_AGREEMENT = 'marketing-services-agreement-b2b';
export const DEVELOPER_AGREEMENT = 'marketing-services-agreement-developer';

const text = (name: string): Record<'en' | 'ar', URL> => ({
  en: new URL(`./documents/${name}.en.html`, import.meta.url),
  ar: new URL(`./documents/${name}.ar.html`, import.meta.url),
});
const first = { version: 1, effective: '2026-01-01', material: true };

/** The texts that come with the product. */
export const SHIPPED: AgreementDocument[] = [
  { ...first, name: 'privacy-policy', title: 'agreements.document.privacy-policy', html: text('privacy-policy'), open: true },
  { ...first, name: 'term-of-use', title: 'agreements.document.term-of-use', html: text('term-of-use'), open: true },
  {
    ...first,
    name: 'service-billing-agreement',
    title: 'agreements.document.service-billing-agreement',
    html: text('service-billing-agreement'),
    open: true,
  },
  { ...first, name: DEVELOPER_AGREEMENT, title: 'agreements.document.developer', html: text(DEVELOPER_AGREEMENT), open: true },
  {
    ...first,
    name: B2B_AGREEMENT,
    title: 'agreements.document.b2b',
    html: text(B2B_AGREEMENT),
    open: false,
    feature: { slug: 'b2b_module', name: 'B2B', dialog: 'agreements.b2b-dialog' },
  },
];
