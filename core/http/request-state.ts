import type { Principal } from '../access/principal.ts';

/** What the middlewares hand on in `ctx.state`. */
export interface RequestState {
  principal: Principal;
  /** The caller showed a download ticket, which opens files only. */
  byTicket: boolean;
  /** A fresh value for each page, for the content security policy. */
  nonce: string;
}
