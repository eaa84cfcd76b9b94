import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/sign-in.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { SignInForm } from "./SignInForm.tsx";

const strings = all.signIn;

interface SignInAgainProps {
  /** Says what happens to unsaved work. */
  readonly children: string;
  readonly onSignedIn: () => void;
  readonly onClose: () => void;
}

/** The sign-in over the screen after the session has ended; the screen keeps its state. */
export function SignInAgain({ children, onSignedIn, onClose }: SignInAgainProps) {
  return (
    <Dialog
      title={strings.again}
      onClose={onClose}
      isDismissable={false}
      actions={<Button onPress={onClose}>{everywhere.close}</Button>}
    >
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
