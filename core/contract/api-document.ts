import { definePort } from './plugin.ts';

/** The API of programs as OpenAPI 3.1; provided by core. */
export interface ApiDocumentApi {
  /** `title` and `server` are those of whoever reads it: its brand, and where its own calls go. */
  of(at: { title: string; server: string }): ApiDocument;
}
export const ApiDocumentPort = definePort<ApiDocumentApi>('core.api-document.v1');

/** What a description of the API is made of, as far as it is read here. */
export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: Record<string, Record<string, object>>;
}
export interface ApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: ApiParameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: ApiSchema; example?: unknown }> };
  responses: Record<string, { description: string; headers?: object; content: Record<string, { schema: ApiSchema; example?: unknown }> }>;
  'x-codeSamples': { lang: string; label: string; source: string }[];
}
export interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: ApiSchema;
}
/** JSON Schema, as routes state it. */
export interface ApiSchema {
  type?: string;
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, ApiSchema>;
  required?: string[];
  items?: ApiSchema;
  anyOf?: ApiSchema[];
}
