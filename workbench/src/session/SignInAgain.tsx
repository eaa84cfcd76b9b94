import { Dialog } from "../design/Dialog.tsx";
import { SignInForm } from "./SignInForm.tsx";

interface SignInAgainProps {
  /** What becomes of what was being done. */
  readonly children: string;
  readonly onSignedIn: () => void;
  readonly onClose: () => void;
}

/** Over the screen where a session has ended, so that nothing on it is lost. */
export function SignInAgain({ children, onSignedIn, onClose }: SignInAgainProps) {
  return (
    <Dialog title="Sign in to go on" isOpen onClose={onClose}>
      <p>Your session has ended. {children}</p>
      <SignInForm
        onSignedIn={() => {
          onClose();
          onSignedIn();
        }}
      />
    </Dialog>
  );
}
