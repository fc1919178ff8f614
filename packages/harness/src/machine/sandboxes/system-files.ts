import { writeFileSync } from 'node:fs';
import { createOwnPath } from '../processes/own-folder.ts';
import { HOME, type SystemFiles } from './bwrap-arguments.ts';
import { RELAY_PROGRAM } from './relay-program.ts';

const CONTENTS = {
  passwd: `root:x:0:0:root:/root:/bin/sh\nagent:x:1000:1000:agent:${HOME}:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n`,
  group: 'root:x:0:\nagent:x:1000:\nnogroup:x:65534:\n',
  hosts: '127.0.0.1 localhost assay\n::1 localhost\n',
  nsswitch: 'passwd: files\ngroup: files\nhosts: files\n',
  relay: RELAY_PROGRAM,
};

let files: SystemFiles | undefined;

/** Files that replace system files inside; shared by all sessions. */
export function openSystemFiles(): SystemFiles {
  files ??= writeFiles();
  return files;
}

function writeFiles(): SystemFiles {
  const put = (content: string): string => {
    const file = createOwnPath();
    writeFileSync(file, content, { mode: 0o444 });
    return file;
  };
  return {
    passwd: put(CONTENTS.passwd),
    group: put(CONTENTS.group),
    hosts: put(CONTENTS.hosts),
    nsswitch: put(CONTENTS.nsswitch),
    relay: put(CONTENTS.relay),
  };
}
