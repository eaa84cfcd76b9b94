import { strings as all } from "#strings/sign-in.ts";
import { Dialog } from "../design/Dialog.tsx";
import { SignInForm } from "./SignInForm.tsx";

const strings = all.signIn;

interface SignInAgainProps {
  /** What happens to unsaved work. */
  readonly children: string;
  readonly onSignedIn: () => void;
  readonly onClose: () => void;
}

/** Over the screen where a session has ended, so that nothing on it is lost. */
export function SignInAgain({ children, onSignedIn, onClose }: SignInAgainProps) {
  return (
    <Dialog title={strings.again} isOpen onClose={onClose}>
      <p>{strings.ended(children)}</p>
      <SignInForm
        onSignedIn={() => {
          onClose();
          onSignedIn();
        }}
      />
    </Dialog>
  );
}
