import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import styles from "./Dialog.module.css";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** If absent, only the dialog's own buttons close it. */
  readonly onClose?: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
  /** The buttons at the end, the primary one last. */
  readonly actions?: ReactNode;
}

/** A modal dialog. Escape and a click outside call `onClose`. */
export function Dialog({ title, isOpen, onClose, isWide = false, children, actions }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose?.()}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
    >
      <Modal className={isWide ? `${styles.modal} ${styles.wide}` : (styles.modal ?? "")}>
        <AriaDialog className={styles.dialog ?? ""}>
          <Heading slot="title" level={2} className={styles.title ?? ""}>
            {title}
          </Heading>
          {children}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
