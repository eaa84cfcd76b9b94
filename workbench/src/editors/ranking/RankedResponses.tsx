import { strings as mediaStrings } from "#strings/editors/media.ts";
import { strings } from "#strings/editors/ranking.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { hintFor } from "../../actions/touch.ts";
import { Button } from "../../design/Button.tsx";
import { IconButton } from "../../design/IconButton.tsx";
import type { ShownResponse } from "../media/conversation.ts";
import type { Order, RankingMoves } from "./order.ts";
import styles from "./Ranking.module.css";
import type { Drag } from "./use-drag.ts";

interface RankedResponsesProps {
  readonly order: Order;
  readonly responses: readonly ShownResponse[];
  readonly moves: RankingMoves;
  readonly selected: string | null;
  readonly isReadOnly: boolean;
  readonly drag: Drag;
}

/**
 * The places from best to worst in one row above the responses, to drag responses between them. The row is as high with a response as
 * without, and says what to do until there is one.
 */
export function RankedResponses({
  order,
  responses,
  moves,
  selected,
  isReadOnly,
  drag,
}: RankedResponsesProps) {
  const letterOf = (id: string) => responses.find((response) => response.id === id)?.letter ?? "";
  const [first] = responses;
  return (
    <section
      className={styles.places}
      data-empty={order.length === 0 || undefined}
      aria-label={strings.places}
    >
      <h2>{order.length > 0 || isReadOnly ? strings.title : hintFor(strings.help)}</h2>
      {order.length === 0 && isReadOnly && <p className={styles.quiet}>{strings.unranked}</p>}
      {order.length === 0 && !isReadOnly && first !== undefined && (
        <Button onPress={() => moves.tie(first.id)}>
          {strings.equal} <kbd>{keyName(keyOf("ranking.tie", "="))}</kbd>
        </Button>
      )}
      <ol className={styles.list} data-side-by-side>
        {order.map((group, place) => (
          <li key={group.join(" ")} className={styles.group}>
            <span className={styles.rank}>{place + 1}</span>
            <ul className={styles.ties}>
              {group.map((id) => (
                <li
                  key={id}
                  className={styles.placed}
                  data-selected={id === selected || undefined}
                  {...drag.dropOn(id)}
                  {...drag.handle(id)}
                >
                  <span className={styles.name} data-letter={letterOf(id)}>
                    {mediaStrings.response(letterOf(id))}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ResponseMovesProps extends Pick<RankedResponsesProps, "order" | "moves" | "isReadOnly"> {
  readonly id: string;
  readonly letter: string;
}

/** Moves a placed response up or down, ties it, or takes it out. */
export function ResponseMoves({ id, letter, order, moves, isReadOnly }: ResponseMovesProps) {
  const group = order.find((ids) => ids.includes(id));
  if (isReadOnly || group === undefined) return null;
  const isTied = group.length > 1;
  const key = (action: string, usual: string) => keyName(keyOf(`ranking.${action}`, usual));
  return (
    <span className={styles.moves}>
      <IconButton
        icon="up"
        title={strings.moveUp(letter)}
        hint={key("up", "Alt+ArrowUp")}
        isDisabled={!isTied && order[0] === group}
        onPress={() => moves.shift(id, -1)}
      />
      <IconButton
        icon="down"
        title={strings.moveDown(letter)}
        hint={key("down", "Alt+ArrowDown")}
        isDisabled={!isTied && order.at(-1) === group}
        onPress={() => moves.shift(id, 1)}
      />
      <IconButton
        icon={isTied ? "untie" : "tie"}
        title={isTied ? strings.untieOne(letter) : strings.tieOne(letter)}
        hint={key("tie", "=")}
        isDisabled={!isTied && order.length < 2}
        onPress={() => moves.tie(id)}
      />
      <IconButton
        icon="remove"
        title={strings.remove(letter)}
        hint={key("out", "Delete")}
        onPress={() => moves.withdraw(id)}
      />
    </span>
  );
}
