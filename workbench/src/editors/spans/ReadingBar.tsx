import { Input } from "react-aria-components";
import { strings } from "#strings/editors/spans.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { Button } from "../../design/Button.tsx";
import { Checkbox } from "../../design/Checkbox.tsx";
import { MOST_HITS } from "./find.ts";
import { switchChoice, useChoice } from "./reading-choices.ts";
import styles from "./Spans.module.css";
import type { Finding } from "./use-finding.ts";
import type { SpanHand } from "./use-spans.ts";

interface FindBarProps {
  readonly finding: Finding;
  readonly hand: SpanHand;
  readonly isReadOnly: boolean;
}

/** How the text is read and marked: the search, whole words, the distance of lines. */
export function ReadingBar({ finding, hand, isReadOnly }: FindBarProps) {
  const [isSnapping, isDense] = [useChoice("words"), useChoice("dense")];
  return (
    <div className={styles.reading}>
      <Button
        look="quiet"
        aria-expanded={finding.isOpen}
        onPress={finding.isOpen ? finding.close : finding.open}
      >
        {strings.find} <kbd>{keyName(keyOf("spans.find", "Ctrl+F"))}</kbd>
      </Button>
      {!isReadOnly && (
        <Button look="quiet" aria-pressed={isSnapping} onPress={() => switchChoice("words")}>
          {strings.words} <kbd>{keyName(keyOf("spans.words", "W"))}</kbd>
        </Button>
      )}
      <Button look="quiet" aria-pressed={isDense} onPress={() => switchChoice("dense")}>
        {strings.dense}
      </Button>
      <span role="status" className={styles.told}>
        {hand.told}
      </span>
      {finding.isOpen && <Find {...{ finding, hand, isReadOnly }} />}
    </div>
  );
}

function Find({ finding, hand, isReadOnly }: FindBarProps) {
  const { sought, hits, place, seek, go, close } = finding;
  const { armed, labelAll } = hand;
  return (
    <search className={styles.find} aria-label={strings.find}>
      <Input
        type="search"
        aria-label={strings.sought}
        autoFocus
        dir="auto"
        className={styles.sought ?? ""}
        value={sought.text}
        onChange={({ currentTarget }) => seek({ text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") close();
          else return;
          event.preventDefault();
        }}
      />
      <span role="status" className={styles.hits}>
        {sought.text !== "" &&
          strings.hits(hits.length === 0 ? 0 : place + 1, hits.length, hits.length === MOST_HITS)}
      </span>
      <Button look="quiet" isDisabled={hits.length === 0} onPress={() => go(-1)}>
        {strings.previousHit}
      </Button>
      <Button look="quiet" isDisabled={hits.length === 0} onPress={() => go(1)}>
        {strings.nextHit}
      </Button>
      <Checkbox isSelected={sought.isCaseSensitive} onChange={(isCaseSensitive) => seek({ isCaseSensitive })}>
        {strings.matchCase}
      </Checkbox>
      <Checkbox isSelected={sought.isWholeWords} onChange={(isWholeWords) => seek({ isWholeWords })}>
        {strings.wholeWords}
      </Checkbox>
      {!isReadOnly && (
        <Button
          isDisabled={hits.length === 0 || armed === null}
          onPress={() => armed !== null && labelAll(hits, armed)}
        >
          {armed === null ? strings.armFirst : strings.labelHits(hits.length, armed)}
        </Button>
      )}
    </search>
  );
}
