"""What the service sends.

Made from openapi.json by `npm run fix`; changes are lost.
"""

from __future__ import annotations

import builtins
from datetime import datetime
from typing import Any, Literal, TypeAlias

from pydantic import Field

from assay._model import Model


class Account(Model):
    """See Account in openapi.json."""

    id: str

    name: str

    owner_email: str | None

    plan: Literal["starter", "growth", "enterprise"] | str

    rate_limit_per_minute: int

    strict_annotators: bool
    """True: an `annotator` whom the account does not have is a fault. False: the name becomes a member"""

    limits: Limits

    created_at: datetime


class AnnotationPredictionShown(Model):
    """The first prediction that the task showed when it was claimed; null for audits and adjudications"""

    model: str

    version: str | None

    score: float | None

    distance: float
    """How much the annotator changed it: 0 unchanged, 1 nothing in common; the mean over the result, by the type's distance, and the fields that the model answered"""


class Annotation(Model):
    """See Annotation in openapi.json."""

    id: str

    task_id: str | None

    item_id: str

    batch_id: str

    member_id: str

    kind: Literal["annotate", "audit", "adjudicate", "gold", "training"] | str
    """gold: only measures the annotator and never counts for the label; training: qualifies the annotator and counts for nothing else"""

    round: int

    version: int
    """Number of this member's answer to the item in the round, from 1"""

    superseded_at: datetime | None

    guideline_version: int

    result: dict[str, Any]
    """The answer, a result of the project's annotation type"""

    fields: dict[str, Any] | None

    active_ms: int | None

    client_id: str | None

    response_order: builtins.list[str] | None

    answered_at: datetime | None

    prediction_shown: AnnotationPredictionShown | None

    created_at: datetime


class AnnotatorQualifiedEventData(Model):
    """See AnnotatorQualifiedEventData in openapi.json."""

    project_id: str

    member_id: str
    """A member's id"""

    external_id: str | None

    basis: Literal["training", "manager"] | str
    """manager: somebody let the member pass"""

    attempt: int

    items: int

    right: int

    qualified_at: datetime


class AnnotatorQualifiedEvent(Model):
    """See AnnotatorQualifiedEvent in openapi.json."""

    id: str

    type: Literal["annotator.qualified"]

    created_at: datetime

    data: AnnotatorQualifiedEventData


class AnnotatorTrend(Model):
    """See AnnotatorTrend in openapi.json."""

    member_id: str

    days: builtins.list[WorkDay]
    """Only days with answers, the oldest first"""

    drift: builtins.list[Drift]


class ApiKey(Model):
    """See ApiKey in openapi.json."""

    id: str

    name: str

    prefix: str
    """The key's first 14 characters"""

    last4: str
    """The last four characters"""

    scopes: builtins.list[str]

    created_at: datetime

    last_used_at: datetime | None

    expires_at: datetime | None

    revoked_at: datetime | None


class AssistedObjects(Model):
    """See AssistedObjects in openapi.json."""

    objects: builtins.list[Any]
    """As in a result of the annotation type, the spans of a text among them; empty where the model finds nothing, and after a preparation"""


class AutoAcceptOutcomeChosen(Model):
    """See AutoAcceptOutcomeChosen in openapi.json."""

    threshold: float | None

    items: int
    """Predictions at or above it"""

    checked: int
    """Check items among them"""

    wrong: int
    """Check items among them whose prediction is wrong by people's label"""

    alpha: float
    """The part of 1 − `confidence` with which it was tested"""

    bound: float
    """At most this share of `items` is wrong, at the stated confidence"""


class AutoAcceptOutcomeSteps(Model):
    """See AutoAcceptOutcomeSteps in openapi.json."""

    threshold: float | None

    items: int
    """Predictions at or above it"""

    checked: int
    """Check items among them"""

    wrong: int
    """Check items among them whose prediction is wrong by people's label"""

    alpha: float
    """The part of 1 − `confidence` with which it was tested"""

    bound: float
    """At most this share of `items` is wrong, at the stated confidence"""


class AutoAcceptOutcome(Model):
    """See AutoAcceptOutcome in openapi.json."""

    population: int
    """Items with a prediction when the check items were drawn"""

    checked: int
    """Check items"""

    chosen: AutoAcceptOutcomeChosen | None

    steps: builtins.list[AutoAcceptOutcomeSteps]
    """The thresholds in the order in which they were tested"""


class AutoAccept(Model):
    """See AutoAccept in openapi.json."""

    number: int
    """From 1 in the batch"""

    model: str

    version: str | None

    max_wrong: float

    confidence: float

    check: int

    status: Literal["holding", "checking", "accepting", "finished", "canceled"] | str
    """holding: items are being withheld from annotators; checking: people answer the check items; accepting: items get the model's label or go to annotators"""

    checks_open: int
    """Check items that still need answers"""

    accepted: int
    """Items that got the model's label"""

    outcome: AutoAcceptOutcome | None

    sentence: str
    """What happens, or what came of it"""

    created_at: datetime

    updated_at: datetime


class AutoAcceptPlanRowsUninformative(Model):
    """See AutoAcceptPlanRowsUninformative in openapi.json."""

    accepted: float
    """Share of the items that a threshold would accept, on average"""

    answers_saved: int
    """Answers that people would not have to give"""

    minutes_saved: float | None

    cost_saved: float | None


class AutoAcceptPlanRowsInformative(Model):
    """See AutoAcceptPlanRowsInformative in openapi.json."""

    accepted: float
    """Share of the items that a threshold would accept, on average"""

    answers_saved: int
    """Answers that people would not have to give"""

    minutes_saved: float | None

    cost_saved: float | None


class AutoAcceptPlanRows(Model):
    """See AutoAcceptPlanRows in openapi.json."""

    max_wrong: float

    accuracy: float
    """Share of the items on which the model is right"""

    check: int
    """Check items; without `check`, the number that saves most answers"""

    uninformative: AutoAcceptPlanRowsUninformative

    informative: AutoAcceptPlanRowsInformative


class AutoAcceptPlan(Model):
    """See AutoAcceptPlan in openapi.json."""

    items: int
    """Untouched items with a prediction of the model"""

    overlap: int
    """Answers per item"""

    seconds_per_answer: float | None

    rows: builtins.list[AutoAcceptPlanRows]
    """For 1, 2, 5 and 10 % wrong labels and models of 80, 90, 95 and 98 %. uninformative: scores say nothing; informative: the surer half has a quarter of the wrong labels. Empty if `items` is 0"""


class BatchCertifies(Model):
    """The version of a dataset whose items the batch has frozen copies of, to certify them by one audit"""

    dataset_id: str

    version: int


class BatchRevisions(Model):
    """See BatchRevisions in openapi.json."""

    revision: int

    quality_score: int

    certification_level: Literal["none", "agreement", "basic", "standard", "premium", "elite"] | str
    """agreement: annotators agree, and nobody checked a label"""

    certified_at: datetime | None

    superseded_by: int | None

    superseded_by_failed_amendment: bool
    """True if an amendment of this revision failed and no other has replaced it; the revision stays valid"""

    download_url: str


class BatchAudit(Model):
    """See BatchAudit in openapi.json."""

    look: int
    """Number of the audited round in the batch, from 1"""

    required: int
    """Audits needed in total up to the next decision"""

    most_required: int
    """The most audits that the round may need in total"""

    done: int

    wrong_allowed: int | None

    unit: Literal["item", "group"] | str
    """The unit of these counts; a group is all items with the same `group`, or an item without one"""


class BatchEarlier(Model):
    """See BatchEarlier in openapi.json."""

    batch_id: str | None

    shared_items: int
    """Items of this batch whose content the earlier one had"""

    rounds: int
    """Rounds whose budgets were used on the earlier batch"""

    outcome: Literal["certified", "failed", "abandoned", "open"] | str
    """certified: an audit of it passed; failed: none passed; abandoned: it was deleted during an audit; open: an audit is in progress"""

    at: datetime | None


class BatchConsensus(Model):
    """How a model computed the current labels; null if none did"""

    method: Literal["majority", "one-coin", "dawid-skene", "hierarchical"] | str

    version: int

    answers: int
    """Answers that the labels were computed from"""

    changed: int
    """Labels that changed"""


class BatchFailureReasons(Model):
    """See BatchFailureReasons in openapi.json."""

    code: str

    message: str

    count: int


class BatchSentBack(Model):
    """The last rework of the batch; null if there was none"""

    round: int
    """The labeling round that began"""

    reason: str | None

    member_id: str | None

    at: datetime


class Batch(Model):
    """See Batch in openapi.json."""

    id: str

    project_id: str

    name: str

    status: Literal["created", "processing", "completed", "certified", "failed"] | str

    file_count: int

    item_count: int

    items_ready: int
    """Items created so far: less than `item_count` while Assay fills a large batch. Claims start when all exist"""

    annotated_count: int
    """Items with an accepted label"""

    excluded_count: int

    progress: float
    """Share of the items that are not open"""

    priority: Literal["low", "normal", "high"] | str

    queue_order: Literal["random", "uncertainty", "disagreement"] | str
    """The order in which annotators get items of the same priority. random (default); uncertainty: the lowest score of a prediction first; disagreement: those first whose predictions differ most. Items without what is compared come last; those that somebody has begun come first. A job puts them in order again when predictions arrive"""

    hold: bool

    certifies: BatchCertifies | None

    revision: int
    """The certified revision, or 1 before the first verdict"""

    revisions: builtins.list[BatchRevisions]
    """The certified revisions, oldest first"""

    amendment: Literal["processing", "completed", "failed"] | str | None

    quality_score: int | None

    certification_level: Literal["none", "agreement", "basic", "standard", "premium", "elite"] | str | None

    required_level: Literal["none", "basic", "standard", "premium", "elite"] | str

    required_quality_score: int

    round: int

    audit: BatchAudit | None

    audited_count: int | None

    awaits_challenge: bool
    """True if the labels are fixed and the audit begins once somebody sends a nonce to POST /v1/batches/{id}/challenge"""

    earlier: builtins.list[BatchEarlier]
    """Batches audited before with some of the same items, those with the most first; at most 100"""

    earlier_rounds: int
    """Rounds that they used on more than a tenth of the items: this batch starts with the budget of the next one"""

    consensus: BatchConsensus | None

    sentence: str
    """The batch's quality in words"""

    download_url: str | None

    export_format: str

    failure_reasons: builtins.list[BatchFailureReasons]

    sent_back: BatchSentBack | None

    metadata: dict[str, Any]

    created_at: datetime

    updated_at: datetime

    processing_at: datetime | None

    completed_at: datetime | None

    certified_at: datetime | None

    failed_at: datetime | None


class BatchCertifiedEventData(Model):
    """See BatchCertifiedEventData in openapi.json."""

    batch_id: str

    project_id: str

    quality_score: int

    certification_level: str

    file_count: int

    download_url: str


class BatchCertifiedEvent(Model):
    """See BatchCertifiedEvent in openapi.json."""

    id: str

    type: Literal["batch.certified"]

    created_at: datetime

    data: BatchCertifiedEventData


class BatchCompletedEventData(Model):
    """See BatchCompletedEventData in openapi.json."""

    batch_id: str

    project_id: str

    status: Literal["completed"]

    file_count: int

    annotation_count: int

    round: int

    completed_at: datetime


class BatchCompletedEvent(Model):
    """See BatchCompletedEvent in openapi.json."""

    id: str

    type: Literal["batch.completed"]

    created_at: datetime

    data: BatchCompletedEventData


class BatchCreatedEventData(Model):
    """See BatchCreatedEventData in openapi.json."""

    batch_id: str

    project_id: str

    status: Literal["created"]

    name: str

    file_count: int

    round: int


class BatchCreatedEvent(Model):
    """See BatchCreatedEvent in openapi.json."""

    id: str

    type: Literal["batch.created"]

    created_at: datetime

    data: BatchCreatedEventData


class BatchFailedEventDataReasons(Model):
    """See BatchFailedEventDataReasons in openapi.json."""

    code: str

    message: str

    count: int


class BatchFailedEventData(Model):
    """See BatchFailedEventData in openapi.json."""

    batch_id: str

    project_id: str

    status: Literal["failed"]

    file_count: int

    quality_score: int

    required_quality_score: int

    round: int

    reasons: builtins.list[BatchFailedEventDataReasons]

    failed_at: datetime


class BatchFailedEvent(Model):
    """See BatchFailedEvent in openapi.json."""

    id: str

    type: Literal["batch.failed"]

    created_at: datetime

    data: BatchFailedEventData


class BatchForecast(Model):
    """See BatchForecast in openapi.json."""

    batch_id: str

    items_left: int
    """Items without an accepted label that are not excluded"""

    answers_left: int
    """Answers that these items still need; ties may need more. None for items that wait for an adjudicator. With more than 10,000 items left, the overlap decides"""

    audits_left: int
    """Audits of the current stage without a verdict"""

    adjudications_left: int
    """At most 10,000"""

    finish: ForecastFinish | None

    days: builtins.list[int]
    """Answers of each of the past days, from the first answer or of the last 28, the oldest first; without today"""

    seconds_per_answer: float | None

    hours_left: float | None

    hours_spent: float | None

    certified_labels: int
    """Labels of the batch if it is certified; otherwise 0"""

    hours_per_certified_label: float | None


class BatchProcessingEventData(Model):
    """See BatchProcessingEventData in openapi.json."""

    batch_id: str

    project_id: str

    status: Literal["processing"]

    file_count: int

    round: int

    started_at: datetime

    reason: str | None


class BatchProcessingEvent(Model):
    """See BatchProcessingEvent in openapi.json."""

    id: str

    type: Literal["batch.processing"]

    created_at: datetime

    data: BatchProcessingEventData


class BatchTrends(Model):
    """See BatchTrends in openapi.json."""

    batch_id: str

    from_: datetime = Field(alias="from")
    """Answers given since then are counted: of 60 days, or fewer if there are more than 20,000"""

    to: datetime

    is_limited: bool
    """Whether the newest 20,000 answers did not reach back 60 days"""

    annotators: builtins.list[AnnotatorTrend]
    """Those with the most answers, at most 50"""


class Blocker(Model):
    """See Blocker in openapi.json."""

    kind: Literal["failed", "hold", "returned", "conflict", "tied", "skipped", "skipped_once", "paused", "audit", "model_check", "overlap", "comment", "gold", "training", "untrained", "export", "run", "import", "upload"] | str
    """failed: a batch waits for rework. hold: a batch with work to do is on hold. returned: items that rework or an amendment sent back, reserved for a day for the people who answered them before. conflict: items whose answers disagree, skipped: items that were skipped; both wait for an adjudicator. tied: items whose answers disagree and wait for one more answer, skipped_once: items that one person skipped and that wait for another; both once nothing else is left to annotate in the batch. paused: an annotator whose answers to known items were too often wrong. audit: labels to audit that nobody has begun. model_check: items whose answers decide what a model may label. overlap: open items that need answers of more annotators than the project has. comment: open questions. gold: too few known items for the policy’s gold_floor ever to pause an annotator. training: too few known items for the training of new annotators. untrained: a member failed the training and gets no items of the project. export: the newest export of the last seven days failed. run: runs of models that failed, stopped or have not moved since 15 minutes after their deadline. import: datasets that could not be imported in the last seven days. upload: uploads that failed in these, of those that the caller may read; they belong to no project and are listed in each"""

    batch_id: str | None

    batch_name: str | None

    member_id: str | None

    count: int
    """Number of items, audits, comments, known items, runs, imports or uploads; at most 10,000. 1 for failed, hold, paused, untrained and export"""

    detail: str | None

    can_act: CanAct


class BulkCount(Model):
    """See BulkCount in openapi.json."""

    count: int
    """Items that would change now"""

    is_lower_bound: bool
    """True where there are more items than one request looks at (50,000, or 16 MB of texts for q)"""


class BulkJob(Model):
    """See BulkJob in openapi.json."""

    id: str

    action: Literal["priority", "requeue", "exclude", "gold", "accept_prediction", "adjudicate", "release"] | str
    """priority: changes open items. requeue: asks for new answers under the newest guidelines. exclude: leaves items out, with a reason. gold: uses accepted labels as known answers that measure annotators. accept_prediction: makes a model's prediction the label of open items, without those that people check for an auto-accept. adjudicate: let an adjudicator decide open items whose answers disagree or that somebody skipped, in place of one more answer. release: offers items to every annotator that rework reserved for those who answered them before"""

    status: Literal["running", "finished"] | str

    count: int
    """Items that matched when the job was created; grows if the job finds more"""

    changed: int
    """Items changed so far; items whose state changed in the meantime are skipped"""

    created_at: datetime

    finished_at: datetime | None


class CanAct(Model):
    """See CanAct in openapi.json."""

    roles: builtins.list[Literal["owner", "manager", "reviewer", "annotator", "viewer"] | str]
    """The roles that may"""

    members: int
    """Active people of the project with such a role, without those who worked on all of its items; of returned: those for whom items are reserved"""

    member_ids: builtins.list[str]
    """The first five of them"""


class CertificateSignatures(Model):
    """See CertificateSignatures in openapi.json."""

    keyid: str

    sig: str


class Certificate(Model):
    """The signed DSSE envelope, and the current status of the certificate"""

    payloadType: str

    payload: str
    """An in-toto Statement v1 in base64"""

    signatures: builtins.list[CertificateSignatures]

    id: str

    batch_id: str

    revision: int

    issued_at: datetime

    superseded_by: str | None

    failed_amendments: int
    """Failed audits of later amendments of the batch; the certificate page shows their findings"""

    superseded_by_failed_amendment: bool
    """True if an amendment of this revision failed and no other has replaced it; the certificate stays valid"""

    revoked_at: datetime | None

    page_url: str
    """The certificate page, which recipients of the data can read without a key"""

    log: LogProof | None


class CertificateKey(Model):
    """See CertificateKey in openapi.json."""

    kty: Literal["OKP"]

    crv: Literal["Ed25519"]

    alg: Literal["EdDSA"]

    use: Literal["sig"]

    kid: str
    """SHA-256 of the SPKI DER in hexadecimal: the `keyid` of signatures"""

    x: str
    """The public key in base64url"""

    pem: str
    """The same as SPKI PEM, for OpenSSL"""

    created_at: datetime

    not_after: datetime | None

    revoked_at: datetime | None


class CertificateKeysRevokedCertificates(Model):
    """See CertificateKeysRevokedCertificates in openapi.json."""

    id: str

    revoked_at: datetime

    reason: str | None


class CertificateKeys(Model):
    """See CertificateKeys in openapi.json."""

    keys: builtins.list[CertificateKey]

    revoked_certificates: builtins.list[CertificateKeysRevokedCertificates]


class CommentAuthor(Model):
    """See CommentAuthor in openapi.json."""

    id: str

    name: str


class CommentPlaceSpan(Model):
    """Code points of the text"""

    start: int

    end: int


class CommentPlacePoint(Model):
    """Pixels of the upright image"""

    x: float

    y: float


class CommentPlace(Model):
    """The items to change; an item must match all of these"""

    object: int | str | None = Field(default=None)
    """The object, span or segment of the answer: its index from 0, or its id"""

    span: CommentPlaceSpan | None = Field(default=None)
    """Code points of the text"""

    time: float | None = Field(default=None)
    """Seconds of a recording"""

    point: CommentPlacePoint | None = Field(default=None)
    """Pixels of the upright image"""


class Comment(Model):
    """See Comment in openapi.json."""

    id: str

    thread_id: str
    """The id of the first comment of the thread, which may be this one"""

    project_id: str

    batch_id: str

    item_id: str

    annotation_id: str | None

    author: CommentAuthor

    place: CommentPlace | None

    text: str

    resolved: bool

    resolved_at: datetime | None

    resolved_by: str | None

    created_at: datetime

    updated_at: datetime


class CommentCreatedEventData(Model):
    """See CommentCreatedEventData in openapi.json."""

    comment_id: str

    thread_id: str
    """The first comment of the thread, which may be this one"""

    batch_id: str

    project_id: str

    item_id: str

    annotation_id: str | None

    author_id: str
    """A member's id"""

    commented_at: datetime


class CommentCreatedEvent(Model):
    """See CommentCreatedEvent in openapi.json."""

    id: str

    type: Literal["comment.created"]

    created_at: datetime

    data: CommentCreatedEventData


class CommentResolvedEventData(Model):
    """See CommentResolvedEventData in openapi.json."""

    comment_id: str

    thread_id: str
    """The first comment of the thread, which may be this one"""

    batch_id: str

    project_id: str

    item_id: str

    annotation_id: str | None

    resolved_by: str
    """A member's id"""

    resolved_at: datetime


class CommentResolvedEvent(Model):
    """See CommentResolvedEvent in openapi.json."""

    id: str

    type: Literal["comment.resolved"]

    created_at: datetime

    data: CommentResolvedEventData


class ConsensusPreviewLogLikelihoods(Model):
    """Mean log-likelihood of the known labels, or of held-out answers"""

    one_coin: float = Field(alias="one-coin")

    hierarchical: float | None = Field(default=None)

    dawid_skene: float | None = Field(default=None, alias="dawid-skene")
    """Only in versions whose `model_version` is 1, instead of `hierarchical`"""


class ConsensusPreviewChanges(Model):
    """See ConsensusPreviewChanges in openapi.json."""

    item_id: str

    from_: str | builtins.list[str] = Field(alias="from")
    """The label, or a list for types with several labels"""

    to: str | builtins.list[str]
    """The label, or a list for types with several labels"""

    support: float
    """Share of the answers that support `to`; for several labels, the smallest of their shares"""


class ConsensusPreview(Model):
    """See ConsensusPreview in openapi.json."""

    batch_id: str

    method: Literal["majority", "one-coin", "dawid-skene", "hierarchical"] | str

    reason: Literal["asked", "nothing_to_learn", "many_answers", "many_labels", "gold", "held_out", "parts"] | str
    """Why this method: `gold` and `held_out` compare the likelihoods; `parts` decides spans by the parts of the text; `many_answers` only in versions whose `model_version` is 1"""

    log_likelihoods: ConsensusPreviewLogLikelihoods | None

    items: int

    answers: int

    annotators: int

    labels: int

    known: int
    """Items whose label is gold, adjudicated or audited"""

    changed: int
    """Items whose label changes"""

    changes: builtins.list[ConsensusPreviewChanges]
    """The first 100 by position"""

    versions: builtins.list[ConsensusVersion]
    """The versions so far, the current one last; at most 100"""


class ConsensusVersionLogLikelihoods(Model):
    """Mean log-likelihood of the known labels, or of held-out answers"""

    one_coin: float = Field(alias="one-coin")

    hierarchical: float | None = Field(default=None)

    dawid_skene: float | None = Field(default=None, alias="dawid-skene")
    """Only in versions whose `model_version` is 1, instead of `hierarchical`"""


class ConsensusVersion(Model):
    """See ConsensusVersion in openapi.json."""

    version: int

    round: int

    asked: Literal["auto", "majority", "one-coin", "dawid-skene", "hierarchical"] | str
    """`auto` lets Assay choose; see docs/quality.md"""

    method: Literal["majority", "one-coin", "dawid-skene", "hierarchical"] | str

    reason: Literal["asked", "nothing_to_learn", "many_answers", "many_labels", "gold", "held_out", "parts"] | str
    """Why this method: `gold` and `held_out` compare the likelihoods; `parts` decides spans by the parts of the text; `many_answers` only in versions whose `model_version` is 1"""

    log_likelihoods: ConsensusVersionLogLikelihoods | None

    items: int

    answers: int

    annotators: int

    labels: int

    known: int
    """Items whose label is gold, adjudicated or audited"""

    changed: int
    """Items whose label changes"""

    model_version: int
    """Version of the code that computed it"""

    iterations: int

    created_at: datetime


class DatasetQuery(Model):
    """See DatasetQuery in openapi.json."""

    project_id: str

    batch_ids: builtins.list[str] | None = Field(default=None)
    """Default: every batch of the project"""

    statuses: builtins.list[Literal["created", "processing", "completed", "certified", "failed"] | str]

    labels: builtins.list[str] | None = Field(default=None)
    """An item has at least one of them"""

    metadata: dict[str, str] | None = Field(default=None)

    q: str | None = Field(default=None)
    """In the text or conversation, or in the name of a file that is one item"""


class DatasetSplits(Model):
    """See DatasetSplits in openapi.json."""

    seed: str

    train: int

    validation: int

    test: int


class Dataset(Model):
    """See Dataset in openapi.json."""

    id: str

    project_id: str

    name: str

    query: DatasetQuery

    splits: DatasetSplits

    last_version: int
    """0 before the first"""

    created_at: datetime

    updated_at: datetime


class DatasetBatch(Model):
    """See DatasetBatch in openapi.json."""

    batch_id: str

    status: str
    """The batch's status in the snapshot"""

    items: int
    """Its items in the version"""

    revision: int | None

    certificate_id: str | None

    sha256: str | None


class DatasetDifferenceBefore(Model):
    """See DatasetDifferenceBefore in openapi.json."""

    result: Any

    fields: dict[str, Any] | None

    group: str | None

    metadata: dict[str, Any]

    split: str | None


class DatasetDifferenceAfter(Model):
    """See DatasetDifferenceAfter in openapi.json."""

    result: Any

    fields: dict[str, Any] | None

    group: str | None

    metadata: dict[str, Any]

    split: str | None


class DatasetDifference(Model):
    """See DatasetDifference in openapi.json."""

    change: Literal["added", "removed", "changed"] | str

    id: str
    """The item"""

    batch_id: str

    external_id: str | None

    before: DatasetDifferenceBefore | None

    after: DatasetDifferenceAfter | None


class DatasetImportError(Model):
    """See DatasetImportError in openapi.json."""

    code: str

    message: str


class DatasetImport(Model):
    """See DatasetImport in openapi.json."""

    upload_id: str

    batch_id: str

    format: str

    kind: Literal["annotations", "predictions", "gold"] | str
    """annotations: the answers of people. predictions: the prediction of each item, or else its last answer. gold: known answers"""

    dry_run: bool

    status: Literal["running", "finished", "failed"] | str

    lines: int
    """Answers read so far; they are stored all at once at the end, or none"""

    result: Imported | None

    error: DatasetImportError | None

    created_at: datetime

    finished_at: datetime | None


class DatasetVersionQuery(Model):
    """See DatasetVersionQuery in openapi.json."""

    project_id: str

    batch_ids: builtins.list[str] | None = Field(default=None)
    """Default: every batch of the project"""

    statuses: builtins.list[Literal["created", "processing", "completed", "certified", "failed"] | str]

    labels: builtins.list[str] | None = Field(default=None)
    """An item has at least one of them"""

    metadata: dict[str, str] | None = Field(default=None)

    q: str | None = Field(default=None)
    """In the text or conversation, or in the name of a file that is one item"""


class DatasetVersionSplits(Model):
    """See DatasetVersionSplits in openapi.json."""

    seed: str

    train: int

    validation: int

    test: int


class DatasetVersionCounts(Model):
    """See DatasetVersionCounts in openapi.json."""

    items: int

    batches: int

    train: int

    validation: int

    test: int


class DatasetVersionCertification(Model):
    """The batch that certifies the version as a whole; null if nobody has asked for it"""

    batch_id: str

    status: Literal["created", "processing", "completed", "certified", "failed"] | str

    certificate_id: str | None


class DatasetVersionPush(Model):
    """The last push to the Hugging Face Hub; null if there was none"""

    url: str

    endpoint: str | None

    media: bool

    status: Literal["pushing", "pushed", "failed"] | str

    error: str | None

    files: int | None

    files_sent: int
    """Those that the Hub has"""

    commit: str | None

    requested_at: datetime

    ended_at: datetime | None


class DatasetVersion(Model):
    """See DatasetVersion in openapi.json."""

    dataset_id: str

    version: int

    status: Literal["processing", "ready", "failed", "erased"] | str
    """erased: it had items of a batch that was deleted since, and cannot be downloaded"""

    error: str | None

    query: DatasetVersionQuery

    splits: DatasetVersionSplits

    counts: DatasetVersionCounts | None

    certified: bool | None

    certification: DatasetVersionCertification | None

    push: DatasetVersionPush | None

    sha256: str | None

    size_bytes: int | None

    snapshot_at: datetime | None

    created_at: datetime

    updated_at: datetime


class DeliveryLastAttempt(Model):
    """How the last attempt ended; null before it"""

    status_code: int | None

    error_code: str | None


class Delivery(Model):
    """See Delivery in openapi.json."""

    id: str

    webhook_id: str

    event_id: str

    event_type: str

    status: Literal["pending", "delivered", "failed", "skipped", "canceled"] | str

    attempt_count: int

    next_attempt_at: datetime | None

    created_at: datetime

    delivered_at: datetime | None

    trigger: Literal["event", "replay", "test"] | str

    last_attempt: DeliveryLastAttempt | None


class DeliveryAttempt(Model):
    """See DeliveryAttempt in openapi.json."""

    id: str

    attempt: int
    """0 for the first delivery, 1 for the first retry"""

    started_at: datetime

    duration_ms: int

    status_code: int | None

    error_code: str | None

    response_body: str | None


class DeliveryWithAttemptsLastAttempt(Model):
    """How the last attempt ended; null before it"""

    status_code: int | None

    error_code: str | None


class DeliveryWithAttempts(Model):
    """See DeliveryWithAttempts in openapi.json."""

    id: str

    webhook_id: str

    event_id: str

    event_type: str

    status: Literal["pending", "delivered", "failed", "skipped", "canceled"] | str

    attempt_count: int

    next_attempt_at: datetime | None

    created_at: datetime

    delivered_at: datetime | None

    trigger: Literal["event", "replay", "test"] | str

    last_attempt: DeliveryWithAttemptsLastAttempt | None

    attempts: builtins.list[DeliveryAttempt]


class Digest(Model):
    """See Digest in openapi.json."""

    frequency: Literal["none", "daily"] | str
    """daily: at most one mail a day, and none if nothing is new"""

    time_zone: str | None

    email: str | None


class DownloadBuilding(Model):
    """See DownloadBuilding in openapi.json."""

    status: Literal["building"]

    message: str


class DownloadLink(Model):
    """See DownloadLink in openapi.json."""

    url: str
    """Needs no key"""

    expires_at: datetime


class DrawChallengeBeacon(Model):
    """See DrawChallengeBeacon in openapi.json."""

    chain: str
    """The hash of the chain, in hexadecimal"""

    round: int

    signature: str
    """In hexadecimal; its SHA-256 is the nonce"""


class DrawChallenge(Model):
    """See DrawChallenge in openapi.json."""

    source: Literal["nonce", "beacon", "log"] | str
    """nonce: sent by you; beacon: a round of a public beacon; log: the root hash of the log"""

    nonce: str

    beacon: DrawChallengeBeacon | None


class DrawLog(Model):
    """See DrawLog in openapi.json."""

    committed_at: int
    """Position of the entry in /log"""

    fixed_at: int | None

    challenged_at: int | None


class Draw(Model):
    """Items are drawn in the order of HMAC-SHA-256(seed, nonce followed by the item's id)"""

    round: int

    seed_sha256: str
    """SHA-256 in hexadecimal"""

    root: str | None

    items: int | None

    challenge: DrawChallenge | None

    seed: str | None

    log: DrawLog


class DrawList(Model):
    """See DrawList in openapi.json."""

    data: builtins.list[Draw]


class Drift(Model):
    """See Drift in openapi.json."""

    measure: Literal["gold", "consensus"] | str

    before: DriftWindow

    recent: DriftWindow

    p: float | None

    has_dropped: bool
    """p is at most 0.05"""


class DriftWindow(Model):
    """Right answers with the exact 95 % interval of their share: of the last seven days (`recent`), or `before`"""

    compared: int

    right: int

    low: float

    high: float


class Export(Model):
    """See Export in openapi.json."""

    id: str

    project_id: str

    batch_id: str | None

    format: str

    include: Literal["accepted", "all_answers"] | str
    """all_answers adds every annotator's answer to dataset.jsonl"""

    bundle: bool

    media: bool

    status: Literal["processing", "ready", "failed"] | str

    error: str | None

    certified: bool
    """Always false: only a batch's own download is certified"""

    filename: str | None

    media_type: str | None

    size_bytes: int | None

    sha256: str | None

    item_count: int | None

    batch_status: str | None

    snapshot_at: datetime | None

    download_url: str | None

    created_at: datetime

    updated_at: datetime


class File(Model):
    """See File in openapi.json."""

    id: str

    upload_id: str

    filename: str

    content_type: str

    size_bytes: int

    sha256: str | None

    width: int | None

    height: int | None

    duration: float | None

    line_count: int | None

    status: Literal["ready", "failed"] | str

    content_url: str
    """Address of the bytes, valid for up to an hour without a key"""

    created_at: datetime


class ForecastFinish(Model):
    """When the answers will have been given, with an 80 % interval; null with fewer than five days of work"""

    median: datetime | None

    low: datetime | None

    high: datetime | None


class GuidelinesLabelsAttributesWhen(Model):
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""

    field: str

    equals: str | float


class GuidelinesLabelsAttributes(Model):
    """A question in addition to the result."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"] | str
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: Literal["item", "object", "response", "message"] | str | None = Field(default=None)
    """What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`."""

    roles: builtins.list[str] | None = Field(default=None)
    """Only per message: asked of messages with these roles; absent asks of all."""

    description: str | None = Field(default=None)
    """The question as shown to annotators."""

    required: bool | None = Field(default=None)
    """Whether annotators must answer it when it is shown."""

    options: builtins.list[str] | None = Field(default=None)
    """For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages."""

    min: float | None = Field(default=None)
    """Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights."""

    max: float | None = Field(default=None)
    """Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`."""

    min_label: str | None = Field(default=None)
    """For `rating`: what the least number means."""

    max_label: str | None = Field(default=None)
    """For `rating`: what the greatest number means."""

    when: GuidelinesLabelsAttributesWhen | None = Field(default=None)
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""


class GuidelinesLabelsRelation(Model):
    """Absent: the label is none of relations."""

    source: builtins.list[str]

    target: builtins.list[str]


class GuidelinesLabels(Model):
    """See GuidelinesLabels in openapi.json."""

    id: str
    """Never changes, even when the label is renamed. Default: `label_<n>`."""

    name: str
    """The name of the label in results; unique."""

    color: str | None

    hotkey: str | None

    parent: str | None
    """The id of the parent label."""

    attributes: builtins.list[GuidelinesLabelsAttributes]

    retired: bool

    relation: GuidelinesLabelsRelation | None = Field(default=None)
    """Absent: the label is none of relations."""


class GuidelinesFieldsWhen(Model):
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""

    field: str

    equals: str | float


class GuidelinesFields(Model):
    """A question in addition to the result."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"] | str
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: Literal["item", "object", "response", "message"] | str | None = Field(default=None)
    """What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`."""

    roles: builtins.list[str] | None = Field(default=None)
    """Only per message: asked of messages with these roles; absent asks of all."""

    description: str | None = Field(default=None)
    """The question as shown to annotators."""

    required: bool | None = Field(default=None)
    """Whether annotators must answer it when it is shown."""

    options: builtins.list[str] | None = Field(default=None)
    """For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages."""

    min: float | None = Field(default=None)
    """Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights."""

    max: float | None = Field(default=None)
    """Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`."""

    min_label: str | None = Field(default=None)
    """For `rating`: what the least number means."""

    max_label: str | None = Field(default=None)
    """For `rating`: what the greatest number means."""

    when: GuidelinesFieldsWhen | None = Field(default=None)
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""


class Guidelines(Model):
    """Read the guidelines of a task"""

    id: str
    """Of the project"""

    name: str

    annotation_type: str

    guideline_version: int

    instructions: str | None

    labels: builtins.list[GuidelinesLabels]

    fields: builtins.list[GuidelinesFields]

    type_options: dict[str, Any]

    has_assist: bool
    """Whether the project has a model that may be asked for objects: `POST /v1/tasks/{id}/assist`"""

    is_confirmed: bool
    """Whether the task's member has confirmed this version, or a later one, as read"""


class Imported(Model):
    """See Imported in openapi.json."""

    imported: int
    """Lines stored: all, or none in a dry run"""

    would_import: int | None = Field(default=None)
    """In a dry run: lines that would have been stored"""

    items_accepted: int | None = Field(default=None)
    """For answers: items that got their label, or would in a real run"""

    skipped: int | None = Field(default=None)
    """With `on_conflict=skip`: lines left out"""

    clipped: int | None = Field(default=None)
    """With `clip=true`: imported lines whose boxes were cut at the edges"""

    refused: int | None = Field(default=None)
    """With `on_error=skip`: faulty lines left out"""

    faults: builtins.list[str] | None = Field(default=None)
    """With `on_error=skip`: the first 1,000 faults, by line"""


class Invitation(Model):
    """See Invitation in openapi.json."""

    url: str | None

    expires_at: datetime


class ItemFile(Model):
    """See ItemFile in openapi.json."""

    id: str

    filename: str

    content_type: str

    width: int | None

    height: int | None

    duration: float | None


class ItemModel(Model):
    """The model that made the label; null unless origin is model"""

    name: str

    version: str | None

    score: float | None


class ItemPredictionsUsage(Model):
    """See ItemPredictionsUsage in openapi.json."""

    input_tokens: int | None = Field(default=None)

    output_tokens: int | None = Field(default=None)

    cost: float | None = Field(default=None)
    """In the currency of the project's prices"""

    ms: float | None = Field(default=None)
    """Time in milliseconds"""


class ItemPredictions(Model):
    """See ItemPredictions in openapi.json."""

    model: str

    version: str | None

    prompt_version: str | None

    score: float | None

    fields: dict[str, Any] | None

    usage: ItemPredictionsUsage | None

    result: dict[str, Any]
    """A result of the project's annotation type"""


class Item(Model):
    """See Item in openapi.json."""

    id: str

    batch_id: str

    project_id: str

    external_id: str | None

    group: str | None

    priority: int

    metadata: dict[str, Any]

    position: int
    """Position in the batch, from 1"""

    file: ItemFile

    line: int | None

    status: Literal["open", "accepted", "excluded"] | str

    round: int

    overlap_required: int

    answer_count: int

    skip_count: int

    label: dict[str, Any] | None

    fields: dict[str, Any] | None

    support: float | None

    suspicion: ItemSuspicion | None

    origin: Literal["consensus", "adjudication", "model", "correction", "import", "gold"] | str | None

    model: ItemModel | None

    excluded_reason: str | None

    content_url: str
    """Address of the file, valid for an hour without a key"""

    text: str | None

    conversation: Any
    """messages and responses of a conversation; null for others"""

    predictions: builtins.list[ItemPredictions]


class ItemAnnotationsConsensusModel(Model):
    """The model that made the label; null unless origin is model"""

    name: str

    version: str | None

    score: float | None


class ItemAnnotationsConsensus(Model):
    """See ItemAnnotationsConsensus in openapi.json."""

    label: dict[str, Any] | None

    fields: dict[str, Any] | None

    support: float | None

    origin: Literal["consensus", "adjudication", "model", "correction", "import", "gold"] | str | None

    model: ItemAnnotationsConsensusModel | None


class ItemAnnotationsAudits(Model):
    """See ItemAnnotationsAudits in openapi.json."""

    annotation_id: str
    """The auditor's answer"""

    acceptable: bool | None

    reason: str | None

    delivered: dict[str, Any] | None


class ItemAnnotations(Model):
    """See ItemAnnotations in openapi.json."""

    item_id: str

    status: Literal["open", "accepted", "excluded"] | str

    round: int

    consensus: ItemAnnotationsConsensus | None

    data: builtins.list[Annotation]
    """Every answer, oldest first; those with superseded_at no longer count"""

    audits: builtins.list[ItemAnnotationsAudits]
    """What the audits among the answers found, oldest first"""


class ItemOutline(Model):
    """What a conversation holds; null for other items, and for conversations that a version without outlines stored"""

    steps: int
    """How many messages the conversation has"""

    tools: builtins.list[str]
    """The first five tools that it calls, of whose names the first 60 characters are given"""

    tool_count: int
    """How many different tools it calls"""


class ItemSummaryFile(Model):
    """See ItemSummaryFile in openapi.json."""

    id: str

    filename: str

    content_type: str

    width: int | None

    height: int | None

    duration: float | None


class ItemSummaryModel(Model):
    """The model that made the label; null unless origin is model"""

    name: str

    version: str | None

    score: float | None


class ItemSummary(Model):
    """See ItemSummary in openapi.json."""

    id: str

    batch_id: str

    project_id: str

    external_id: str | None

    group: str | None

    priority: int

    metadata: dict[str, Any]

    position: int
    """Position in the batch, from 1"""

    file: ItemSummaryFile

    line: int | None

    status: Literal["open", "accepted", "excluded"] | str

    round: int

    overlap_required: int

    answer_count: int

    skip_count: int

    label: dict[str, Any] | None

    fields: dict[str, Any] | None

    support: float | None

    suspicion: ItemSuspicion | None

    origin: Literal["consensus", "adjudication", "model", "correction", "import", "gold"] | str | None

    model: ItemSummaryModel | None

    excluded_reason: str | None

    content_url: str
    """Address of the file, valid for an hour without a key"""

    excerpt: str | None

    outline: ItemOutline | None


class ItemSuspicionPredicted(Model):
    """See ItemSuspicionPredicted in openapi.json."""

    model: str

    version: str | None

    labels: builtins.list[str]


class ItemSuspicion(Model):
    """How likely the label is wrong, and its reasons from 0 to 1: people's answers differ, models give another label, and items with a near vector have another label; null without that evidence. Only for API keys, owners, managers and reviewers, and only of accepted items"""

    score: float
    """0 to 1, for an order of review; not a probability"""

    answers: float | None

    models: float | None

    neighbors: float | None

    predicted: builtins.list[ItemSuspicionPredicted]
    """The models that give other labels, and which, up to ten of each; empty where a result is more than labels, such as boxes"""

    computed_at: datetime


class LabelChange(Model):
    """See LabelChange in openapi.json."""

    batch_id: str

    revision: int

    certificate_id: str

    item: dict[str, Any]
    """A line of dataset.jsonl, without answers"""


class LastDatasetImport(Model):
    """`last` is null if the upload was never imported"""

    last: DatasetImport | None


class Limits(Model):
    """See Limits in openapi.json."""

    json_body_bytes: int

    inline_upload_bytes: int

    upload_request_bytes: int

    upload_request_files: int

    resumable_upload_bytes: int

    url_fetch_bytes: int

    url_fetch_seconds: int

    upload_urls: int

    upload_url_bytes: int

    sources: int

    models: int

    model_prompts: int

    batch_runs: int

    run_errors: int

    source_object_bytes: int

    annotations_request_bytes: int

    batch_items: int

    pool_files: int

    api_keys: int

    member_rates: int

    datasets: int

    dataset_versions: int

    dataset_batches: int

    webhooks: int

    streams: int

    page_size: int

    name_characters: int

    metadata_keys: int

    metadata_key_characters: int

    metadata_value_characters: int

    storage_bytes: int | None


class ListedCommentAuthor(Model):
    """See ListedCommentAuthor in openapi.json."""

    id: str

    name: str


class ListedCommentPlaceSpan(Model):
    """Code points of the text"""

    start: int

    end: int


class ListedCommentPlacePoint(Model):
    """Pixels of the upright image"""

    x: float

    y: float


class ListedCommentPlace(Model):
    """The items to change; an item must match all of these"""

    object: int | str | None = Field(default=None)
    """The object, span or segment of the answer: its index from 0, or its id"""

    span: ListedCommentPlaceSpan | None = Field(default=None)
    """Code points of the text"""

    time: float | None = Field(default=None)
    """Seconds of a recording"""

    point: ListedCommentPlacePoint | None = Field(default=None)
    """Pixels of the upright image"""


class ListedCommentItemFile(Model):
    """See ListedCommentItemFile in openapi.json."""

    filename: str


class ListedCommentItem(Model):
    """What names the item, also for people who may not read items"""

    external_id: str | None

    file: ListedCommentItemFile

    line: int | None


class ListedComment(Model):
    """See ListedComment in openapi.json."""

    id: str

    thread_id: str
    """The id of the first comment of the thread, which may be this one"""

    project_id: str

    batch_id: str

    item_id: str

    annotation_id: str | None

    author: ListedCommentAuthor

    place: ListedCommentPlace | None

    text: str

    resolved: bool

    resolved_at: datetime | None

    resolved_by: str | None

    created_at: datetime

    updated_at: datetime

    item: ListedCommentItem
    """What names the item, also for people who may not read items"""

    unread: bool
    """Whether somebody else wrote it and the signed-in person has not marked it as read; false for API keys"""


class LogProof(Model):
    """The proof that the transparency log has the certificate"""

    key: str
    """The log's verifier key (c2sp.org/signed-note)"""

    checkpoint: str
    """A signed note (c2sp.org/tlog-checkpoint)"""

    index: int
    """The position of the entry in /log"""

    entry: str
    """The entry, a line of JSON: its digest is the SHA-256 of the certificate's payload"""

    proof: builtins.list[str]
    """The inclusion proof (RFC 6962) in base64, from the leaf to the root"""


class LoggedChangeActor(Model):
    """The API key or the person; a deleted member shows its pseudonym"""

    type: Literal["key", "member"] | str

    id: str

    name: str


class LoggedChangeResource(Model):
    """See LoggedChangeResource in openapi.json."""

    type: Literal["account", "key", "member", "person", "credential", "session", "project", "upload", "source", "file", "batch", "certificate", "item", "task", "annotation", "export", "dataset", "webhook", "event", "delivery", "attempt", "prediction", "model", "run", "model_request", "notification", "job", "pause", "change", "comment", "request"] | str

    id: str

    name: str | None


class LoggedChangeRate(Model):
    """What a change of a member’s rate replaced by what; null for other changes, for older ones, and for callers without members:write, who may not read pay"""

    starts_on: str

    before: LoggedRate | None

    after: LoggedRate | None


class LoggedChange(Model):
    """See LoggedChange in openapi.json."""

    id: str

    actor: LoggedChangeActor
    """The API key or the person; a deleted member shows its pseudonym"""

    action: str
    """The operation, by its operationId in openapi.json"""

    resource: LoggedChangeResource

    rate: LoggedChangeRate | None

    request_id: str
    """The X-Request-Id of the request's answer"""

    created_at: datetime


class LoggedRate(Model):
    """See LoggedRate in openapi.json."""

    unit: Literal["hour", "answer", "accepted_answer"] | str

    amount: str

    currency: str


class MarkedCommentsRead(Model):
    """See MarkedCommentsRead in openapi.json."""

    count: int
    """How many of them were unread"""


class MemberPaused(Model):
    """See MemberPaused in openapi.json."""

    project_id: str

    gold_answered: int
    """Answers to items with a known answer"""

    gold_right: int
    """How many of those were right"""

    gold_floor: float
    """The share of right answers that the policy requires"""

    paused_at: datetime


class Member(Model):
    """See Member in openapi.json."""

    id: str

    name: str

    email: str | None

    role: Literal["owner", "manager", "reviewer", "annotator", "viewer"] | str

    kind: Literal["person", "model"] | str
    """model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one"""

    may_annotate: bool
    """Whether a member of the kind model gets tasks; false until an owner sets it"""

    external_id: str | None

    project_ids: builtins.list[str] | None

    groups: builtins.list[str]

    active: bool

    sign_in: Literal["none", "invited", "ready"] | str
    """none: no valid link; invited: the link is not used yet; ready: the person can sign in"""

    invited_until: datetime | None

    paused: builtins.list[MemberPaused]
    """Projects in which the member gets no tasks until an owner or manager resumes them"""

    qualifications: builtins.list[QualificationState]
    """How far the member is in projects that train their annotators; absent ones have not begun"""

    last_active_at: datetime | None

    deactivated_at: datetime | None

    created_at: datetime

    updated_at: datetime


class ModelPrice(Model):
    """What the model charges, added up; in the currency of your prices. A `cost` in the model's `usage` counts instead"""

    per_1000_items: float | None = Field(default=None)
    """For 1,000 items"""

    per_million_input_tokens: float | None = Field(default=None)
    """For a million `input_tokens` in `usage`"""

    per_million_output_tokens: float | None = Field(default=None)
    """For a million `output_tokens` in `usage`"""


class ModelPromptExamples(Model):
    """See ModelPromptExamples in openapi.json."""

    text: str
    """What the item says"""

    result: Any
    """The right answer, as the model gives it: spans have `quote`, `occurrence` and `label` instead of offsets"""

    fields: dict[str, Any] | None = Field(default=None)


class ModelPrompt(Model):
    """Of openai: what the model is told besides the guideline, its labels and fields. Each change is a `prompt_version`"""

    model: str | None = Field(default=None)
    """What the server calls the model; default: `name`"""

    instructions: str | None = Field(default=None)
    """Told after guideline, labels and fields"""

    examples: builtins.list[ModelPromptExamples] | None = Field(default=None)
    """Worked examples. Do not take known answers or audited items: the model would be judged by what it was told"""

    samples: int | None = Field(default=None)
    """Answers per item. 1 (default): the score is the probability of the answer's tokens, if the server tells it. More: the answer that most samples gave, and their share is the score"""

    parameters: dict[str, Any] | None = Field(default=None)
    """Of the request, such as `max_completion_tokens`; null leaves out what the server refuses, such as `logprobs` or `temperature`. `messages`, `stream` and `n` are Assay's"""


class ModelPromptVersion(Model):
    """See ModelPromptVersion in openapi.json."""

    version: str

    prompt: ModelPrompt | None

    created_at: datetime


class ModelPromptVersions(Model):
    """See ModelPromptVersions in openapi.json."""

    data: builtins.list[ModelPromptVersion]


class ModelReportSample(Model):
    """Items by which the models are judged: audited ones of judged rounds and check items of an auto-accept. Both were drawn at random"""

    items: int

    audited: int

    checked: int


class ModelReportAnchoringShown(Model):
    """See ModelReportAnchoringShown in openapi.json."""

    items: int

    count: int

    share: float | None

    low: float
    """Lower end of the exact 95 % interval"""

    high: float


class ModelReportAnchoringWithheld(Model):
    """See ModelReportAnchoringWithheld in openapi.json."""

    items: int

    count: int

    share: float | None

    low: float
    """Lower end of the exact 95 % interval"""

    high: float


class ModelReportAnchoringDifference(Model):
    """Shown minus withheld, with its 95 % interval; null while one of them has no items"""

    share: float

    low: float

    high: float


class ModelReportAnchoring(Model):
    """The audited items to which people's suggested prediction was wrong: how often the audit found the delivered label wrong too, where annotators saw the prediction and where the policy withheld it"""

    shown: ModelReportAnchoringShown

    withheld: ModelReportAnchoringWithheld

    difference: ModelReportAnchoringDifference | None

    sentence: str


class ModelReportModelsAccuracy(Model):
    """Share of the sample where its result is acceptable beside the delivered one, by the rules of audits"""

    items: int

    count: int

    share: float | None

    low: float
    """Lower end of the exact 95 % interval"""

    high: float


class ModelReportModelsRank(Model):
    """Models whose ranges overlap cannot be told apart"""

    best: int

    worst: int


class ModelReportModelsLabelsSensitivity(Model):
    """See ModelReportModelsLabelsSensitivity in openapi.json."""

    items: int

    count: int

    share: float | None

    low: float
    """Lower end of the exact 95 % interval"""

    high: float


class ModelReportModelsLabelsSpecificity(Model):
    """See ModelReportModelsLabelsSpecificity in openapi.json."""

    items: int

    count: int

    share: float | None

    low: float
    """Lower end of the exact 95 % interval"""

    high: float


class ModelReportModelsLabels(Model):
    """See ModelReportModelsLabels in openapi.json."""

    label: str

    sensitivity: ModelReportModelsLabelsSensitivity

    specificity: ModelReportModelsLabelsSpecificity


class ModelReportModelsConfusion(Model):
    """See ModelReportModelsConfusion in openapi.json."""

    delivered: str

    predicted: str

    items: int


class ModelReportModelsCalibrationBinsAccuracy(Model):
    """See ModelReportModelsCalibrationBinsAccuracy in openapi.json."""

    items: int

    count: int

    share: float | None

    low: float
    """Lower end of the exact 95 % interval"""

    high: float


class ModelReportModelsCalibrationBins(Model):
    """See ModelReportModelsCalibrationBins in openapi.json."""

    mean_score: float

    accuracy: ModelReportModelsCalibrationBinsAccuracy


class ModelReportModelsCalibration(Model):
    """See ModelReportModelsCalibration in openapi.json."""

    error: float
    """Expected calibration error, 0 to 1"""

    bins: builtins.list[ModelReportModelsCalibrationBins]


class ModelReportModelsSlicesAccuracy(Model):
    """See ModelReportModelsSlicesAccuracy in openapi.json."""

    items: int

    count: int

    share: float | None

    low: float
    """Lower end of the exact 95 % interval"""

    high: float


class ModelReportModelsSlices(Model):
    """See ModelReportModelsSlices in openapi.json."""

    key: str

    value: str | None

    other_values: int
    """How many values `value` null stands for; 0: no value"""

    accuracy: ModelReportModelsSlicesAccuracy

    p: float
    """Holm-adjusted; at most 0.05: the slice differs from the rest"""


class ModelReportModelsShares(Model):
    """See ModelReportModelsShares in openapi.json."""

    label: str

    predicted: float
    """Share of its predictions in the whole batch"""

    share: float
    """The same, corrected by its errors in the sample"""

    low: float

    high: float


class ModelReportModels(Model):
    """See ModelReportModels in openapi.json."""

    model: str

    version: str | None

    prompt_versions: builtins.list[str]
    """Of its predictions in the batch, ten at most"""

    predictions: int
    """Items of the batch that it predicted"""

    accuracy: ModelReportModelsAccuracy
    """Share of the sample where its result is acceptable beside the delivered one, by the rules of audits"""

    rank: ModelReportModelsRank
    """Models whose ranges overlap cannot be told apart"""

    labels: builtins.list[ModelReportModelsLabels]
    """The most frequent labels, 200 at most"""

    confusion: builtins.list[ModelReportModelsConfusion]
    """The most frequent pairs, 400 at most"""

    calibration: ModelReportModelsCalibration | None

    slices: builtins.list[ModelReportModelsSlices]
    """Intervals hold together with 95 %"""

    shares: builtins.list[ModelReportModelsShares]
    """The most frequent labels, 200 at most. Empty where results are not one label, for a version of a dataset, and for more than 10,000 different labels"""


class ModelReportPairsFirst(Model):
    """See ModelReportPairsFirst in openapi.json."""

    model: str

    version: str | None


class ModelReportPairsSecond(Model):
    """See ModelReportPairsSecond in openapi.json."""

    model: str

    version: str | None


class ModelReportPairs(Model):
    """See ModelReportPairs in openapi.json."""

    first: ModelReportPairsFirst

    second: ModelReportPairsSecond

    items: int
    """Sampled items that both predicted"""

    only_first: int
    """Only the first is right"""

    only_second: int
    """Only the second is right"""

    p: float
    """McNemar's exact test"""

    adjusted_p: float
    """By Holm's procedure over all pairs; at most 0.05 tells them apart"""


class ModelReport(Model):
    """See ModelReport in openapi.json."""

    batch_id: str

    guideline_version: int
    """Of the labels to which the models are compared"""

    sample: ModelReportSample
    """Items by which the models are judged: audited ones of judged rounds and check items of an auto-accept. Both were drawn at random"""

    anchoring: ModelReportAnchoring | None

    models: builtins.list[ModelReportModels]
    """The most accurate first; those with most predictions, 20 at most"""

    pairs: builtins.list[ModelReportPairs]


class ModelRunModel(Model):
    """See ModelRunModel in openapi.json."""

    name: str

    version: str


class ModelRun(Model):
    """See ModelRun in openapi.json."""

    id: str

    batch_id: str

    model_id: str

    model: ModelRunModel

    status: Literal["running", "paused", "stopped", "failed", "canceled", "finished"] | str
    """stopped: at `max_cost`. failed: the model did not answer several requests in a row. Both go on once you change the status to running"""

    reason: str | None

    count: int
    """Items to ask for when the run was created; at most those among the first 50,000 items if `filter` is given"""

    predicted: int
    """Items that got a prediction"""

    errors: int
    """Items without a valid result; a new run asks for them again"""

    cost: float
    """Of all answers so far, by `usage` and the model's `price`"""

    max_cost: float | None

    created_at: datetime

    updated_at: datetime

    finished_at: datetime | None


class ModelRunErrorItemFile(Model):
    """See ModelRunErrorItemFile in openapi.json."""

    filename: str


class ModelRunErrorItem(Model):
    """What names the item, also for people who may not read items"""

    external_id: str | None

    file: ModelRunErrorItemFile

    line: int | None


class ModelRunError(Model):
    """See ModelRunError in openapi.json."""

    item_id: str

    item: ModelRunErrorItem
    """What names the item, also for people who may not read items"""

    reason: str

    created_at: datetime


class Money(Model):
    """See Money in openapi.json."""

    currency: str
    """ISO 4217"""

    amount: str
    """A decimal with the places of the currency"""


class NewApiKey(Model):
    """See NewApiKey in openapi.json."""

    id: str

    name: str

    prefix: str
    """The key's first 14 characters"""

    last4: str
    """The last four characters"""

    scopes: builtins.list[str]

    created_at: datetime

    last_used_at: datetime | None

    expires_at: datetime | None

    revoked_at: datetime | None

    key: str
    """The key; only this response shows it"""


class NewMemberPaused(Model):
    """See NewMemberPaused in openapi.json."""

    project_id: str

    gold_answered: int
    """Answers to items with a known answer"""

    gold_right: int
    """How many of those were right"""

    gold_floor: float
    """The share of right answers that the policy requires"""

    paused_at: datetime


class NewMember(Model):
    """The member, with an invitation if it has an e-mail address"""

    id: str

    name: str

    email: str | None

    role: Literal["owner", "manager", "reviewer", "annotator", "viewer"] | str

    kind: Literal["person", "model"] | str
    """model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one"""

    may_annotate: bool
    """Whether a member of the kind model gets tasks; false until an owner sets it"""

    external_id: str | None

    project_ids: builtins.list[str] | None

    groups: builtins.list[str]

    active: bool

    sign_in: Literal["none", "invited", "ready"] | str
    """none: no valid link; invited: the link is not used yet; ready: the person can sign in"""

    invited_until: datetime | None

    paused: builtins.list[NewMemberPaused]
    """Projects in which the member gets no tasks until an owner or manager resumes them"""

    qualifications: builtins.list[QualificationState]
    """How far the member is in projects that train their annotators; absent ones have not begun"""

    last_active_at: datetime | None

    deactivated_at: datetime | None

    created_at: datetime

    updated_at: datetime

    invitation: Invitation | None


class NewModelLastError(Model):
    """The last request that had no answer, or one that Assay could not read"""

    at: datetime

    reason: str


class NewModel(Model):
    """See NewModel in openapi.json."""

    id: str

    name: str

    version: str

    kind: Literal["pushed", "http", "openai"] | str
    """pushed: you send its predictions to `POST /v1/batches/{id}/predictions`. http: Assay asks the server at `url`. openai: Assay asks a language model by OpenAI's protocol for chats, which many servers speak"""

    url: str | None

    secret: str | None

    secret_hint: str | None

    annotation_types: builtins.list[str]

    batch_size: int

    concurrency: int

    timeout_ms: int

    price: ModelPrice | None

    prompt: ModelPrompt | None

    prompt_version: str | None

    last_success_at: datetime | None

    last_error: NewModelLastError | None

    created_at: datetime

    updated_at: datetime


class NewWebhook(Model):
    """See NewWebhook in openapi.json."""

    id: str

    url: str

    events: builtins.list[Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"] | str]

    all_events: bool
    """Whether the webhook also gets types that are added later"""

    description: str | None

    enabled: bool

    disabled_at: datetime | None

    disabled_reason: Literal["delivery_failures", "manual"] | str | None

    failed_in_a_row: int
    """How many of the newest deliveries failed one after another, without tests; counted up to 100"""

    secret: str
    """Only in this response"""

    secret_hint: str

    previous_secret_expires_at: datetime | None

    metadata: dict[str, Any]

    created_at: datetime

    updated_at: datetime


class Notification(Model):
    """See Notification in openapi.json."""

    id: str

    recipient: str | None

    subject: str

    body: str
    """Plain text"""

    created_at: datetime

    sent_at: datetime | None


class OwnDay(Model):
    """See OwnDay in openapi.json."""

    day: str

    answers: int

    active_minutes: float
    """As clients reported it; per answer at most the time from lease to submit"""

    timed: int
    """Answers with an active time"""

    audits: int
    """Answers that judge a label (audits)"""

    feedback_answers: int
    """Answers that got feedback, in batches whose `quality_policy.feedback` shows it"""

    feedback_right: int
    """Those that the feedback called right"""


class OwnDays(Model):
    """See OwnDays in openapi.json."""

    from_: datetime = Field(alias="from")
    """Answers given since then are counted: of 60 days, or fewer if there are more than 20,000"""

    to: datetime

    is_limited: bool
    """Whether the newest 20,000 answers did not reach back 60 days"""

    days: builtins.list[OwnDay]
    """Only days (UTC) with answers, the oldest first"""


class OwnWork(Model):
    """See OwnWork in openapi.json."""

    from_: str = Field(alias="from")

    to: str
    """The day after the last one"""

    hours: str
    """Active time as in the work report: a decimal with four places"""

    answers: int
    """Answers of all kinds, without imported and replaced ones"""

    accepted: int
    """Answers to accepted items, without corrected ones and audits; of rounds that are over"""

    undecided: int
    """Answers of rounds that are not over, of which nobody can say yet whether they are accepted"""

    amounts: builtins.list[Money]
    """What the work earned, by currency; empty without a rate"""


class PayReport(Model):
    """See PayReport in openapi.json."""

    from_: str = Field(alias="from")

    to: str
    """The day after the last one"""

    data: builtins.list[PayRow]
    """A line for each member and each rate that counted in the period"""

    totals: builtins.list[Money]
    """The sums of the lines, by currency"""


class PayRow(Model):
    """See PayRow in openapi.json."""

    member_id: str

    member_name: str

    member_external_id: str | None

    starts_on: str | None

    unit: Literal["hour", "answer", "accepted_answer"] | str | None

    rate: str | None

    hours: str
    """Active time as in the work report: a decimal with four places"""

    answers: int
    """Answers of all kinds, without imported and replaced ones"""

    accepted: int
    """Answers to accepted items, without corrected ones and audits; of rounds that are over"""

    undecided: int
    """Answers of rounds that are not over, of which nobody can say yet whether they are accepted"""

    currency: str | None

    amount: str | None


class Peaks(Model):
    """See Peaks in openapi.json."""

    version: Literal[2]

    channels: Literal[1]
    """All channels in one"""

    sample_rate: int
    """Samples per second; 0 if the sound cannot be decoded"""

    samples_per_pixel: int
    """Samples of a stretch"""

    bits: Literal[8]

    length: int
    """The number of stretches, up to 8,192"""

    data: builtins.list[int]
    """A minimum and a maximum for each stretch"""


class PeaksBuilding(Model):
    """The peaks are being computed; see Retry-After"""

    status: Literal["building"]

    message: str


class ProjectLabelsAttributesWhen(Model):
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""

    field: str

    equals: str | float


class ProjectLabelsAttributes(Model):
    """A question in addition to the result."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"] | str
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: Literal["item", "object", "response", "message"] | str | None = Field(default=None)
    """What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`."""

    roles: builtins.list[str] | None = Field(default=None)
    """Only per message: asked of messages with these roles; absent asks of all."""

    description: str | None = Field(default=None)
    """The question as shown to annotators."""

    required: bool | None = Field(default=None)
    """Whether annotators must answer it when it is shown."""

    options: builtins.list[str] | None = Field(default=None)
    """For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages."""

    min: float | None = Field(default=None)
    """Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights."""

    max: float | None = Field(default=None)
    """Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`."""

    min_label: str | None = Field(default=None)
    """For `rating`: what the least number means."""

    max_label: str | None = Field(default=None)
    """For `rating`: what the greatest number means."""

    when: ProjectLabelsAttributesWhen | None = Field(default=None)
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""


class ProjectLabelsRelation(Model):
    """Absent: the label is none of relations."""

    source: builtins.list[str]

    target: builtins.list[str]


class ProjectLabels(Model):
    """See ProjectLabels in openapi.json."""

    id: str
    """Never changes, even when the label is renamed. Default: `label_<n>`."""

    name: str
    """The name of the label in results; unique."""

    color: str | None

    hotkey: str | None

    parent: str | None
    """The id of the parent label."""

    attributes: builtins.list[ProjectLabelsAttributes]

    retired: bool

    relation: ProjectLabelsRelation | None = Field(default=None)
    """Absent: the label is none of relations."""


class ProjectFieldsWhen(Model):
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""

    field: str

    equals: str | float


class ProjectFields(Model):
    """A question in addition to the result."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"] | str
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: Literal["item", "object", "response", "message"] | str | None = Field(default=None)
    """What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`."""

    roles: builtins.list[str] | None = Field(default=None)
    """Only per message: asked of messages with these roles; absent asks of all."""

    description: str | None = Field(default=None)
    """The question as shown to annotators."""

    required: bool | None = Field(default=None)
    """Whether annotators must answer it when it is shown."""

    options: builtins.list[str] | None = Field(default=None)
    """For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages."""

    min: float | None = Field(default=None)
    """Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights."""

    max: float | None = Field(default=None)
    """Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`."""

    min_label: str | None = Field(default=None)
    """For `rating`: what the least number means."""

    max_label: str | None = Field(default=None)
    """For `rating`: what the greatest number means."""

    when: ProjectFieldsWhen | None = Field(default=None)
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""


class ProjectQualityPolicyTolerance(Model):
    """Thresholds for an acceptable delivered label, instead of the type's own"""

    min_f1: float | None = Field(default=None)
    """Lowest F1 of delivered against audited objects or spans"""

    min_iou: float | None = Field(default=None)
    """Lowest IoU or OKS at which two objects count as the same; for masks the lowest mean IoU"""

    max_steps: int | None = Field(default=None)
    """Most steps between two ratings that count as the same; at most a quarter of the steps of the shortest scale"""

    max_wer: float | None = Field(default=None)
    """Highest word error rate, relative to the audited transcript"""


class ProjectQualityPolicySlices(Model):
    """See ProjectQualityPolicySlices in openapi.json."""

    key: str

    min_score: int | None = Field(default=None)
    """Every value's labels must reach this score: the audit checks as many as that needs, and the batch fails if one does not"""


class ProjectQualityPolicyPredictions(Model):
    """Which predictions tasks show; default: all. With show_predictions: false they show none"""

    show: Literal["never", "first", "after_first_answer"] | str | None = Field(default=None)
    """first (default): tasks show predictions from the start; never: tasks show none; after_first_answer: the first annotator of an item answers without them, the others see them"""

    model: str | None = Field(default=None)
    """Tasks show this model's predictions alone"""

    version: str | None = Field(default=None)
    """Tasks show predictions of this version alone"""

    min_score: float | None = Field(default=None)
    """Tasks show no predictions with a lower score, nor any without a score"""

    withhold: float | None = Field(default=None)
    """Share of the items, drawn at random, whose tasks never show predictions: GET /v1/batches/{id}/models compares both parts and says whether annotators miss the model's errors. Default: 0.1, and 0 where nothing is audited"""


class ProjectQualityPolicyAutoAccept(Model):
    """Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards"""

    model: str

    version: str | None = Field(default=None)

    max_wrong: float | None = Field(default=None)
    """The greatest share of wrong labels among those that the model makes; default: 0.05"""

    confidence: float | None = Field(default=None)
    """Default: 0.95"""

    check: int | None = Field(default=None)
    """Items, drawn at random, that people answer without seeing the model's label; default: 600"""


class ProjectQualityPolicy(Model):
    """See ProjectQualityPolicy in openapi.json."""

    overlap: int | None = Field(default=None)
    """Answers per item before its label is decided"""

    overlap_share: float | None = Field(default=None)
    """Share of the items, drawn at random, that get all answers of the overlap; the others get one"""

    audit_mode: Literal["verify", "blind"] | str | None = Field(default=None)
    """verify: auditors see the delivered label; blind: they answer without seeing it"""

    evidence: Literal["audit", "agreement"] | str | None = Field(default=None)
    """agreement is allowed only for the level basic"""

    audit_plan: Literal["thrifty", "forgiving"] | str | None = Field(default=None)
    """thrifty (default): fewest audits; a round fails at the fifth wrong label. forgiving: more audits and a higher chance to pass; a round fails at the seventh"""

    strict: bool | None = Field(default=None)
    """True: a delivered label must match the audit in full"""

    tolerance: ProjectQualityPolicyTolerance | None = Field(default=None)
    """Thresholds for an acceptable delivered label, instead of the type's own"""

    min_support: float | None = Field(default=None)
    """Share of the answers that must support a label"""

    even_median: Literal["tie", "lower"] | str | None = Field(default=None)
    """What to deliver if the two middle values of an even number of ordinal ratings differ. tie (default): the item gets one more answer, then an adjudicator; lower: the lower of the two is delivered"""

    max_excluded_share: float | None = Field(default=None)
    """Share of excluded items above which a batch fails"""

    slices: builtins.list[str | ProjectQualityPolicySlices] | None = Field(default=None)
    """Metadata keys whose values get a score of their own, at most 5. The 20 most frequent values of a key are judged one by one, the others together"""

    show_predictions: bool | None = Field(default=None)
    """False: tasks show no predictions, so that answers do not follow a model; default true"""

    predictions: ProjectQualityPolicyPredictions | None = Field(default=None)
    """Which predictions tasks show; default: all. With show_predictions: false they show none"""

    scored_fields: builtins.list[str] | None = Field(default=None)
    """Fields that count like the label: a tie in one counts as a tie of the item, and audits and gold judge them too"""

    gold_share: float | None = Field(default=None)
    """Share of claims that get an item with a known answer while there are any; default 0.1"""

    gold_floor: float | None = Field(default=None)
    """Pauses an annotator whose share of right gold answers is below this, judged by the upper end of its exact 95 % interval; default: nobody is paused"""

    feedback: bool | None = Field(default=None)
    """True, for training: shows annotators the right answer right after each gold item"""

    require_persons: bool | None = Field(default=None)
    """True: a level above basic needs signed-in people as auditors and as annotators of the audited items; names given by API keys do not count"""

    label_floor: float | None = Field(default=None)
    """Fails a batch if the audit shows that annotators found a label in less than this share of the items that have it"""

    challenge: Literal["log", "nonce", "beacon"] | str | None = Field(default=None)
    """The public part of the random sample, added once the labels are fixed. log (default): the root hash of the log; nonce: a text that you send to POST /v1/batches/{id}/challenge, without which no audit begins; beacon: the next round of a public beacon, if the installation has one (ASSAY_BEACON_URL)"""

    auto_accept: ProjectQualityPolicyAutoAccept | None = Field(default=None)
    """Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards"""

    max_spam_share: float | None = Field(default=None)
    """Fails a batch if more than this share of its answers is from annotators who guess, as gold shows"""


class ProjectQualification(Model):
    """Every new annotator first answers `items` items of the project with a known answer, and sees the known answer after each. Claims give no real work to annotators who have not passed"""

    items: int
    """Items with a known answer in each attempt"""

    pass_mark: float
    """The least share of right answers of an attempt, judged once all its items are answered"""

    attempts: int
    """Attempts before an annotator fails"""


class Project(Model):
    """See Project in openapi.json."""

    id: str

    name: str

    annotation_type: str
    """As it was sent: an alias stays an alias"""

    export_format: str

    quality_level: str

    status: Literal["active", "paused", "archived"] | str

    created_at: datetime

    updated_at: datetime

    description: str | None

    metadata: dict[str, Any]

    batch_count: int

    instructions: str | None

    labels: builtins.list[ProjectLabels]

    fields: builtins.list[ProjectFields]

    type_options: dict[str, Any]

    quality_policy: ProjectQualityPolicy

    groups: builtins.list[str]
    """Only members of these groups may work on the project; empty: all members"""

    assist_model_id: str | None

    qualification: ProjectQualification | None

    guideline_version: int

    progress: ProjectProgress | None = Field(default=None)


class ProjectConfusionBatches(Model):
    """The newest batches that are read, at most 50, of all of the project"""

    read: int

    of: int


class ProjectConfusionSample(Model):
    """The items of these batches that are read, at random if there are more than 5,000"""

    items: int

    of: int


class ProjectConfusionConfusion(Model):
    """See ProjectConfusionConfusion in openapi.json."""

    answer: str

    accepted: str

    count: int


class ProjectConfusionPairConfusion(Model):
    """See ProjectConfusionPairConfusion in openapi.json."""

    answer: str

    accepted: str

    count: int


class ProjectConfusionGoldConfusion(Model):
    """See ProjectConfusionGoldConfusion in openapi.json."""

    answer: str

    accepted: str

    count: int


class ProjectConfusionAuditConfusion(Model):
    """See ProjectConfusionAuditConfusion in openapi.json."""

    answer: str

    accepted: str

    count: int


class ProjectConfusion(Model):
    """See ProjectConfusion in openapi.json."""

    project_id: str

    batches: ProjectConfusionBatches
    """The newest batches that are read, at most 50, of all of the project"""

    sample: ProjectConfusionSample
    """The items of these batches that are read, at random if there are more than 5,000"""

    confusion: builtins.list[ProjectConfusionConfusion] | None

    pair_confusion: builtins.list[ProjectConfusionPairConfusion] | None

    gold_confusion: builtins.list[ProjectConfusionGoldConfusion] | None

    audit_confusion: builtins.list[ProjectConfusionAuditConfusion] | None


class ProjectProgress(Model):
    """Only with `include=progress`; for If-Match use the ETag of the project without it"""

    items: int
    """Without the copies in batches that certify versions of datasets, as all counts of items here"""

    accepted: int
    """Items with an accepted label"""

    excluded: int

    certified: int
    """Items of certified batches that are not excluded"""

    open_audits: int
    """Audits drawn that have no verdict yet"""

    open_adjudications: int
    """Items that wait for an adjudicator"""

    failed_batches: int

    known_items: int
    """Items with a known answer, which trainings need; counted to 100"""

    last_activity_at: datetime | None


class ProjectUpdatedEventData(Model):
    """See ProjectUpdatedEventData in openapi.json."""

    project_id: str

    changed_fields: builtins.list[str]

    previous: dict[str, Any]

    project: dict[str, Any]


class ProjectUpdatedEvent(Model):
    """See ProjectUpdatedEvent in openapi.json."""

    id: str

    type: Literal["project.updated"]

    created_at: datetime

    data: ProjectUpdatedEventData


class ProjectVersionLabelsAttributesWhen(Model):
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""

    field: str

    equals: str | float


class ProjectVersionLabelsAttributes(Model):
    """A question in addition to the result."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"] | str
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: Literal["item", "object", "response", "message"] | str | None = Field(default=None)
    """What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`."""

    roles: builtins.list[str] | None = Field(default=None)
    """Only per message: asked of messages with these roles; absent asks of all."""

    description: str | None = Field(default=None)
    """The question as shown to annotators."""

    required: bool | None = Field(default=None)
    """Whether annotators must answer it when it is shown."""

    options: builtins.list[str] | None = Field(default=None)
    """For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages."""

    min: float | None = Field(default=None)
    """Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights."""

    max: float | None = Field(default=None)
    """Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`."""

    min_label: str | None = Field(default=None)
    """For `rating`: what the least number means."""

    max_label: str | None = Field(default=None)
    """For `rating`: what the greatest number means."""

    when: ProjectVersionLabelsAttributesWhen | None = Field(default=None)
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""


class ProjectVersionLabelsRelation(Model):
    """Absent: the label is none of relations."""

    source: builtins.list[str]

    target: builtins.list[str]


class ProjectVersionLabels(Model):
    """See ProjectVersionLabels in openapi.json."""

    id: str
    """Never changes, even when the label is renamed. Default: `label_<n>`."""

    name: str
    """The name of the label in results; unique."""

    color: str | None

    hotkey: str | None

    parent: str | None
    """The id of the parent label."""

    attributes: builtins.list[ProjectVersionLabelsAttributes]

    retired: bool

    relation: ProjectVersionLabelsRelation | None = Field(default=None)
    """Absent: the label is none of relations."""


class ProjectVersionFieldsWhen(Model):
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""

    field: str

    equals: str | float


class ProjectVersionFields(Model):
    """A question in addition to the result."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"] | str
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: Literal["item", "object", "response", "message"] | str | None = Field(default=None)
    """What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`."""

    roles: builtins.list[str] | None = Field(default=None)
    """Only per message: asked of messages with these roles; absent asks of all."""

    description: str | None = Field(default=None)
    """The question as shown to annotators."""

    required: bool | None = Field(default=None)
    """Whether annotators must answer it when it is shown."""

    options: builtins.list[str] | None = Field(default=None)
    """For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages."""

    min: float | None = Field(default=None)
    """Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights."""

    max: float | None = Field(default=None)
    """Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`."""

    min_label: str | None = Field(default=None)
    """For `rating`: what the least number means."""

    max_label: str | None = Field(default=None)
    """For `rating`: what the greatest number means."""

    when: ProjectVersionFieldsWhen | None = Field(default=None)
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""


class ProjectVersion(Model):
    """See ProjectVersion in openapi.json."""

    version: int

    labels: builtins.list[ProjectVersionLabels]

    instructions: str | None

    fields: builtins.list[ProjectVersionFields]

    type_options: dict[str, Any]

    created_at: datetime


class QualificationStateLast(Model):
    """The attempt before; null if there was none"""

    items: int

    right: int


class QualificationState(Model):
    """See QualificationState in openapi.json."""

    project_id: str

    status: Literal["training", "passed", "failed"] | str
    """training: gets training items only; passed: gets real work; failed: gets nothing"""

    attempt: int
    """The number of the attempt"""

    attempts: int
    """The attempts that the project allows"""

    items: int
    """The items of this attempt"""

    right_to_pass: int
    """The right answers with which it is passed"""

    answered: int

    right: int

    last: QualificationStateLast | None

    basis: Literal["training", "earlier_work", "manager"] | str | None

    decided_at: datetime | None


class QualityLooksAudits(Model):
    """How the labels were judged; absent without audits and in looks of earlier versions"""

    labels: int
    """Audited labels, also where n counts groups"""

    changed: int
    """Accepted with a small change, which is delivered"""

    by_rule: int
    """Judged by the tolerance of the policy instead of by the auditor: all in blind audits"""


class QualityLooksRepeatAudits(Model):
    """How often second auditors agreed with the first, with an exact 95 % interval (null without pairs); they never count in n and d. Absent without audits and in looks of earlier versions"""

    pairs: int
    """Audits that a second auditor repeated"""

    agreeing: int
    """Pairs with the same verdict, right or wrong"""

    share: float | None

    share_low: float | None

    share_high: float | None


class QualityLooks(Model):
    """See QualityLooks in openapi.json."""

    look: int
    """Number of the audited round in the batch, from 1: determines `alpha`"""

    round: int

    unit: Literal["item", "group"] | str | None = Field(default=None)
    """What N, n and d count: items (default), or groups, which are right if all their items are"""

    audits: QualityLooksAudits | None = Field(default=None)
    """How the labels were judged; absent without audits and in looks of earlier versions"""

    certified_at: datetime | None = Field(default=None)

    outcome: Literal["certified", "next_look", "failed"] | str
    """next_look: only in batches audited before sequential plans existed"""

    mode: Literal["verify", "blind", "agreement"] | str

    independent: bool
    """False if an auditor audited an item that they had annotated"""

    independence: Literal["persons", "declared", "none"] | str | None = Field(default=None)
    """persons: signed-in people gave all audits and all answers to the audited items; declared: an API key named some of them; none: somebody audited their own work"""

    repeat_audits: QualityLooksRepeatAudits | None = Field(default=None)
    """How often second auditors agreed with the first, with an exact 95 % interval (null without pairs); they never count in n and d. Absent without audits and in looks of earlier versions"""

    method: Literal["sequential", "hypergeometric", "clopper_pearson"] | str
    """The bound: of the sequential audit plan, of a fixed sample (batches audited before plans existed), or of agreement"""

    N: int
    """Items that were not excluded"""

    n: int
    """How many of those were audited, up to the one that decided"""

    d: int
    """How many of those audited were not acceptable"""

    alpha: float
    """The highest chance of a wrong certificate allowed for this round"""

    stages: builtins.list[int] | None = Field(default=None)
    """Audits at which the round certifies if none, one, two, … of them are wrong; with one wrong more than the last stage tolerates it fails"""

    point_estimate: float | None

    bound: float
    """The lower bound on the share of acceptable labels"""

    score: int


class QualityAudit(Model):
    """See QualityAudit in openapi.json."""

    look: int
    """Number of the audited round in the batch, from 1"""

    required: int
    """Audits needed in total up to the next decision"""

    most_required: int
    """The most audits that the round may need in total"""

    done: int

    wrong_allowed: int | None

    unit: Literal["item", "group"] | str
    """The unit of these counts; a group is all items with the same `group`, or an item without one"""


class QualityNeededRework(Model):
    """What `POST /v1/batches/{id}/rework` would send back; null if the batch cannot be reworked, or has more than 20,000 items"""

    items: int
    """Items that lose their labels"""

    wrong: int
    """Of those, the ones whose label the audit found wrong; on the others annotators disagreed"""

    members: int
    """Active annotators who answered these items, and get them first, for a day"""

    member_ids: builtins.list[str]
    """Up to 5 of them"""


class QualityNeeded(Model):
    """What the next verdict still needs"""

    items: int
    """Items without a label that are not excluded"""

    audits: int
    """Audits of the current stage that are still open"""

    leased: int
    """Tasks that members have a lease on now"""

    leased_until: datetime | None

    rework: QualityNeededRework | None

    message: str


class QualitySlices(Model):
    """See QualitySlices in openapi.json."""

    key: str
    """A metadata key of `quality_policy.slices`"""

    value: str | None

    other_values: int
    """How many less frequent values are judged together here"""

    N: int
    """Items (or groups) of the slice that are not excluded"""

    n: int
    """How many of those are its sample, fixed before the first audit"""

    audited: int
    """How many of the sample are audited"""

    d: int | None

    need: int
    """The score to show: the `min_score` asked, else that of the batch"""

    is_floor: bool
    """True if the batch fails unless the slice is shown to reach `need`"""

    outcome: Literal["open", "shown", "not_shown", "too_few_audits"] | str
    """open: audits are missing; shown: at least `need` of 100 labels are right; not_shown: too many were wrong to say so; too_few_audits: not even without a wrong label would these audits say so"""

    score: int | None


class QualityOtherBatchesProject(Model):
    """Those of the same project"""

    certified: int

    failed: int
    """No audit of these batches passed"""

    abandoned: int
    """Deleted during an audit"""

    open: int
    """Being audited"""


class QualityOtherBatchesAccount(Model):
    """Those of all projects of the account"""

    certified: int

    failed: int
    """No audit of these batches passed"""

    abandoned: int
    """Deleted during an audit"""

    open: int
    """Being audited"""


class QualityOtherBatches(Model):
    """The other batches that were audited, whatever their data, also deleted ones. Many failed ones may be attempts with changed data, which counts as other data"""

    project: QualityOtherBatchesProject
    """Those of the same project"""

    account: QualityOtherBatchesAccount
    """Those of all projects of the account"""


class QualitySample(Model):
    """The items, without excluded ones, from which agreement, delivered labels, annotators and confusion are computed: all, or in a large batch up to 20,000 at random (fewer if results are large)"""

    items: int

    of: int


class QualityAgreementDetails(Model):
    """The coefficients are for types with one label, and null where all answers are the same"""

    raw: float | None

    fleiss_kappa: float | None

    gwet_ac1: float | None


class QualityAgreementByLabel(Model):
    """See QualityAgreementByLabel in openapi.json."""

    label: str

    answers: int
    """Answers with the label, on items with at least two"""

    agreement: float
    """The chance that a second annotator gives the label that the first gave"""

    alpha: float | None


class QualityAgreementAnnotatorPairs(Model):
    """See QualityAgreementAnnotatorPairs in openapi.json."""

    member_ids: builtins.list[str]

    items: int
    """Items that both annotators answered"""

    agreeing_items: int

    alpha: float | None


class QualityAgreement(Model):
    """See QualityAgreement in openapi.json."""

    items: int
    """Items with at least two answers"""

    has_enough_items: bool
    """False with fewer than 20 such items, where alpha is unreliable"""

    unanimous_items: int

    pairs: int
    """Pairs of answers to the same item"""

    agreeing_pairs: int
    """How many of those agree within the policy's tolerance"""

    alpha: float | None

    alpha_low: float | None

    alpha_high: float | None

    details: QualityAgreementDetails
    """The coefficients are for types with one label, and null where all answers are the same"""

    by_label: builtins.list[QualityAgreementByLabel]
    """Up to 1,000, the most frequent first"""

    annotator_pairs: builtins.list[QualityAgreementAnnotatorPairs]
    """Up to 100 pairs of the 50 annotators with the most answers, those with the most items in common first"""


class QualityFields(Model):
    """See QualityFields in openapi.json."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"] | str
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: Literal["item", "object", "response", "message"] | str

    metric: Literal["nominal", "ordinal", "interval", "masi", "f1"] | str | None

    answered: int
    """Items, responses, messages, or objects that annotators have in common, at which at least two answered"""

    pairs: int
    """Pairs of answers to those"""

    raw: float | None

    alpha: float | None

    alpha_low: float | None

    alpha_high: float | None


class QualityLabels(Model):
    """See QualityLabels in openapi.json."""

    label: str

    delivered: int
    """Accepted results with the label"""

    audited: int
    """Audits of results with the label in the current round; 0 while the audit is open"""

    wrong: int
    """How many of those were not acceptable"""


class QualityAnnotatorsGold(Model):
    """Answers to items with a known answer, in all rounds, those that were right, and the exact 95 % interval of the share"""

    answered: int

    right: int

    low: float

    high: float


class QualityAnnotatorsAudited(Model):
    """See QualityAnnotatorsAudited in openapi.json."""

    answered: int

    right: int


class QualityAnnotatorsConfusion(Model):
    """See QualityAnnotatorsConfusion in openapi.json."""

    answer: str

    accepted: str

    count: int


class QualityAnnotatorsGoldConfusion(Model):
    """See QualityAnnotatorsGoldConfusion in openapi.json."""

    answer: str

    accepted: str

    count: int


class QualityAnnotatorsAuditConfusion(Model):
    """See QualityAnnotatorsAuditConfusion in openapi.json."""

    answer: str

    accepted: str

    count: int


class QualityAnnotators(Model):
    """See QualityAnnotators in openapi.json."""

    member_id: str

    answers: int

    median_seconds: float | None

    compared: int
    """Answers to items with an accepted label"""

    agreement_with_consensus: float | None

    gold: QualityAnnotatorsGold
    """Answers to items with a known answer, in all rounds, those that were right, and the exact 95 % interval of the share"""

    audited: QualityAnnotatorsAudited

    confusion: builtins.list[QualityAnnotatorsConfusion] | None

    gold_confusion: builtins.list[QualityAnnotatorsGoldConfusion] | None

    audit_confusion: builtins.list[QualityAnnotatorsAuditConfusion] | None


class QualityModelsGold(Model):
    """Predictions for items with a known answer, those that were right, and the exact 95 % interval of the share"""

    answered: int

    right: int

    low: float

    high: float


class QualityModelsAudited(Model):
    """The same beside the audits of the current round, also of labels that the model made; 0 while the audit is open"""

    answered: int

    right: int


class QualityModels(Model):
    """See QualityModels in openapi.json."""

    model: str

    version: str | None

    predictions: int
    """In a random sample of up to 5,000 items"""

    compared: int
    """Those of items with an accepted label of people: not a model's, and no answer to it is by a model or by somebody who saw this prediction. Items of a check of an auto-accept count once it is over"""

    agreement_with_consensus: float | None

    gold: QualityModelsGold
    """Predictions for items with a known answer, those that were right, and the exact 95 % interval of the share"""

    audited: QualityModelsAudited
    """The same beside the audits of the current round, also of labels that the model made; 0 while the audit is open"""

    cost_per_prediction: float | None

    cost_per_right_label: float | None


class QualityConfusion(Model):
    """See QualityConfusion in openapi.json."""

    answer: str

    accepted: str

    count: int


class QualityPairConfusion(Model):
    """See QualityPairConfusion in openapi.json."""

    answer: str

    accepted: str

    count: int


class Quality(Model):
    """See Quality in openapi.json."""

    batch_id: str

    status: Literal["created", "processing", "completed", "certified", "failed"] | str

    round: int

    quality_score: int | None

    certification_level: Literal["none", "agreement", "basic", "standard", "premium", "elite"] | str | None

    required_level: Literal["none", "basic", "standard", "premium", "elite"] | str

    required_quality_score: int

    sentence: str
    """The batch's quality in words"""

    looks: builtins.list[QualityLooks]
    """The audited rounds judged so far; a round with an open audit comes with its verdict"""

    audit: QualityAudit | None

    needed: QualityNeeded
    """What the next verdict still needs"""

    slices: builtins.list[QualitySlices]
    """The slices of the current round, or of the one that was judged last. All of them hold at the same time with the confidence of the round's look (Holm's procedure)"""

    other_batches: QualityOtherBatches
    """The other batches that were audited, whatever their data, also deleted ones. Many failed ones may be attempts with changed data, which counts as other data"""

    sample: QualitySample
    """The items, without excluded ones, from which agreement, delivered labels, annotators and confusion are computed: all, or in a large batch up to 20,000 at random (fewer if results are large)"""

    agreement: QualityAgreement

    fields: builtins.list[QualityFields]
    """Agreement on each current field of the project"""

    labels: builtins.list[QualityLabels]
    """Up to 1,000, the most delivered first"""

    annotators: builtins.list[QualityAnnotators]
    """Up to 1,000, those with the most answers first"""

    models: builtins.list[QualityModels]
    """The models that predicted items, by version; up to 20, those with the most predictions first"""

    confusion: builtins.list[QualityConfusion] | None

    pair_confusion: builtins.list[QualityPairConfusion] | None


class QualityLevelStages(Model):
    """See QualityLevelStages in openapi.json."""

    required: int
    """Audits in total"""

    wrong_allowed: int
    """Wrong audits in total with which the stage certifies"""

    minutes: float | None


class QualityLevelChances(Model):
    """See QualityLevelChances in openapi.json."""

    right: float
    """Share of the labels that are right"""

    chance: float
    """Probability that the first round passes"""


class QualityLevelSlices(Model):
    """The audits for the slices of the policy that have a `min_score`; null if none has"""

    slices: int
    """Slices that the price is for, all of the same size"""

    min_score: int
    """The highest `min_score` of the policy"""

    audits_each: int
    """Audits that each slice needs"""

    more_audits: int
    """Audits that the slices need in all besides those of the first stage"""


class QualityLevel(Model):
    """See QualityLevel in openapi.json."""

    level: Literal["none", "basic", "standard", "premium", "elite"] | str

    score: int
    """The lowest `quality_score` that earns the level"""

    overlap: int
    """Answers per item"""

    audit_mode: Literal["verify", "blind"] | str

    evidence: Literal["none", "audit", "agreement"] | str

    alpha: float | None

    stages: builtins.list[QualityLevelStages]
    """The stages of the first round: it certifies at the first that has no more wrong audits than allowed, and fails with one wrong audit more than the last allows. Empty if nobody audits"""

    chances: builtins.list[QualityLevelChances]

    slices: QualityLevelSlices | None

    sentence: str


class Rate(Model):
    """See Rate in openapi.json."""

    member_id: str

    starts_on: str
    """A day (UTC)"""

    unit: Literal["hour", "answer", "accepted_answer"] | str
    """hour: of active time; answer: each answer, audits and gold too; accepted_answer: each answer that counts as accepted once its round is over"""

    amount: str

    currency: str
    """ISO 4217"""

    set_by: str
    """The member or key that set it"""

    set_at: datetime


class Rates(Model):
    """See Rates in openapi.json."""

    data: builtins.list[Rate]


class RegisteredModelLastError(Model):
    """The last request that had no answer, or one that Assay could not read"""

    at: datetime

    reason: str


class RegisteredModel(Model):
    """See RegisteredModel in openapi.json."""

    id: str

    name: str

    version: str

    kind: Literal["pushed", "http", "openai"] | str
    """pushed: you send its predictions to `POST /v1/batches/{id}/predictions`. http: Assay asks the server at `url`. openai: Assay asks a language model by OpenAI's protocol for chats, which many servers speak"""

    url: str | None

    secret_hint: str | None

    annotation_types: builtins.list[str]

    batch_size: int

    concurrency: int

    timeout_ms: int

    price: ModelPrice | None

    prompt: ModelPrompt | None

    prompt_version: str | None

    last_success_at: datetime | None

    last_error: RegisteredModelLastError | None

    created_at: datetime

    updated_at: datetime


class Replayed(Model):
    """See Replayed in openapi.json."""

    replayed: int
    """At most 10,000, the oldest"""

    has_more: bool
    """Whether there are more"""


class SoundBuilding(Model):
    """The sound is being made; see Retry-After"""

    status: Literal["building"]

    message: str


class SourceConfig(Model):
    """See SourceConfig in openapi.json."""

    bucket: str | None = Field(default=None)

    prefix: str | None = Field(default=None)

    region: str | None | None = Field(default=None)

    endpoint: str | None | None = Field(default=None)

    path_style: bool | None = Field(default=None)

    path: str | None = Field(default=None)

    url: str | None = Field(default=None)


class SourceError(Model):
    """Why the last sync failed"""

    code: str

    message: str


class Source(Model):
    """See Source in openapi.json."""

    id: str

    name: str

    kind: Literal["s3", "folder", "http_manifest", "huggingface"] | str

    mode: Literal["copy", "reference"] | str
    """`copy`: the bytes of new objects are stored here. `reference`: images and recordings stay in the bucket, and only key, size and ETag are stored"""

    config: SourceConfig

    credentials_hint: str | None

    status: Literal["idle", "syncing", "failed"] | str

    objects_seen: int
    """Objects that the running or last sync has listed"""

    added: int
    """Those of them that were new"""

    changed: int
    """Those of the new ones whose key had other bytes before"""

    skipped: int
    """Listed objects that become no file: folders, empty and too large ones"""

    error: SourceError | None

    metadata: dict[str, Any]

    synced_at: datetime | None

    created_at: datetime

    updated_at: datetime


class SourceCheckChecks(Model):
    """See SourceCheckChecks in openapi.json."""

    operation: str

    ok: bool

    message: str | None


class SourceCheck(Model):
    """See SourceCheck in openapi.json."""

    ok: bool

    checks: builtins.list[SourceCheckChecks]


class SubmittedAnnotationPredictionShown(Model):
    """The first prediction that the task showed when it was claimed; null for audits and adjudications"""

    model: str

    version: str | None

    score: float | None

    distance: float
    """How much the annotator changed it: 0 unchanged, 1 nothing in common; the mean over the result, by the type's distance, and the fields that the model answered"""


class SubmittedAnnotationFeedback(Model):
    """Only with `feedback` in the policy and a known answer, and for training items: whether yours was right, and the known answer"""

    right: bool

    wrong: builtins.list[str]
    """The wrong parts of your answer: `result`, or `fields.NAME` for each scored field"""

    result: dict[str, Any]
    """The known answer"""

    fields: dict[str, Any] | None


class SubmittedAnnotationTrainingLast(Model):
    """The attempt before; null if there was none"""

    items: int

    right: int


class SubmittedAnnotationTraining(Model):
    """Only for training items: the state after this answer"""

    project_id: str

    status: Literal["training", "passed", "failed"] | str
    """training: gets training items only; passed: gets real work; failed: gets nothing"""

    attempt: int
    """The number of the attempt"""

    attempts: int
    """The attempts that the project allows"""

    items: int
    """The items of this attempt"""

    right_to_pass: int
    """The right answers with which it is passed"""

    answered: int

    right: int

    last: SubmittedAnnotationTrainingLast | None

    basis: Literal["training", "earlier_work", "manager"] | str | None

    decided_at: datetime | None


class SubmittedAnnotation(Model):
    """See SubmittedAnnotation in openapi.json."""

    id: str

    task_id: str | None

    item_id: str

    batch_id: str

    member_id: str

    kind: Literal["annotate", "audit", "adjudicate"] | str

    round: int

    version: int
    """Number of this member's answer to the item in the round, from 1"""

    superseded_at: datetime | None

    guideline_version: int

    result: dict[str, Any]
    """The answer, a result of the project's annotation type"""

    fields: dict[str, Any] | None

    active_ms: int | None

    client_id: str | None

    response_order: builtins.list[str] | None

    answered_at: datetime | None

    prediction_shown: SubmittedAnnotationPredictionShown | None

    created_at: datetime

    feedback: SubmittedAnnotationFeedback | None = Field(default=None)
    """Only with `feedback` in the policy and a known answer, and for training items: whether yours was right, and the known answer"""

    training: SubmittedAnnotationTraining | None = Field(default=None)
    """Only for training items: the state after this answer"""


class TaskVerdict(Model):
    """What followed from the audits of the batch. Only in `GET /v1/tasks/{id}` of an audit that was submitted or canceled; null in a later round"""

    outcome: Literal["open", "judging", "certified", "failed"] | str
    """`open` while labels wait for an auditor, `judging` while the service computes the verdict"""

    required: int | None

    sentence: str
    """The batch's quality in words"""


class Task(Model):
    """See Task in openapi.json."""

    id: str

    kind: Literal["annotate", "audit", "adjudicate"] | str

    status: Literal["open", "leased", "submitted", "skipped", "released", "expired", "canceled"] | str

    item: Item

    batch_id: str

    round: int

    member_id: str | None

    guideline_version: int

    lease_expires_at: datetime | None

    draft: Any

    revision: int
    """ETag of the draft; send it as If-Match"""

    reason: str | None

    skip_reasons: builtins.list[str] | None = Field(default=None)
    """Of an adjudication: the reasons of the annotators who skipped the item in this round"""

    is_training: bool
    """Whether the answer counts for the training of the member only, and not for the batch"""

    verdict: TaskVerdict | None | None = Field(default=None)


class TrainingWorkLast(Model):
    """The attempt before; null if there was none"""

    items: int

    right: int


class TrainingWork(Model):
    """See TrainingWork in openapi.json."""

    project_id: str

    status: Literal["training", "passed", "failed"] | str
    """training: gets training items only; passed: gets real work; failed: gets nothing"""

    attempt: int
    """The number of the attempt"""

    attempts: int
    """The attempts that the project allows"""

    items: int
    """The items of this attempt"""

    right_to_pass: int
    """The right answers with which it is passed"""

    answered: int

    right: int

    last: TrainingWorkLast | None

    basis: Literal["training", "earlier_work", "manager"] | str | None

    decided_at: datetime | None

    project_name: str

    annotation_type: str

    is_short: bool
    """Whether the project has fewer items with a known answer than an attempt needs"""


class UploadFiles(Model):
    """See UploadFiles in openapi.json."""

    id: str

    filename: str

    content_type: str
    """Detected from the bytes; the sender's value is ignored"""

    size_bytes: int

    sha256: str | None


class UploadError(Model):
    """See UploadError in openapi.json."""

    code: str

    message: str


class Upload(Model):
    """See Upload in openapi.json."""

    id: str

    status: Literal["pending", "uploading", "processing", "ready", "failed", "expired"] | str

    filename: str | None

    content_type: str | None

    size_bytes: int

    offset: int
    """Bytes received"""

    sha256: str | None

    file_count: int
    """Number of files after archives are unpacked"""

    skipped: int
    """Files beside the media of an archive, and with `on_error=skip` faulty files and lines; `GET /v1/uploads/{id}/skipped` lists them"""

    files: builtins.list[UploadFiles]
    """The first 100"""

    upload_url: str | None

    upload_method: Literal["PUT"] | None

    upload_headers: dict[str, str] | None

    error: UploadError | None

    source_id: str | None

    metadata: dict[str, Any]

    created_at: datetime

    expires_at: datetime | None


class WaitingWork(Model):
    """The tasks of a batch for a member; each count stops at 100"""

    batch_id: str

    batch_name: str

    project_id: str

    project_name: str

    annotation_type: str

    annotate: int
    """Items that a claim may give, those with a known answer among them; 0 once no open item is left"""

    rework: int
    """Tasks to answer again, with the member's own earlier answers"""

    audit: int

    adjudicate: int

    in_hand: int
    """Tasks leased to the member now"""


class Webhook(Model):
    """See Webhook in openapi.json."""

    id: str

    url: str

    events: builtins.list[Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"] | str]

    all_events: bool
    """Whether the webhook also gets types that are added later"""

    description: str | None

    enabled: bool

    disabled_at: datetime | None

    disabled_reason: Literal["delivery_failures", "manual"] | str | None

    failed_in_a_row: int
    """How many of the newest deliveries failed one after another, without tests; counted up to 100"""

    secret_hint: str

    previous_secret_expires_at: datetime | None

    metadata: dict[str, Any]

    created_at: datetime

    updated_at: datetime


class WorkDay(Model):
    """See WorkDay in openapi.json."""

    day: str

    answers: int

    active_minutes: float
    """As clients reported it; per answer at most the time from lease to submit"""

    timed: int
    """Answers with an active time"""

    gold_answered: int

    gold_right: int

    compared: int
    """Answers to items that several people answered and that have an accepted label; 0 for types whose result is no single label"""

    agreeing: int
    """Those equal to the accepted label"""


class WorkReport(Model):
    """See WorkReport in openapi.json."""

    from_: datetime = Field(alias="from")

    to: datetime

    data: builtins.list[WorkRow]


class WorkRow(Model):
    """See WorkRow in openapi.json."""

    member_id: str | None = Field(default=None)

    member_name: str | None | None = Field(default=None)

    member_external_id: str | None | None = Field(default=None)

    project_id: str | None = Field(default=None)

    project_name: str | None = Field(default=None)

    batch_id: str | None = Field(default=None)

    batch_name: str | None = Field(default=None)

    day: str | None = Field(default=None)

    answers: int

    audits: int
    """Answers that judge a label (audits)"""

    items: int
    """Distinct items answered, counted once per line"""

    objects: int
    """Objects, spans or segments in the answers"""

    active_minutes: float
    """As clients sent it; per answer at most the time from lease to submit, which also counts for an answer without one"""

    accepted: int
    """Answers to accepted items, without corrected ones and audits; of rounds that are over"""

    undecided: int
    """Answers of rounds that are not over, of which nobody can say yet whether they are accepted"""

    corrected: int
    """Answers that an audit, an adjudication or a known answer proved wrong, of rounds that are over"""


class Health(Model):
    """See Health in openapi.json."""

    status: Literal["ok"]


class ReadinessChecks(Model):
    """See ReadinessChecks in openapi.json."""

    database: Literal["ok", "failed"] | str

    storage: Literal["ok", "failed"] | str


class Readiness(Model):
    """See Readiness in openapi.json."""

    status: Literal["ok", "degraded", "failed"] | str
    """`degraded`: only requests that read or write files fail"""

    checks: ReadinessChecks


class AnnotationType(Model):
    """See AnnotationType in openapi.json."""

    name: str

    aliases: builtins.list[str]

    media: builtins.list[str]

    default_format: str

    result_schema: dict[str, Any]

    options_schema: dict[str, Any]
    """The JSON Schema of a project's type_options"""


class ExportFormat(Model):
    """See ExportFormat in openapi.json."""

    name: str

    aliases: builtins.list[str]

    annotation_types: builtins.list[str]


class ComputeSuspicions(Model):
    """See ComputeSuspicions in openapi.json."""

    batch_id: str

    status: Literal["queued"]


class UnknownEvent(Model):
    """An event of a type that is newer than this client."""

    id: str

    type: str

    created_at: datetime

    data: dict[str, Any]


Event: TypeAlias = BatchCreatedEvent | BatchProcessingEvent | BatchCompletedEvent | BatchCertifiedEvent | BatchFailedEvent | ProjectUpdatedEvent | CommentCreatedEvent | CommentResolvedEvent | AnnotatorQualifiedEvent | UnknownEvent

EVENTS: dict[str, type[Event]] = {
    "batch.created": BatchCreatedEvent,
    "batch.processing": BatchProcessingEvent,
    "batch.completed": BatchCompletedEvent,
    "batch.certified": BatchCertifiedEvent,
    "batch.failed": BatchFailedEvent,
    "project.updated": ProjectUpdatedEvent,
    "comment.created": CommentCreatedEvent,
    "comment.resolved": CommentResolvedEvent,
    "annotator.qualified": AnnotatorQualifiedEvent,
}


def read_event(body: Any) -> Event:
    """The event of parsed JSON."""
    return EVENTS.get(body["type"], UnknownEvent).model_validate(body)
