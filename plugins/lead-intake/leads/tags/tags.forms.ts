import { defineForm } from '../../../../core/contract.ts';
import { TagInput } from './tags.routes.ts';

const tagForm = (id: 'leads.tag-form' | 'leads.untag-form', submit: 'leads.tag' | 'leads.untag') =>
  defineForm({
    id,
    version: 1,
    title: `${submit}.title`,
    button: `${submit}.button`,
    schema: TagInput,
    ui: { tag: { widget: 'text', help: `${id}.tag.help`, suggest: { route: 'leads.tags' } } },
    submit,
    ability: ['update', 'LeadTag'],
  });
/** Tags of leads, one or many at once. */
export const tagForms = [tagForm('leads.tag-form', 'leads.tag'), tagForm('leads.untag-form', 'leads.untag')];
