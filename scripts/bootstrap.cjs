/*
 * Makes `npm start` and `npm test` work on a fresh clone and after every update: installs the packages when they do not
 * match the lock file, and leaves those alone that somebody installed besides. Plain CommonJS without dependencies and without new syntax, because it runs before anything is
 * installed and has to say so in plain words when Node is too old.
 *
 * node scripts/bootstrap.cjs            installs what is missing
 * node scripts/bootstrap.cjs ui         the same, then builds the user interface when its sources changed
 * node scripts/bootstrap.cjs installed  only records that node_modules fits the lock file (npm's postinstall)
 */
'use strict';
const { createHash } = require('crypto');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const ROOT = path.resolve(__dirname, '..');
const OLDEST_NODE = [20, 19];
const LOCK = path.join(ROOT, 'package-lock.json');
const INSTALLED_MARK = path.join(ROOT, 'node_modules', '.lock-hash');
const BUILT_UI = path.join(ROOT, '.local', 'ui', 'index.html');
const BUILT_MARK = path.join(ROOT, '.local', 'ui.hash');

main(process.argv.slice(2));

function main(words) {
  const unknown = words.filter((word) => word !== 'ui' && word !== 'installed');
  if (unknown.length > 0) fail(`Unknown words: ${unknown.join(' ')}. Known are: ui, installed.`);
  refuseOldNode();
  if (words.includes('installed')) {
    // Packages that are developed beside this checkout link to it; what npm does for them installs nothing here.
    const prefix = process.env.npm_config_local_prefix;
    if (prefix === undefined || fs.realpathSync(prefix) === fs.realpathSync(ROOT)) fs.writeFileSync(INSTALLED_MARK, lockHash());
    return;
  }
  install();
  if (words.includes('ui')) buildUi();
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE.join('.')} or newer from https://nodejs.org and try again.`);
}

function install() {
  if (textOf(INSTALLED_MARK) === lockHash()) return;
  if (isAsLocked()) {
    fs.writeFileSync(INSTALLED_MARK, lockHash());
    return;
  }
  const started = Date.now();
  say('Installing packages; the first time this takes a minute or two ...');
  // A production environment leaves out devDependencies, but the Node and the database we run are among them.
  npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], process.env, 'Installing the packages failed');
  if (!fs.existsSync(path.join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))) {
    fail('Node 24 did not unpack itself because install scripts are switched off here. Run: npm ci --include=dev --ignore-scripts=false');
  }
  fs.writeFileSync(INSTALLED_MARK, lockHash());
  say(`Packages installed in ${seconds(started)}.`);
}

function buildUi() {
  const hash = uiHash();
  if (fs.existsSync(BUILT_UI) && textOf(BUILT_MARK) === hash) return;
  const started = Date.now();
  say('Building the user interface ...');
  fs.rmSync(BUILT_MARK, { force: true });
  npm(['run', '--silent', 'build'], Object.assign({}, process.env, { NODE_ENV: 'production' }), 'Building the user interface failed');
  fs.mkdirSync(path.dirname(BUILT_MARK), { recursive: true });
  fs.writeFileSync(BUILT_MARK, hash);
  say(`User interface built in ${seconds(started)}.`);
}

function npm(args, env, failure) {
  const cli = process.env.npm_execpath;
  const viaNode = cli !== undefined && path.basename(cli).startsWith('npm-cli');
  const [command, all] = viaNode ? [process.execPath, [cli].concat(args)] : ['npm', args];
  const result = spawnSync(command, all, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: !viaNode && process.platform === 'win32',
  });
  if (result.error) fail(`${failure}: ${result.error.message}`);
  if (result.status !== 0) fail(`${failure} (see above). Mend the cause and run the same command again.`);
}

/** Names the wanted state of node_modules. The running Node plays no part: everything runs on the Node of the lock file. */
function lockHash() {
  return createHash('sha256').update(`${process.platform} ${process.arch} `).update(fs.readFileSync(LOCK)).digest('hex');
}

/** Whether npm itself brought node_modules to the state of the lock file, as `npm install <package>` does, which runs none of our scripts. */
function isAsLocked() {
  const note = textOf(path.join(ROOT, 'node_modules', '.package-lock.json'));
  // Without our mark nobody knows for which machine they were unpacked.
  if (note === undefined || textOf(INSTALLED_MARK) === undefined) return false;
  const installed = JSON.parse(note).packages;
  const locked = JSON.parse(fs.readFileSync(LOCK, 'utf8')).packages;
  return Object.keys(locked).every((name) => {
    const wanted = locked[name];
    const found = installed[name];
    // Those of other machines are left out.
    if (name === '' || !found) return name === '' || wanted.optional === true || !name.includes('node_modules/');
    return found.version === wanted.version && found.resolved === wanted.resolved && found.integrity === wanted.integrity;
  });
}

function uiHash() {
  const hash = createHash('sha256');
  const configs = fs.readdirSync(ROOT).filter((name) => /^vite.*\.config\.ts$/.test(name));
  const plugins = path.join(ROOT, 'plugins');
  const foldersIn = (folder) =>
    fs
      .readdirSync(folder, { withFileTypes: true })
      .filter((e) => e.isDirectory())
      .map((e) => path.join(folder, e.name));
  const folders = [].concat(...foldersIn(plugins).map(foldersIn)).map((folder) => path.join(folder, 'ui'));
  const ofPlugins = folders.filter((folder) => fs.existsSync(folder)).sort((a, b) => (a < b ? -1 : 1));
  const sources = []
    .concat(...[path.join(ROOT, 'ui')].concat(ofPlugins).map(filesBelow))
    .filter((file) => !/\.(gen|test)\.tsx?$/.test(file));
  for (const file of [LOCK].concat(
    configs.map((name) => path.join(ROOT, name)),
    sources,
  )) {
    hash.update(`${path.relative(ROOT, file)}\0`).update(fs.readFileSync(file));
  }
  return hash.digest('hex');
}

function filesBelow(dir) {
  const entries = fs.readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return [].concat(...entries.map((e) => (e.isDirectory() ? filesBelow(path.join(dir, e.name)) : [path.join(dir, e.name)])));
}

function textOf(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

function seconds(since) {
  return `${Math.round((Date.now() - since) / 100) / 10} s`;
}

function say(words) {
  process.stdout.write(`${words}\n`);
}

function fail(words) {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
