import { Readable } from 'node:stream';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Principal } from '../access/principal.ts';
import { type Ctx, type FileBody, type FileParts, Problem, type RouteDef } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

export type FilePart = Awaited<ReturnType<FileParts['write']>>;
/** Writes the part at a place, as whoever may by then. */
export type WritePart = (principal: Principal, parts: FileParts, at: unknown) => Promise<FilePart>;
export type BegunFile = FileBody & { first?: FilePart };
export type AnsweredFile = Omit<FileBody, 'body'> & { body: string | Uint8Array | Readable };

/** For so long whoever was let in is not looked at again. */
export const TRUSTED_MS = 1_000;

const isInParts = (body: FileBody['body']): body is FileParts => typeof body !== 'string' && !(body instanceof Uint8Array);

/** Writes the first part while the call can still be refused and nothing is in the log yet. */
export async function begunFile(ctx: Ctx, route: RouteDef, file: FileBody): Promise<BegunFile> {
  if (!isInParts(file.body)) return file;
  if (!route.inParts) throw new Error(`${route.id} writes its file in parts and does not say so (inParts)`);
  return { ...file, first: await file.body.write(ctx, file.body.from) };
}

const wholeOf = ({ text }: FilePart): string => (typeof text === 'string' ? text : [...text].join(''));

/** The file as a whole, or as a stream; `free` is called when it has gone out, or will not any more. */
export function answeredFile(
  kernel: Kernel,
  caller: Principal,
  { first, ...file }: BegunFile,
  write: WritePart,
  free = () => {},
): AnsweredFile {
  if (isInParts(file.body) && first && first.next !== null)
    return { ...file, body: streamOf(kernel, caller, file.body, first, write).once('close', free) };
  free();
  return { ...file, body: first ? wholeOf(first) : (file.body as string | Uint8Array) };
}

/**
 * A session that ends, rights that are gone and a part that fails destroy the stream, and with it the connection: nobody takes a piece for
 * the whole.
 */
const streamOf = (...of: Parameters<typeof textsOf>): Readable => Readable.from(textsOf(...of), { highWaterMark: 1 });

async function* textsOf(kernel: Kernel, caller: Principal, parts: FileParts, { text, next }: FilePart, write: WritePart) {
  let principal = caller;
  let lookedAt = performance.now();
  const further = (at: unknown): Promise<FilePart> => {
    const part = kernel.downloads.inTurn(async () => {
      if (performance.now() - lookedAt > TRUSTED_MS) {
        principal = await asOfNow(kernel, principal);
        lookedAt = performance.now();
      }
      return write(principal, parts, at);
    });
    part.catch(() => undefined); // heard of when it is its turn
    return part;
  };
  while (true) {
    const at: unknown = next;
    const askedAt = performance.now();
    // The database reads the next part while this one goes out.
    let coming = at === null ? null : further(at);
    for (const piece of typeof text === 'string' ? [text] : text) {
      if (piece !== '') yield piece;
      await turnOfTheLoop(); // others come in between
    }
    if (!coming) return;
    // Whoever takes long gets what they may have by now.
    if (performance.now() - askedAt > TRUSTED_MS) coming = further(at);
    ({ text, next } = await coming);
  }
}

/** The same person with the rights that they have now. Throws where the session has ended. */
async function asOfNow(kernel: Kernel, principal: Principal): Promise<Principal> {
  const session = principal.session && (await kernel.sessions.byId(principal.session.id));
  if (!session || session.tenant.id !== principal.tenant.id) throw new Problem(401, 'core.problem.unauthenticated');
  const { actor, rights, viewedBy, state } = session;
  return { ...principal, actor, rights, viewedBy, session: state };
}
