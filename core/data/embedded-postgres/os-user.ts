import { spawnSync } from 'node:child_process';

/** The account that runs the server. */
export interface OsUser {
  uid: number;
  gid: number;
}

const NAME = 'postgres';

/**
 * PostgreSQL refuses to run as root, so a root process hands it to the ordinary system account `postgres`.
 * @returns that account, created when missing; undefined when this process is not root and can run the server itself.
 */
export function serverAccount(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = lookUp() ?? (create(), lookUp());
  if (!account) {
    throw new Error(
      `PostgreSQL cannot run as root and the system account "${NAME}" could not be created. ` +
        `Create it (useradd --system ${NAME}), start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return account;
}

function lookUp(): OsUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, NAME], { encoding: 'utf8' }).stdout?.trim());
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function create(): void {
  const useradd = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', NAME]);
  if (useradd.status !== 0) spawnSync('adduser', ['--system', '--group', '--no-create-home', NAME]);
}
