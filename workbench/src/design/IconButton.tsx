import { Button, Tooltip, TooltipTrigger } from "react-aria-components";
import { Icon, type IconName } from "./Icon.tsx";
import styles from "./IconButton.module.css";

interface IconButtonProps {
  readonly icon: IconName;
  /** The name of the action. */
  readonly title: string;
  /** The action's key. */
  readonly hint?: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

/** A button with an icon; its tooltip names the action and the key. */
export function IconButton({ icon, title, hint, isPressed, isDisabled = false, onPress }: IconButtonProps) {
  return (
    <TooltipTrigger delay={400}>
      <Button
        className={styles.button ?? ""}
        aria-label={title}
        isDisabled={isDisabled}
        onPress={onPress}
        {...(isPressed === undefined ? {} : { "aria-pressed": isPressed, "data-on": isPressed || undefined })}
      >
        <Icon name={icon} />
      </Button>
      <Tooltip className={styles.tooltip ?? ""}>
        {title} {hint !== undefined && <kbd>{hint}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
