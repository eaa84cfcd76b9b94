import { usePrefetchQuery, useSuspenseQueries } from "@tanstack/react-query";
import { Link, useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/items.ts";
import { type Answers as AllAnswers, answersQuery, lastAudit } from "../api/answers.ts";
import { type Batch, batchQuery } from "../api/batch.ts";
import { membersQuery, useMemberName, useMembers } from "../api/members.ts";
import { projectQuery } from "../api/project.ts";
import { useMay } from "../api/use-may.ts";
import { AmendDialog, canAmend } from "../batches/AmendDialog.tsx";
import { Comments } from "../comments/Comments.tsx";
import { Pins, PinsContext } from "../comments/pins.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { Panel } from "../design/Panel.tsx";
import { Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import { formatPercent } from "../strings/format.ts";
import { asGuidelines, nameOf } from "../thumbnails/item.ts";
import { sayResult } from "../thumbnails/say-result.ts";
import { BulkDialog } from "./BulkDialog.tsx";
import { REQUEUE_ONE } from "./bulk-actions.ts";
import { Drawing, titleOf } from "./Drawing.tsx";
import styles from "./ItemPage.module.css";
import { type Answer, type Item, itemQuery, itemTone } from "./item.ts";
import { leaveFor } from "./list-place.ts";
import { Neighbors } from "./Neighbors.tsx";
import { sayReasons } from "./say-reasons.ts";

const strings = all.item;
const log = all.answers;

/** An item with its label and answers drawn on it, its state, comments and all answers. It appears whole, so that nothing moves. */
export function ItemPage() {
  const [pins] = useState(() => new Pins());
  const { id } = useParams({ from: "/inside/items/$id" });
  usePrefetchQuery(membersQuery);
  const [{ data: item }, { data: answers }] = useSuspenseQueries({
    queries: [itemQuery(id), answersQuery(id)],
  });
  const [{ data: batch }, { data: project }] = useSuspenseQueries({
    queries: [batchQuery(item.batch_id), { ...projectQuery(item.project_id), select: asGuidelines }],
  });
  const { isPending } = useMembers(); // ids instead of names would wrap the buttons above the item
  const [opener] = useState(useLocation({ select: ({ state }) => state.items })); // the same for all items that follow
  const list = opener ?? { batch: batch.id };
  useEffect(() => leaveFor(list, id));
  if (isPending) return null;
  return (
    <div className={styles.page}>
      <PageHead
        title={nameOf(item)}
        trail={[
          <Link key="batch" to="/batches/$id" params={{ id: batch.id }}>
            {batch.name}
          </Link>,
          <Link key="items" to="/items" search={list}>
            {strings.items}
          </Link>,
        ]}
        badge={<Badge tone={itemTone(item.status)}>{item.status}</Badge>}
      >
        {opener !== undefined && <Neighbors id={id} list={opener} items={batch.item_count} />}
        <Wrong item={item} batch={batch} />
      </PageHead>
      <Audited item={item} answers={answers} />
      <PinsContext value={pins}>
        <Drawing key={id} {...{ item, project }} answers={answers.data} />
        {answers.data.length > 0 && (
          <Panel title={strings.answers}>
            <Answers answers={answers.data} audits={answers.audits} />
          </Panel>
        )}
        <div className={styles.pair}>
          <Panel title={strings.comments}>
            <Talk id={id} answers={answers.data} />
          </Panel>
          <Facts item={item} />
        </div>
      </PinsContext>
    </div>
  );
}

/** What the last audit found wrong with the label, as long as it is the same round. */
function Audited({ item, answers }: { readonly item: Item; readonly answers: AllAnswers }) {
  const last = lastAudit(answers);
  if (last?.acceptable !== false || last.round !== item.round || item.label === null) return null;
  const [label, right] = [sayResult(item.label), sayResult(last.result)];
  return (
    <Notice tone="warn">
      {item.origin === "correction" ? strings.corrected : strings.foundWrong(label === right ? null : right)}
      {last.reason !== null && (
        <>
          {" "}
          <q>{last.reason}</q>
        </>
      )}
    </Notice>
  );
}

/** The action for a wrong label: send the item back, or amend a certified batch. */
function Wrong({ item, batch }: { readonly item: Item; readonly batch: Batch }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const canChange = useMay("batches:write");
  const isAnswered = item.status !== "open" || item.answer_count > 0;
  const isOpen = batch.status === "created" || batch.status === "processing";
  if (!canChange || !isAnswered || !(isOpen || canAmend(batch))) return null;
  const close = () => setAsked(false);
  return (
    <>
      <Button onPress={() => setAsked(true)}>{isOpen ? all.actions.requeue : strings.wrong}</Button>
      {isAsked && isOpen && (
        <BulkDialog
          action={REQUEUE_ONE}
          filter={{ batch_id: batch.id, item_ids: [item.id] }}
          onClose={close}
        />
      )}
      {isAsked && !isOpen && (
        <AmendDialog
          batch={batch}
          title={strings.wrong}
          item_ids={[item.id]}
          onClose={(isDone) => {
            close();
            if (isDone) void navigate({ to: "/batches/$id", params: { id: batch.id } });
          }}
        />
      )}
    </>
  );
}

function Facts({ item }: { readonly item: Item }) {
  const { label, origin, support, round, answer_count, overlap_required, skip_count, priority, metadata } =
    item;
  const facts: [string, string | null][] = [
    [strings.label, label === null ? null : sayResult(label)],
    [strings.origin, origin],
    [all.suspicion.reasons, item.suspicion === null ? null : sayReasons(item.suspicion)],
    [strings.support, support === null ? null : formatPercent(support)],
    [strings.excludedReason, item.excluded_reason],
    [strings.answerCount, everywhere.numberOf(String(answer_count), String(overlap_required))],
    [strings.skips, skip_count === 0 ? null : String(skip_count)],
    [strings.round, String(round)],
    [strings.priority, String(priority)],
    [strings.position, String(item.position)],
    [strings.group, item.group],
    [strings.id, item.id],
    ...Object.entries(metadata).map(([key, value]): [string, string] => [key, String(value)]),
  ];
  return (
    <Panel title={strings.facts}>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} style={{ display: "contents" }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}

interface AnswersProps {
  /** Oldest first. */
  readonly answers: readonly Answer[];
}

/** The comments on the item; annotators see the comments on their answers. */
function Talk({ id, answers }: AnswersProps & { readonly id: string }) {
  const nameOfMember = useMemberName();
  const given = answers.filter(({ superseded_at }) => superseded_at === null);
  const named = given.map((answer) => ({
    id: answer.id,
    name: titleOf(answer, nameOfMember(answer.member_id)),
  }));
  return <Comments item_id={id} answers={named} isReadOnly={!useMay("annotations:write")} />;
}

function Answers({ answers, audits }: AnswersProps & Pick<AllAnswers, "audits">) {
  const found = new Map(audits.map((audit) => [audit.annotation_id, audit]));
  const nameOfMember = useMemberName();
  return (
    <Table
      caption={log.caption}
      rows={answers}
      keyOf={(answer) => answer.id}
      columns={[
        { title: log.annotator, cell: ({ member_id }) => nameOfMember(member_id) },
        {
          title: log.kind,
          cell: ({ kind, superseded_at }) => (superseded_at === null ? kind : log.superseded(kind)),
        },
        {
          title: log.answer,
          cell: ({ id, result }) => (
            <>
              {sayResult(result)}
              {found.get(id)?.acceptable === false && ` · ${log.foundWrong}`}
            </>
          ),
        },
        { title: log.round, cell: ({ round }) => round, isNumber: true },
        { title: log.guidelines, cell: ({ guideline_version }) => log.version(guideline_version) },
        {
          title: log.time,
          cell: ({ active_ms }) => (active_ms === null ? "–" : log.seconds((active_ms / 1_000).toFixed(1))),
          isNumber: true,
        },
        { title: log.submitted, cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
    />
  );
}
