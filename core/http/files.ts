import type { RouteDef } from '../contract.ts';

/** Whether the route answers a file instead of JSON (`FileResponse`). */
export const isFileRoute = (route: RouteDef): boolean => (route.response as { 'x-file'?: boolean })['x-file'] === true;

/** `Content-Disposition` of a download; the name is reduced to harmless characters. */
export const attachment = (filename: string): string => `attachment; filename="${filename.replace(/[^A-Za-z0-9._-]+/g, '-')}"`;
