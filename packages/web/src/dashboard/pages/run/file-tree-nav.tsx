import { LineCounts } from '../../../shared/cards/diff/line-counts.tsx';
import { visibleLine } from '../../../shared/visible.ts';
import type { Folder } from './file-tree.ts';

interface Props {
  readonly folder: Folder;
  readonly marked: ReadonlySet<string>;
  readonly open: (path: string) => void;
}

/** The changed files as a tree, linked to their lines. A file with a finding is marked. */
export function FileTree({ folder, marked, open }: Props) {
  return (
    <ul className="tree">
      {folder.folders.map((below) => (
        <li key={below.name}>
          <bdi className="tree-folder">{visibleLine(below.name)}/</bdi>
          <FileTree folder={below} marked={marked} open={open} />
        </li>
      ))}
      {folder.files.map(({ name, file }) => (
        <li key={file.start}>
          <button type="button" className="tree-file" onClick={() => open(file.path)}>
            <bdi>{visibleLine(name)}</bdi>
            {marked.has(file.path) ? (
              <span className="tree-mark" title="has a finding">
                <span aria-hidden="true">●</span>
                <span className="unseen">has a finding</span>
              </span>
            ) : null}
            {file.left_out === null ? <LineCounts counts={file} /> : <span className="note">{file.left_out}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
