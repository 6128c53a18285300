import { type Action, type Binding, type Block, definePage, type MenuDef } from '../../../core/contract.ts';
import { B2B_AGREEMENT, DEVELOPER_AGREEMENT } from './documents.ts';

const text = (name: string): Block => ({
  as: 'document',
  source: { route: 'agreements.document-file', params: { name: { value: name } } },
});

/** A legal text under an address of its own, open to everybody. */
const publicPage = (id: string, path: string, document: string, title: string) =>
  definePage({ id: `agreements.${id}`, path, title, ability: 'public', layout: 'bare', blocks: [text(document)] });

/** Agreeing for a feature; the row is the text that was read. */
const agree = (location: string): Action => ({
  id: 'agreements.agree',
  title: 'agreements.agree',
  emphasis: 'primary',
  icon: 'check',
  ability: ['accept', 'Acceptance'],
  do: {
    call: 'agreements.accept-feature',
    body: {
      feature_id: { from: 'row', field: 'feature_id' },
      feature_name: { from: 'row', field: 'feature_name' },
      user_id: { from: 'actor', field: 'id' },
      company_id: { from: 'actor', field: 'companyId' },
      company_name: { from: 'actor', field: 'companyName' },
      is_marketing_services_agreement_feature: { value: 'T' },
      location_menu: { value: location },
      sha256: { from: 'row', field: 'sha256' },
    },
  },
  after: 'reload',
  failed: 'agreements.problem.save',
});

const document: Record<string, Binding> = { name: { from: 'row', field: 'name' } };
const inLocale = (locale: string): Record<string, Binding> => ({ ...document, locale: { value: locale } });

const edit = (locale: 'en' | 'ar'): Action => ({
  id: `agreements.edit-${locale}`,
  title: `agreements.draft.edit-${locale}`,
  icon: 'edit',
  ability: ['publish', 'Document'],
  do: {
    form: 'agreements.write-draft',
    as: 'drawer',
    prefill: { route: 'agreements.draft', params: inLocale(locale) },
    fixed: inLocale(locale),
  },
});
const upload = (locale: 'en' | 'ar'): Action => ({
  id: `agreements.upload-${locale}`,
  title: `agreements.draft.upload-${locale}`,
  icon: 'upload',
  ability: ['publish', 'Document'],
  do: { form: 'agreements.upload-draft-form', as: 'modal', fixed: inLocale(locale) },
});
const preview = (locale: 'en' | 'ar'): Action => ({
  id: `agreements.preview-${locale}`,
  title: `agreements.draft.preview-${locale}`,
  icon: 'eye',
  ability: ['publish', 'Document'],
  when: { field: 'draft', is: 'open' },
  do: { open: [{ as: 'document', source: { route: 'agreements.preview', params: inLocale(locale) } }], as: 'drawer' },
});

const versions: Block = {
  as: 'table',
  key: 'id',
  source: { route: 'agreements.versions', params: document },
  columns: [
    { field: 'version', title: 'agreements.column.version', as: 'number', narrow: 'first' },
    {
      field: 'locale',
      title: 'agreements.column.language',
      as: 'state',
      states: {
        en: { title: 'agreements.language.en', severity: 'neutral' },
        ar: { title: 'agreements.language.ar', severity: 'neutral' },
      },
    },
    { field: 'effective_date', title: 'agreements.column.effective', as: 'date' },
    { field: 'material', title: 'agreements.column.material', as: 'flag' },
    { field: 'published_at', title: 'agreements.column.published', as: 'time', narrow: 'hide' },
    { field: 'sha256', title: 'agreements.column.hash', as: 'code', narrow: 'hide' },
  ],
  row: {
    actions: [
      {
        id: 'agreements.read-version',
        title: 'agreements.read',
        icon: 'eye',
        ability: ['read', 'Document'],
        do: {
          open: [
            {
              as: 'document',
              source: {
                route: 'agreements.version',
                params: { ...document, version: { from: 'row', field: 'version' }, locale: { from: 'row', field: 'locale' } },
              },
            },
          ],
          as: 'drawer',
        },
      },
    ],
  },
  empty: { title: 'agreements.versions.empty' },
};

const documents: Block = {
  as: 'table',
  key: 'name',
  pageSize: 25,
  search: true,
  source: { route: 'agreements.documents' },
  columns: [
    { field: 'title', title: 'agreements.column.document', as: 'text', narrow: 'first' },
    { field: 'version', title: 'agreements.column.version', as: 'number' },
    { field: 'effective_date', title: 'agreements.column.effective', as: 'date' },
    { field: 'material', title: 'agreements.column.material', as: 'flag', narrow: 'hide' },
    {
      field: 'draft',
      title: 'agreements.column.draft',
      as: 'state',
      states: { none: { title: 'agreements.draft.none', severity: 'neutral' }, open: { title: 'agreements.draft.open', severity: 'warn' } },
    },
  ],
  row: {
    where: 'under',
    open: { blocks: [versions] },
    actions: [
      edit('en'),
      edit('ar'),
      upload('en'),
      upload('ar'),
      preview('en'),
      preview('ar'),
      {
        id: 'agreements.publish-drafts',
        title: 'agreements.publish.title',
        icon: 'send',
        ability: ['publish', 'Document'],
        when: { field: 'draft', is: 'open' },
        do: { form: 'agreements.publish-form', as: 'modal', fixed: document },
        after: 'reload',
      },
      {
        id: 'agreements.drop-drafts',
        title: 'agreements.draft.drop',
        icon: 'trash',
        emphasis: 'danger',
        ability: ['publish', 'Document'],
        when: { field: 'draft', is: 'open' },
        do: { call: 'agreements.drop-draft', params: document },
        confirm: { title: 'agreements.draft.drop.title', body: 'agreements.draft.drop.body', button: 'agreements.draft.drop', final: true },
        after: 'reload',
      },
    ],
  },
  empty: { title: 'agreements.documents.empty' },
  noMatch: { title: 'agreements.documents.no-match', help: 'agreements.documents.no-match.help' },
};

const fileId: Record<string, Binding> = { id: { from: 'row', field: 'id' } };
const shareFile: Action = {
  id: 'agreements.share',
  title: 'agreements.share.title',
  icon: 'upload',
  emphasis: 'primary',
  ability: ['create', 'SharedFile'],
  do: { form: 'agreements.share-form', as: 'modal' },
  after: 'reload',
};
const files: Block = {
  as: 'table',
  key: 'id',
  pageSize: 25,
  source: { route: 'agreements.files' },
  columns: [
    { field: 'filename', title: 'agreements.column.file', as: 'text', narrow: 'first' },
    { field: 'link', title: 'agreements.column.link', as: 'code' },
    { field: 'size_kb', title: 'agreements.column.size', as: 'number', narrow: 'hide' },
    { field: 'downloads', title: 'agreements.column.downloads', as: 'number' },
    { field: 'shared_at', title: 'agreements.column.shared', as: 'time', narrow: 'hide' },
  ],
  row: {
    actions: [
      {
        id: 'agreements.new-password',
        title: 'agreements.file.password',
        icon: 'key',
        ability: ['update', 'SharedFile'],
        do: { form: 'agreements.file-password-form', as: 'modal', fixed: fileId },
      },
      {
        id: 'agreements.stop-sharing',
        title: 'agreements.file.remove',
        icon: 'trash',
        emphasis: 'danger',
        ability: ['delete', 'SharedFile'],
        do: { call: 'agreements.remove-file', params: fileId },
        confirm: {
          title: 'agreements.file.remove.title',
          body: 'agreements.file.remove.body',
          button: 'agreements.file.remove',
          final: true,
        },
        after: 'remove-row',
      },
    ],
  },
  add: shareFile,
  empty: { title: 'agreements.files.empty', help: 'agreements.files.empty.help' },
};

const standings: Block = {
  as: 'table',
  title: 'agreements.standing.title',
  key: 'name',
  source: { route: 'agreements.standings' },
  columns: [
    { field: 'title', title: 'agreements.column.document', as: 'text', narrow: 'first' },
    {
      field: 'state',
      title: 'agreements.column.state',
      as: 'state',
      states: {
        accepted: { title: 'agreements.state.accepted', severity: 'good' },
        notice: { title: 'agreements.state.notice', severity: 'warn', help: 'agreements.state.notice.help' },
        needed: { title: 'agreements.state.needed', severity: 'neutral', help: 'agreements.state.needed.help' },
      },
    },
    { field: 'blocks_at', title: 'agreements.column.until', as: 'time' },
  ],
  row: {
    open: {
      blocks: [
        {
          as: 'document',
          source: { route: 'agreements.document-file', params: document },
          accept: agree('Agreements'),
        },
      ],
    },
    where: 'drawer',
  },
  empty: { title: 'agreements.standing.empty', help: 'agreements.standing.empty.help' },
};

const acceptances: Block = {
  as: 'table',
  title: 'agreements.acceptances.title',
  key: 'id',
  pageSize: 25,
  source: { route: 'agreements.acceptances' },
  columns: [
    { field: 'title', title: 'agreements.column.document', as: 'text', narrow: 'first' },
    { field: 'version', title: 'agreements.column.version', as: 'number' },
    { field: 'signer_name', title: 'agreements.column.signer', as: 'text' },
    { field: 'accepted_at', title: 'agreements.column.accepted', as: 'time' },
  ],
  row: {
    actions: [
      {
        id: 'agreements.download-copy',
        title: 'agreements.copy.download',
        icon: 'download',
        ability: ['read', 'Acceptance'],
        do: { download: 'agreements.signed-copy', params: fileId },
      },
    ],
  },
  empty: { title: 'agreements.acceptances.empty', help: 'agreements.acceptances.empty.help' },
};

export const agreementPages = [
  publicPage('privacy-policy', '/privacy-policy', 'privacy-policy', 'agreements.document.privacy-policy'),
  publicPage('term-of-use', '/term-of-use', 'term-of-use', 'agreements.document.term-of-use'),
  publicPage('billing', '/service-billing-agreement', 'service-billing-agreement', 'agreements.document.service-billing-agreement'),
  publicPage('developer', '/marketing-services-agreement-developer', DEVELOPER_AGREEMENT, 'agreements.document.developer'),
  definePage({
    id: 'agreements.b2b-dialog',
    path: '/service-agreement/b2b',
    title: 'agreements.dialog.title',
    ability: 'signed-in',
    blocks: [
      {
        as: 'notice',
        severity: 'warn',
        text: 'agreements.dialog.who',
        source: { route: 'agreements.document-file', params: { name: { value: B2B_AGREEMENT } } },
        when: { field: 'may_accept', is: false },
        stays: true,
      },
      {
        as: 'document',
        source: { route: 'agreements.document-file', params: { name: { value: B2B_AGREEMENT } } },
        accept: agree('Campaign management'),
      },
    ],
  }),
  definePage({
    id: 'agreements.own',
    path: '/user/agreements',
    title: 'agreements.own.title',
    ability: ['read', 'Acceptance'],
    blocks: [standings, acceptances],
  }),
  definePage({
    id: 'agreements.operator-page',
    path: '/configuration/legal-documents',
    title: 'agreements.manage.title',
    ability: ['read', 'Document'],
    blocks: [
      {
        as: 'tabs',
        tabs: [
          { id: 'documents', title: 'agreements.manage.documents', blocks: [documents] },
          { id: 'files', title: 'agreements.manage.files', ability: ['read', 'SharedFile'], blocks: [files] },
          {
            id: 'operator',
            title: 'agreements.operator.title',
            ability: ['publish', 'Document'],
            blocks: [{ as: 'form', form: 'agreements.operator-form', prefill: { route: 'agreements.operator-details' } }],
          },
        ],
      },
    ],
  }),
  definePage({
    id: 'agreements.download-page',
    path: '/download-auth/:pkdoc',
    title: 'agreements.open.title',
    ability: ['open', 'SharedFile'],
    layout: 'auth',
    blocks: [{ as: 'form', form: 'agreements.open-file', fixed: { urldata: { from: 'path', field: 'pkdoc' } } }],
  }),
];

const inFooter = (page: string, order: number, title: string): MenuDef => ({
  id: `agreements.footer-${page}`,
  parent: 'core.footer',
  title,
  order,
  ability: 'public',
  page: `agreements.${page}`,
});

export const agreementMenu: MenuDef[] = [
  inFooter('privacy-policy', 10, 'agreements.document.privacy-policy'),
  inFooter('term-of-use', 20, 'agreements.document.term-of-use'),
  inFooter('billing', 30, 'agreements.document.service-billing-agreement'),
  {
    id: 'agreements.manage-menu',
    parent: 'core.menu-configuration',
    title: 'agreements.manage.title',
    icon: 'file-certificate',
    order: 50,
    ability: ['read', 'Document'],
    page: 'agreements.operator-page',
  },
  {
    id: 'agreements.own-menu',
    parent: 'core.profile',
    title: 'agreements.own.title',
    icon: 'file-certificate',
    order: 55,
    ability: ['read', 'Acceptance'],
    page: 'agreements.own',
  },
];
