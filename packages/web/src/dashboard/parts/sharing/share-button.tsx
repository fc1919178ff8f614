import { useState } from 'react';
import { useCanWrite, useSession } from '../../session/use-session.ts';
import { ShareDialog, type ShareTarget } from './share-dialog.tsx';

interface Props {
  readonly workspace_id: string;
  readonly target: ShareTarget;
}

/** Opens the dialog that creates a link. Hidden for read-only keys and, while links are off, for all but admins. */
export function ShareButton({ workspace_id, target }: Props) {
  const { workspaces, scopes } = useSession();
  const mayWrite = useCanWrite();
  const [isOpen, setOpen] = useState(false);
  const isOn = workspaces.find((one) => one.workspace_id === workspace_id)?.share_links ?? false;
  if (!mayWrite || (!isOn && !scopes.includes('admin'))) return null;
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Share
      </button>
      {isOpen ? <ShareDialog target={target} isOn={isOn} close={() => setOpen(false)} /> : null}
    </>
  );
}
