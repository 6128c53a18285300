/** An error that the caller may see: becomes `application/problem+json`. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly params: Record<string, string | number>;
  readonly errors: readonly FieldError[];
  /** Further members of the problem document. */
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  /** `code` is a message key: its text in the caller's language becomes `detail`. */
  constructor(status: number, code: string, options: ProblemOptions = {}) {
    super(code);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.params = options.params ?? {};
    this.errors = options.errors ?? [];
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }
}
export interface FieldError {
  /** Dotted path of the field in the request. */
  field: string;
  /** A message key, or a text already resolved. */
  message: string;
  params?: Record<string, string | number>;
}
export interface ProblemOptions {
  params?: Record<string, string | number>;
  errors?: readonly FieldError[];
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** A foreign id and a missing id answer alike. */
export const notFound = (): Problem => new Problem(404, 'core.problem.not-found');
/** Of a module, product or feature that is off here, or not installed. */
export const moduleOff = (module: string): Problem => new Problem(404, 'core.problem.module-off', { extra: { module } });
export const denied = (code = 'core.problem.denied'): Problem => new Problem(403, code);
export const conflict = (code: string, options?: ProblemOptions): Problem => new Problem(409, code, options);
/** A field that is well-formed but wrong; `code` is its message key. */
export const invalid = (field: string, code: string, params: Record<string, string | number> = {}): Problem =>
  new Problem(422, 'core.problem.invalid', { errors: [{ field, message: code, params }] });
