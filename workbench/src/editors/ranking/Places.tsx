import { Button } from "../../design/Button.tsx";
import type { ShownResponse } from "../media/conversation.ts";
import type { Order, RankingMoves } from "./order.ts";
import styles from "./Ranking.module.css";

interface PlacesProps {
  readonly order: Order;
  readonly responses: readonly ShownResponse[];
  readonly moves: RankingMoves;
  readonly selected: string | null;
  readonly isReadOnly: boolean;
}

/** The places from the best to the worst, each response with what can be done to it. */
export function Places({ order, responses, moves, selected, isReadOnly }: PlacesProps) {
  const letterOf = (id: string) => responses.find((response) => response.id === id)?.letter ?? "";
  const [first] = responses;
  return (
    <section className={styles.places} aria-label="Places">
      <h2>From the best to the worst</h2>
      {order.length === 0 && (
        <div className={styles.empty}>
          <p>Press a response's digit, or click its name: the best first.</p>
          {first !== undefined && !isReadOnly && (
            <Button onPress={() => moves.tie(first.id)}>
              All are equal <kbd>=</kbd>
            </Button>
          )}
        </div>
      )}
      <ol className={styles.list}>
        {order.map((group, place) => (
          <li key={group.join(" ")} className={styles.group}>
            <span className={styles.rank}>{place + 1}</span>
            <ul className={styles.ties}>
              {group.map((id) => (
                <li key={id} className={styles.placed} data-selected={id === selected || undefined}>
                  <span className={styles.name}>Response {letterOf(id)}</span>
                  {!isReadOnly && <Moves letter={letterOf(id)} id={id} {...{ order, group, moves }} />}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface MovesProps extends Pick<PlacesProps, "order" | "moves"> {
  readonly id: string;
  readonly letter: string;
  readonly group: readonly string[];
}

function Moves({ id, letter, order, group, moves }: MovesProps) {
  const isTied = group.length > 1;
  return (
    <>
      <Button
        look="quiet"
        aria-label={`Move response ${letter} up`}
        isDisabled={!isTied && order[0] === group}
        onPress={() => moves.shift(id, -1)}
      >
        Up
      </Button>
      <Button
        look="quiet"
        aria-label={`Move response ${letter} down`}
        isDisabled={!isTied && order.at(-1) === group}
        onPress={() => moves.shift(id, 1)}
      >
        Down
      </Button>
      <Button
        look="quiet"
        aria-label={`${isTied ? "Untie" : "Tie"} response ${letter}`}
        isDisabled={!isTied && order.length < 2}
        onPress={() => moves.tie(id)}
      >
        {isTied ? "Untie" : "Tie"}
      </Button>
    </>
  );
}
