import { type Ctx, type FileBody, momentText } from '../../../core/contract.ts';
import type { ErasedElsewhere } from './contract.ts';
import { kindsOf } from './requests.service.ts';
import type { PrivacyRequest } from './requests.store.ts';

/** What was erased, by kind: for the screen. */
export const receiptLines = (ctx: Ctx, { receipt }: PrivacyRequest): { title: string; as: 'number'; value: number }[] =>
  kindsOf(ctx).flatMap(({ id, title }) => (id in receipt ? [{ title: ctx.t(title), as: 'number' as const, value: receipt[id]! }] : []));

/** Other systems that were asked to erase the person. */
export const elsewhereOf = async (ctx: Ctx, id: number): Promise<ErasedElsewhere[]> => {
  const found: ErasedElsewhere[] = [];
  for (const { elsewhere } of kindsOf(ctx)) if (elsewhere) found.push(...(await elsewhere(ctx, id)));
  return found;
};

/** The same as a text to send to the person. It names nobody: the number of the request is what they know it by. */
export async function receiptFile(ctx: Ctx, request: PrivacyRequest): Promise<FileBody> {
  const moment = (at: Date): string => momentText(at, ctx.timezone, ctx.locale);
  const elsewhere = (await elsewhereOf(ctx, request.id)).map(({ name, state, askedAt, finishedAt }) =>
    ctx.t('privacy.receipt.elsewhere.line', { name, state: ctx.t(`privacy.elsewhere.${state}`), at: moment(finishedAt ?? askedAt) }),
  );
  const lines = [
    ctx.t('privacy.receipt.title', { id: request.id }),
    ctx.t('privacy.receipt.company', { company: ctx.tenant.name }),
    ctx.t('privacy.receipt.opened', { at: moment(request.created_at) }),
    ctx.t('privacy.receipt.erased', { at: moment(request.finished_at!) }),
    '',
    ...receiptLines(ctx, request).map(({ title, value }) => `${title}: ${value}`),
    ...(elsewhere.length > 0 ? ['', ctx.t('privacy.receipt.elsewhere'), ...elsewhere] : []),
    '',
    ctx.t('privacy.receipt.kept'),
    '',
  ];
  return { filename: `privacy-request-${request.id}.txt`, type: 'text/plain; charset=utf-8', body: lines.join('\n') };
}
