/** A person using the product's own API; throws with the product's words when it refuses. */
export class ApiClient {
  readonly #origin: string;
  readonly #token: string;
  readonly companyId: number;
  private constructor(origin: string, token: string, companyId: number) {
    this.#origin = origin;
    this.#token = token;
    this.companyId = companyId;
  }

  static async signIn(origin: string, username: string, password: string): Promise<ApiClient> {
    const { access_token: token } = await send<{ access_token: string }>(origin, null, 'POST', '/login', { username, password });
    const { company_id: companyId } = await send<{ company_id: number }>(origin, token, 'GET', '/user');
    return new ApiClient(origin, token, companyId);
  }

  get<R>(path: string): Promise<R> {
    return send(this.#origin, this.#token, 'GET', path);
  }
  post<R>(path: string, body: object): Promise<R> {
    return send(this.#origin, this.#token, 'POST', path, body);
  }
  put<R>(path: string, body: object): Promise<R> {
    return send(this.#origin, this.#token, 'PUT', path, body);
  }
}

async function send<R>(origin: string, token: string | null, method: string, path: string, body?: object): Promise<R> {
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as R & { detail?: string; errors?: unknown };
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer.detail ?? ''} ${JSON.stringify(answer.errors ?? '')}`);
  return answer;
}
