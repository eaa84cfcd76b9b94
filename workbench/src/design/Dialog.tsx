import { type ReactNode, useEffect, useRef } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import styles from "./Dialog.module.css";
import { focusFirst, useDialogFocus } from "./focus-places.ts";

interface DialogProps {
  readonly title: string;
  /** If absent, only the dialog's own buttons close it. */
  readonly onClose?: () => void;
  readonly isWide?: boolean;
  /** Whether a click outside closes it. Say no if that would lose something typed, or shown only once. */
  readonly isDismissable?: boolean;
  readonly children: ReactNode;
  /** The buttons at the end, the primary one last. They stay in sight. */
  readonly actions?: ReactNode;
}

/**
 * A modal dialog; open while mounted. Escape and a click outside call `onClose`. The focus is at first on the first
 * field, or else on the last button, unless a component inside has `autoFocus`; afterwards it is on what opened the dialog.
 */
export function Dialog({
  title,
  onClose,
  isWide = false,
  isDismissable = true,
  children,
  actions,
}: DialogProps) {
  const dialog = useDialogFocus();
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      isOpen
      onOpenChange={(open) => !open && onClose?.()}
      isDismissable={isDismissable && onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
    >
      <Modal className={isWide ? `${styles.modal} ${styles.wide}` : (styles.modal ?? "")}>
        <AriaDialog ref={dialog} className={styles.dialog ?? ""}>
          <Heading slot="title" level={2} className={styles.title ?? ""}>
            {title}
          </Heading>
          {actions === undefined ? children : <div className={styles.body}>{children}</div>}
          {actions !== undefined && <div className={styles.foot}>{actions}</div>}
          <FirstFocus />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Its effect runs after those of the fields before it, and before React Aria focuses the dialog itself. */
function FirstFocus() {
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => focusFirst(end.current?.closest<HTMLElement>("[role=dialog]") ?? null), []);
  return <span ref={end} hidden />;
}
