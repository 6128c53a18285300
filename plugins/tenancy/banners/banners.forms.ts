import { defineForm, type FieldUi, T } from '../../../core/contract.ts';
import { BannerFields } from './banners.routes.ts';

const file: FieldUi = {
  widget: 'file',
  accept: '.png,.jpg,.jpeg,.webp,.gif,image/png,image/jpeg,image/webp,image/gif',
  help: 'banners.field.file.help',
};
const fields: Record<string, FieldUi> = {
  bannerName: { autocomplete: 'off' },
  clickURL: { placeholder: 'banners.field.clickURL.placeholder', autocomplete: 'off' },
};
const texts = ['banners.field'];

export const bannerForms = [
  defineForm({
    id: 'banners.add',
    version: 1,
    title: 'banners.create.title',
    button: 'banners.create.button',
    texts,
    submit: 'banners.create',
    ability: ['create', 'Banner'],
    schema: T.Object({ companyID: T.Optional(T.Integer({ minimum: 1 })), ...BannerFields, file: T.Optional(T.String()) }),
    ui: { companyID: { widget: 'select', options: { route: 'clients.choices' } }, ...fields, file },
  }),
  defineForm({
    id: 'banners.edit',
    version: 1,
    title: 'banners.edit.title',
    texts,
    submit: 'banners.update',
    ability: ['update', 'Banner'],
    schema: T.Object(BannerFields),
    ui: fields,
  }),
  defineForm({
    id: 'banners.picture-form',
    version: 1,
    title: 'banners.replace.title',
    button: 'banners.replace.button',
    texts,
    submit: 'banners.replace-picture',
    ability: ['update', 'Banner'],
    schema: T.Object({ file: T.Optional(T.String()) }),
    ui: { file },
  }),
];
