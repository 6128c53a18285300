import type { FormWidget } from '../../../core/contract/form.ts';
import {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  FieldTemplate,
  MultiSchemaFieldTemplate,
  Nothing,
  ObjectFieldTemplate,
} from './templates.tsx';
import { DateWidget, FlagWidget, NumberWidget, RadioWidget, SelectWidget, SwitchWidget } from './widgets/choices.tsx';
import { FileWidget } from './widgets/file-widget.tsx';
import { EmailWidget, HiddenWidget, PasswordWidget } from './widgets/plain-texts.tsx';
import { AreaWidget, CodeWidget, ColorWidget, MoneyWidget, PhoneWidget, TagsWidget, TextWidget } from './widgets/texts.tsx';

/** The widgets by the names that descriptors use. */
const named = {
  text: TextWidget,
  textarea: AreaWidget,
  password: PasswordWidget,
  email: EmailWidget,
  phone: PhoneWidget,
  money: MoneyWidget,
  number: NumberWidget,
  switch: SwitchWidget,
  select: SelectWidget,
  radio: RadioWidget,
  tags: TagsWidget,
  date: DateWidget,
  color: ColorWidget,
  code: CodeWidget,
  hidden: HiddenWidget,
  flag: FlagWidget,
  file: FileWidget,
} satisfies Record<FormWidget, unknown>;

/** RJSF's own names, which it picks by a field's type. */
const byType = {
  TextWidget,
  EmailWidget,
  PasswordWidget,
  TextareaWidget: AreaWidget,
  SelectWidget,
  RadioWidget,
  CheckboxWidget: SwitchWidget,
  CheckboxesWidget: SelectWidget,
  UpDownWidget: NumberWidget,
  RangeWidget: NumberWidget,
  DateWidget,
  ColorWidget,
  HiddenWidget,
  URLWidget: TextWidget,
};

/** RJSF drawn with Mantine. Every field type ends in one of the widgets above. */
export const widgets = { ...byType, ...named };
export const templates = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  MultiSchemaFieldTemplate,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  DescriptionFieldTemplate: Nothing,
  BaseInputTemplate: TextWidget,
};
