import type { Principal } from '../access/principal.ts';

/** What the middlewares hand on in `ctx.state`. */
export interface RequestState {
  principal: Principal;
  /** A fresh value for each page, for the content security policy. */
  nonce: string;
}
