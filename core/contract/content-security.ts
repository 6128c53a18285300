import type { Service } from './service.ts';

/** What a content security policy lists sources for. */
export const SOURCE_DIRECTIVES = ['script-src', 'frame-src', 'connect-src', 'img-src', 'font-src', 'style-src'] as const;
export type SourceDirective = (typeof SOURCE_DIRECTIVES)[number];

/** What of others browsers may load where the plugin is on: origins such as `https://js.example.com`. */
export interface ContentSecurity {
  sources: Partial<Record<SourceDirective, readonly string[]>>;
  /** Only where the process has access to this service. */
  service?: Service<any>;
}
