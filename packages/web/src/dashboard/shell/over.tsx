import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';

interface Props {
  readonly label: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A modal dialog. It traps the focus and returns it on close. */
export function ModalDialog({ label, close, children }: Props) {
  return (
    <ModalOverlay className="over" isOpen isDismissable onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <Modal className="over-box">
        <Dialog aria-label={label} className="over-dialog">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
