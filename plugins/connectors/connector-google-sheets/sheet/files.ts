import type { GoogleApi } from '../google.ts';

const TYPE = 'application/vnd.google-apps.spreadsheet';

export interface FileAt {
  id: string;
  url: string;
}
const fileAt = ({ id, webViewLink }: { id?: string | null; webViewLink?: string | null }): FileAt => ({
  id: id ?? '',
  url: webViewLink ?? `https://docs.google.com/spreadsheets/d/${id ?? ''}/edit`,
});

/** Makes the file, or finds it where an earlier try made it and its answer was lost. `key` is the file's own in the installation. */
export async function fileFor({ drive }: GoogleApi, name: string, key: string): Promise<FileAt> {
  const { data: known } = await drive.files.list({
    q: `appProperties has { key='leads' and value='${key}' } and trashed = false`,
    fields: 'files(id,webViewLink)',
    pageSize: 1,
  });
  if (known.files?.[0]) return fileAt(known.files[0]);
  const { data } = await drive.files.create({
    fields: 'id,webViewLink',
    requestBody: { name, mimeType: TYPE, appProperties: { leads: key } },
  });
  return fileAt(data);
}

/** A file in the bin still takes rows, which its owner then deletes unseen. */
export async function isInBin({ drive }: GoogleApi, fileId: string): Promise<boolean> {
  const { data } = await drive.files.get({ fileId, fields: 'trashed' });
  return data.trashed === true;
}
