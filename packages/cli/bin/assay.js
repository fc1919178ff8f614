#!/usr/bin/env node
// Plain JavaScript, because npm links it before the build, and an old Node must be able to read it.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST = [22, 18];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) {
  // inside the bundle: whoever can write there can change the code itself
  module.enableCompileCache?.(fileURLToPath(new URL('../bundle/.cache', import.meta.url)));
  await import('../bundle/main.js');
} else await restartOnInstalledNode();

/** Runs the command on the Node that npm installed next to Assay, if there is one. */
async function restartOnInstalledNode() {
  const { spawn } = await import('node:child_process');
  const node = findInstalledNode();
  if (node === undefined) {
    process.stderr.write(
      `assay: Node ${process.versions.node} is too old: Assay requires Node ${OLDEST.join('.')} or later\n` +
        'Install Node 24, for example from https://nodejs.org. In a project that installs Assay, `npm install node@24` is enough.\n',
    );
    process.exitCode = 2;
    return;
  }
  // the channel tells the command when this process is gone
  const command = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(node, command, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // a signal to this process is meant for the command
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`assay: ${node} cannot be started: ${error.message}\nRun \`npm install\` again.\n`);
    process.exitCode = 3;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}

function findInstalledNode() {
  try {
    return module.createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    // not installed
    return undefined;
  }
}
