"""What the service takes.

Made from openapi.json by `npm run fix`; changes are lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NotRequired, TypedDict


class AddChallenge(TypedDict):
    """See AddChallenge in openapi.json."""

    nonce: str
    """A text that nobody can predict: 16 to 200 printable ASCII characters without spaces"""


class AddFiles(TypedDict):
    """See AddFiles in openapi.json."""

    upload_ids: NotRequired[Sequence[str]]

    file_ids: NotRequired[Sequence[str]]


class AmendBatch(TypedDict):
    """See AmendBatch in openapi.json."""

    item_ids: Sequence[str]
    """The items to answer again"""

    reason: NotRequired[str]
    """What is wrong with them. Their earlier annotators read it above each"""


class AskAudit(TypedDict):
    """See AskAudit in openapi.json."""

    level: str
    """basic, standard, premium or elite"""


class AssistPromptPoints(TypedDict):
    """See AssistPromptPoints in openapi.json."""

    x: float

    y: float

    positive: bool
    """Whether the point is on the object; false: beside it"""


class AssistPromptBox(TypedDict):
    """Around the object"""

    x: float

    y: float

    width: float

    height: float


class AssistPrompt(TypedDict):
    """What a person points at, in pixels of the upright image"""

    points: NotRequired[Sequence[AssistPromptPoints]]

    box: NotRequired[AssistPromptBox]
    """Around the object"""

    polygon: NotRequired[Sequence[Sequence[float]]]
    """A rough outline"""

    text: NotRequired[str]
    """What to look for"""

    label: NotRequired[str]
    """Of the object"""


class AssistTask(TypedDict):
    """Without `prompt` the model only prepares the item, for example computes its embedding"""

    prompt: NotRequired[AssistPrompt]

    current: NotRequired[Any]
    """The result so far, for models that use it"""


class BulkItemsFilter(TypedDict):
    """The same filters as the parameters of GET /v1/items"""

    project_id: NotRequired[str]
    """Required without batch_id"""

    batch_id: NotRequired[str]

    state: NotRequired[Literal["open", "accepted", "excluded"]]

    label: NotRequired[str]

    annotator: NotRequired[str]

    answer: NotRequired[str]

    other_answer: NotRequired[str]

    support_lt: NotRequired[float]

    waits_for: NotRequired[Literal["adjudication", "another_answer"]]

    audited: NotRequired[Literal["wrong"]]

    external_ids: NotRequired[Sequence[str]]

    item_ids: NotRequired[Sequence[str]]

    metadata: NotRequired[Mapping[str, str]]

    q: NotRequired[str]


class BulkItems(TypedDict):
    """See BulkItems in openapi.json."""

    filter: BulkItemsFilter
    """The same filters as the parameters of GET /v1/items"""

    action: Literal["priority", "requeue", "exclude", "gold", "accept_prediction", "adjudicate", "release"]
    """priority: changes open items. requeue: asks for new answers under the newest guidelines. exclude: leaves items out, with a reason. gold: uses accepted labels as known answers that measure annotators. accept_prediction: makes a model's prediction the label of open items, without those that people check for an auto-accept. adjudicate: let an adjudicator decide open items whose answers disagree or that somebody skipped, in place of one more answer. release: offers items to every annotator that rework reserved for those who answered them before"""

    priority: NotRequired[int]
    """For priority"""

    reason: NotRequired[str]
    """For exclude, which needs it, and for requeue: those who answered the items get them first, and read it above each"""

    model: NotRequired[str]
    """For accept_prediction"""

    version: NotRequired[str]
    """For accept_prediction: the model's version"""

    dry_run: NotRequired[bool]
    """True: only count the items"""


class CertifyVersionQualityPolicyTolerance(TypedDict):
    """Thresholds for an acceptable delivered label, instead of the type's own"""

    min_f1: NotRequired[float]
    """Lowest F1 of delivered against audited objects or spans"""

    min_iou: NotRequired[float]
    """Lowest IoU or OKS at which two objects count as the same; for masks the lowest mean IoU"""

    max_steps: NotRequired[int]
    """Most steps between two ratings that count as the same; at most a quarter of the steps of the shortest scale"""

    max_wer: NotRequired[float]
    """Highest word error rate, relative to the audited transcript"""


class CertifyVersionQualityPolicySlices(TypedDict):
    """See CertifyVersionQualityPolicySlices in openapi.json."""

    key: str

    min_score: NotRequired[int]
    """Every value's labels must reach this score: the audit checks as many as that needs, and the batch fails if one does not"""


class CertifyVersionQualityPolicyPredictions(TypedDict):
    """Which predictions tasks show; default: all. With show_predictions: false they show none"""

    show: NotRequired[Literal["never", "first", "after_first_answer"]]
    """first (default): tasks show predictions from the start; never: tasks show none; after_first_answer: the first annotator of an item answers without them, the others see them"""

    model: NotRequired[str]
    """Tasks show this model's predictions alone"""

    version: NotRequired[str]
    """Tasks show predictions of this version alone"""

    min_score: NotRequired[float]
    """Tasks show no predictions with a lower score, nor any without a score"""

    withhold: NotRequired[float]
    """Share of the items, drawn at random, whose tasks never show predictions: GET /v1/batches/{id}/models compares both parts and says whether annotators miss the model's errors. Default: 0.1, and 0 where nothing is audited"""


class CertifyVersionQualityPolicyAutoAccept(TypedDict):
    """Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards"""

    model: str

    version: NotRequired[str]

    max_wrong: NotRequired[float]
    """The greatest share of wrong labels among those that the model makes; default: 0.05"""

    confidence: NotRequired[float]
    """Default: 0.95"""

    check: NotRequired[int]
    """Items, drawn at random, that people answer without seeing the model's label; default: 600"""


class CertifyVersionQualityPolicy(TypedDict):
    """Replaces the settings that it names of the project's policy; the evidence is always an audit"""

    overlap: NotRequired[int]
    """Answers per item before its label is decided"""

    overlap_share: NotRequired[float]
    """Share of the items, drawn at random, that get all answers of the overlap; the others get one"""

    audit_mode: NotRequired[Literal["verify", "blind"]]
    """verify: auditors see the delivered label; blind: they answer without seeing it"""

    evidence: NotRequired[Literal["audit", "agreement"]]
    """agreement is allowed only for the level basic"""

    audit_plan: NotRequired[Literal["thrifty", "forgiving"]]
    """thrifty (default): fewest audits; a round fails at the fifth wrong label. forgiving: more audits and a higher chance to pass; a round fails at the seventh"""

    strict: NotRequired[bool]
    """True: a delivered label must match the audit in full"""

    tolerance: NotRequired[CertifyVersionQualityPolicyTolerance]
    """Thresholds for an acceptable delivered label, instead of the type's own"""

    min_support: NotRequired[float]
    """Share of the answers that must support a label"""

    even_median: NotRequired[Literal["tie", "lower"]]
    """What to deliver if the two middle values of an even number of ordinal ratings differ. tie (default): the item gets one more answer, then an adjudicator; lower: the lower of the two is delivered"""

    max_excluded_share: NotRequired[float]
    """Share of excluded items above which a batch fails"""

    slices: NotRequired[Sequence[str | CertifyVersionQualityPolicySlices]]
    """Metadata keys whose values get a score of their own, at most 5. The 20 most frequent values of a key are judged one by one, the others together"""

    show_predictions: NotRequired[bool]
    """False: tasks show no predictions, so that answers do not follow a model; default true"""

    predictions: NotRequired[CertifyVersionQualityPolicyPredictions]
    """Which predictions tasks show; default: all. With show_predictions: false they show none"""

    scored_fields: NotRequired[Sequence[str]]
    """Fields that count like the label: a tie in one counts as a tie of the item, and audits and gold judge them too"""

    gold_share: NotRequired[float]
    """Share of claims that get an item with a known answer while there are any; default 0.1"""

    gold_floor: NotRequired[float]
    """Pauses an annotator whose share of right gold answers is below this, judged by the upper end of its exact 95 % interval; default: nobody is paused"""

    feedback: NotRequired[bool]
    """True, for training: shows annotators the right answer right after each gold item"""

    require_persons: NotRequired[bool]
    """True: a level above basic needs signed-in people as auditors and as annotators of the audited items; names given by API keys do not count"""

    label_floor: NotRequired[float]
    """Fails a batch if the audit shows that annotators found a label in less than this share of the items that have it"""

    challenge: NotRequired[Literal["log", "nonce", "beacon"]]
    """The public part of the random sample, added once the labels are fixed. log (default): the root hash of the log; nonce: a text that you send to POST /v1/batches/{id}/challenge, without which no audit begins; beacon: the next round of a public beacon, if the installation has one (ASSAY_BEACON_URL)"""

    auto_accept: NotRequired[CertifyVersionQualityPolicyAutoAccept]
    """Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards"""

    max_spam_share: NotRequired[float]
    """Fails a batch if more than this share of its answers is from annotators who guess, as gold shows"""


class CertifyVersion(TypedDict):
    """See CertifyVersion in openapi.json."""

    quality_level: NotRequired[str]
    """basic, standard, premium or elite; default: the project's"""

    quality_policy: NotRequired[CertifyVersionQualityPolicy]
    """Replaces the settings that it names of the project's policy; the evidence is always an audit"""

    name: NotRequired[str]
    """Of the batch; default: the dataset's with the version"""

    priority: NotRequired[Literal["low", "normal", "high"]]

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""


class ChangeAccount(TypedDict):
    """See ChangeAccount in openapi.json."""

    name: NotRequired[str]

    owner_email: NotRequired[str | None]

    strict_annotators: NotRequired[bool]
    """True: an `annotator` whom the account does not have is a fault. False: the name becomes a member"""


class ChangeApiKey(TypedDict):
    """See ChangeApiKey in openapi.json."""

    name: NotRequired[str]

    scopes: NotRequired[Sequence[Literal["account:read", "account:write", "members:read", "members:write", "projects:read", "projects:write", "batches:read", "batches:write", "uploads:read", "uploads:write", "annotations:read", "annotations:write", "datasets:read", "webhooks:read", "webhooks:write", "events:read", "keys:read", "keys:write"]]]

    expires_at: NotRequired[datetime | str | None]


class ChangeBatch(TypedDict):
    """See ChangeBatch in openapi.json."""

    name: NotRequired[str]

    priority: NotRequired[Literal["low", "normal", "high"]]

    queue_order: NotRequired[Literal["random", "uncertainty", "disagreement"]]
    """The order in which annotators get items of the same priority. random (default); uncertainty: the lowest score of a prediction first; disagreement: those first whose predictions differ most. Items without what is compared come last; those that somebody has begun come first. A job puts them in order again when predictions arrive"""

    hold: NotRequired[bool]
    """True stops new claims at once; leased tasks continue"""

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""


class ChangeComment(TypedDict):
    """See ChangeComment in openapi.json."""

    text: NotRequired[str]
    """Only its author may change it"""

    resolved: NotRequired[bool]
    """Whether the thread is resolved; only on its first comment"""

    annotator: NotRequired[str]
    """The member that an API key acts for: a member id or an external id. Default: the key's own member"""


class ChangeDatasetQuery(TypedDict):
    """An item must match all of these"""

    project_id: str

    batch_ids: NotRequired[Sequence[str]]
    """Default: every batch of the project"""

    statuses: NotRequired[Sequence[Literal["created", "processing", "completed", "certified", "failed"]]]
    """The states of the batches; default: certified"""

    labels: NotRequired[Sequence[str]]
    """An item has at least one of them"""

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""

    q: NotRequired[str]
    """In the text or conversation, or in the name of a file that is one item"""


class ChangeDatasetSplits(TypedDict):
    """Each share is its number divided by the sum of the three; default: 80, 10, 10"""

    seed: NotRequired[str]
    """Default: the project's id"""

    train: NotRequired[int]

    validation: NotRequired[int]

    test: NotRequired[int]


class ChangeDataset(TypedDict):
    """See ChangeDataset in openapi.json."""

    name: NotRequired[str]

    query: NotRequired[ChangeDatasetQuery]
    """An item must match all of these"""

    splits: NotRequired[ChangeDatasetSplits]
    """Each share is its number divided by the sum of the three; default: 80, 10, 10"""


class ChangeDigest(TypedDict):
    """See ChangeDigest in openapi.json."""

    frequency: Literal["none", "daily"]
    """daily: at most one mail a day, and none if nothing is new"""

    time_zone: NotRequired[str]
    """A name of the IANA time zone database: mails come at 08:00 there. Default: as before; without one, at the hour of the choice"""


class ChangeMember(TypedDict):
    """See ChangeMember in openapi.json."""

    name: NotRequired[str]

    role: NotRequired[Literal["owner", "manager", "reviewer", "annotator", "viewer"]]

    active: NotRequired[bool]
    """False releases the member's leases; drafts and answers stay"""

    kind: NotRequired[Literal["person", "model"]]
    """model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one"""

    may_annotate: NotRequired[bool]
    """Whether a member of the kind model gets tasks; false until an owner sets it"""

    email: NotRequired[str | None]

    external_id: NotRequired[str | None]

    project_ids: NotRequired[Sequence[str] | None]

    groups: NotRequired[Sequence[str]]
    """Names that you choose; a project with groups gives tasks only to their members"""


class ChangeModel(TypedDict):
    """See ChangeModel in openapi.json."""

    url: NotRequired[str]
    """Of http and openai: absolute, https (http only to networks that the operator allows), without user name and fragment. Of openai: up to `/chat/completions`"""

    secret: NotRequired[str]
    """Of http: `whsec_` and 24 to 64 bytes in base64, with which Assay signs its requests as webhooks; default: Assay creates one. Of openai: the API key, of visible ASCII characters; absent if the server needs none. Stored encrypted"""

    annotation_types: NotRequired[Sequence[Literal["image_classification", "multilabel_classification", "object_detection", "polygon", "semantic_segmentation", "keypoint", "text_classification", "named_entity_recognition", "transcription", "audio_segmentation", "text_generation", "ranking", "rating"]]]
    """The annotation types whose results the model gives"""

    batch_size: NotRequired[int]
    """Items in a request; default 16. Of openai: 1"""

    concurrency: NotRequired[int]
    """Requests of one run that wait for an answer at once; default 2"""

    timeout_ms: NotRequired[int]
    """How long Assay waits for an answer, or for all samples of one, in milliseconds; default 30,000"""

    price: NotRequired[ModelPrice | None]

    prompt: NotRequired[ModelPrompt | None]


class ChangeModelRun(TypedDict):
    """See ChangeModelRun in openapi.json."""

    status: NotRequired[Literal["running", "paused", "canceled"]]
    """running: goes on after a pause, a stop or a failure. canceled: ends it"""

    max_cost: NotRequired[float | None]


class ChangeProjectLabelsRelation(TypedDict):
    """Makes the label a relation type, for relations between two spans instead of spans; for `named_entity_recognition` only."""

    source: NotRequired[Sequence[str]]
    """The ids or names of the labels that the first span can have; empty: each. Responses show ids."""

    target: NotRequired[Sequence[str]]
    """The ids or names of the labels that the second span can have; empty: each. Responses show ids."""


class ChangeProjectLabelsAttributesWhen(TypedDict):
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""

    field: str

    equals: str | float


class ChangeProjectLabelsAttributes(TypedDict):
    """A question in addition to the result."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"]
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: NotRequired[Literal["item", "object", "response", "message"]]
    """What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`."""

    roles: NotRequired[Sequence[str]]
    """Only per message: asked of messages with these roles; absent asks of all."""

    description: NotRequired[str]
    """The question as shown to annotators."""

    required: NotRequired[bool]
    """Whether annotators must answer it when it is shown."""

    options: NotRequired[Sequence[str]]
    """For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages."""

    min: NotRequired[float]
    """Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights."""

    max: NotRequired[float]
    """Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`."""

    min_label: NotRequired[str]
    """For `rating`: what the least number means."""

    max_label: NotRequired[str]
    """For `rating`: what the greatest number means."""

    when: NotRequired[ChangeProjectLabelsAttributesWhen]
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""


class ChangeProjectLabels(TypedDict):
    """A label that annotators can give."""

    id: NotRequired[str]
    """Never changes, even when the label is renamed. Default: `label_<n>`."""

    name: str
    """The name of the label in results; unique."""

    color: NotRequired[str | None]
    """As `#rrggbb`; null: the workbench chooses."""

    hotkey: NotRequired[str | None]
    """The key that picks the label, unless another label or the editor of the annotation type uses it; null: the workbench chooses."""

    parent: NotRequired[str | None]
    """The id or name of the parent label; responses show the id."""

    relation: NotRequired[ChangeProjectLabelsRelation]
    """Makes the label a relation type, for relations between two spans instead of spans; for `named_entity_recognition` only."""

    attributes: NotRequired[Sequence[ChangeProjectLabelsAttributes]]
    """Questions about each object with this label."""

    retired: NotRequired[bool]
    """True: existing answers keep the label, new answers cannot use it."""


class ChangeProjectFieldsWhen(TypedDict):
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""

    field: str

    equals: str | float


class ChangeProjectFields(TypedDict):
    """A question in addition to the result."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"]
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: NotRequired[Literal["item", "object", "response", "message"]]
    """What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`."""

    roles: NotRequired[Sequence[str]]
    """Only per message: asked of messages with these roles; absent asks of all."""

    description: NotRequired[str]
    """The question as shown to annotators."""

    required: NotRequired[bool]
    """Whether annotators must answer it when it is shown."""

    options: NotRequired[Sequence[str]]
    """For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages."""

    min: NotRequired[float]
    """Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights."""

    max: NotRequired[float]
    """Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`."""

    min_label: NotRequired[str]
    """For `rating`: what the least number means."""

    max_label: NotRequired[str]
    """For `rating`: what the greatest number means."""

    when: NotRequired[ChangeProjectFieldsWhen]
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""


class ChangeProjectQualityPolicyTolerance(TypedDict):
    """Thresholds for an acceptable delivered label, instead of the type's own"""

    min_f1: NotRequired[float]
    """Lowest F1 of delivered against audited objects or spans"""

    min_iou: NotRequired[float]
    """Lowest IoU or OKS at which two objects count as the same; for masks the lowest mean IoU"""

    max_steps: NotRequired[int]
    """Most steps between two ratings that count as the same; at most a quarter of the steps of the shortest scale"""

    max_wer: NotRequired[float]
    """Highest word error rate, relative to the audited transcript"""


class ChangeProjectQualityPolicySlices(TypedDict):
    """See ChangeProjectQualityPolicySlices in openapi.json."""

    key: str

    min_score: NotRequired[int]
    """Every value's labels must reach this score: the audit checks as many as that needs, and the batch fails if one does not"""


class ChangeProjectQualityPolicyPredictions(TypedDict):
    """Which predictions tasks show; default: all. With show_predictions: false they show none"""

    show: NotRequired[Literal["never", "first", "after_first_answer"]]
    """first (default): tasks show predictions from the start; never: tasks show none; after_first_answer: the first annotator of an item answers without them, the others see them"""

    model: NotRequired[str]
    """Tasks show this model's predictions alone"""

    version: NotRequired[str]
    """Tasks show predictions of this version alone"""

    min_score: NotRequired[float]
    """Tasks show no predictions with a lower score, nor any without a score"""

    withhold: NotRequired[float]
    """Share of the items, drawn at random, whose tasks never show predictions: GET /v1/batches/{id}/models compares both parts and says whether annotators miss the model's errors. Default: 0.1, and 0 where nothing is audited"""


class ChangeProjectQualityPolicyAutoAccept(TypedDict):
    """Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards"""

    model: str

    version: NotRequired[str]

    max_wrong: NotRequired[float]
    """The greatest share of wrong labels among those that the model makes; default: 0.05"""

    confidence: NotRequired[float]
    """Default: 0.95"""

    check: NotRequired[int]
    """Items, drawn at random, that people answer without seeing the model's label; default: 600"""


class ChangeProjectQualityPolicy(TypedDict):
    """See ChangeProjectQualityPolicy in openapi.json."""

    overlap: NotRequired[int]
    """Answers per item before its label is decided"""

    overlap_share: NotRequired[float]
    """Share of the items, drawn at random, that get all answers of the overlap; the others get one"""

    audit_mode: NotRequired[Literal["verify", "blind"]]
    """verify: auditors see the delivered label; blind: they answer without seeing it"""

    evidence: NotRequired[Literal["audit", "agreement"]]
    """agreement is allowed only for the level basic"""

    audit_plan: NotRequired[Literal["thrifty", "forgiving"]]
    """thrifty (default): fewest audits; a round fails at the fifth wrong label. forgiving: more audits and a higher chance to pass; a round fails at the seventh"""

    strict: NotRequired[bool]
    """True: a delivered label must match the audit in full"""

    tolerance: NotRequired[ChangeProjectQualityPolicyTolerance]
    """Thresholds for an acceptable delivered label, instead of the type's own"""

    min_support: NotRequired[float]
    """Share of the answers that must support a label"""

    even_median: NotRequired[Literal["tie", "lower"]]
    """What to deliver if the two middle values of an even number of ordinal ratings differ. tie (default): the item gets one more answer, then an adjudicator; lower: the lower of the two is delivered"""

    max_excluded_share: NotRequired[float]
    """Share of excluded items above which a batch fails"""

    slices: NotRequired[Sequence[str | ChangeProjectQualityPolicySlices]]
    """Metadata keys whose values get a score of their own, at most 5. The 20 most frequent values of a key are judged one by one, the others together"""

    show_predictions: NotRequired[bool]
    """False: tasks show no predictions, so that answers do not follow a model; default true"""

    predictions: NotRequired[ChangeProjectQualityPolicyPredictions]
    """Which predictions tasks show; default: all. With show_predictions: false they show none"""

    scored_fields: NotRequired[Sequence[str]]
    """Fields that count like the label: a tie in one counts as a tie of the item, and audits and gold judge them too"""

    gold_share: NotRequired[float]
    """Share of claims that get an item with a known answer while there are any; default 0.1"""

    gold_floor: NotRequired[float]
    """Pauses an annotator whose share of right gold answers is below this, judged by the upper end of its exact 95 % interval; default: nobody is paused"""

    feedback: NotRequired[bool]
    """True, for training: shows annotators the right answer right after each gold item"""

    require_persons: NotRequired[bool]
    """True: a level above basic needs signed-in people as auditors and as annotators of the audited items; names given by API keys do not count"""

    label_floor: NotRequired[float]
    """Fails a batch if the audit shows that annotators found a label in less than this share of the items that have it"""

    challenge: NotRequired[Literal["log", "nonce", "beacon"]]
    """The public part of the random sample, added once the labels are fixed. log (default): the root hash of the log; nonce: a text that you send to POST /v1/batches/{id}/challenge, without which no audit begins; beacon: the next round of a public beacon, if the installation has one (ASSAY_BEACON_URL)"""

    auto_accept: NotRequired[ChangeProjectQualityPolicyAutoAccept]
    """Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards"""

    max_spam_share: NotRequired[float]
    """Fails a batch if more than this share of its answers is from annotators who guess, as gold shows"""


class ChangeProjectQualification(TypedDict):
    """Every new annotator first answers `items` items of the project with a known answer, and sees the known answer after each. Claims give no real work to annotators who have not passed"""

    items: int
    """Items with a known answer in each attempt"""

    pass_mark: float
    """The least share of right answers of an attempt, judged once all its items are answered"""

    attempts: int
    """Attempts before an annotator fails"""


class ChangeProject(TypedDict):
    """See ChangeProject in openapi.json."""

    annotation_type: NotRequired[str]
    """See GET /v1/annotation-types"""

    status: NotRequired[Literal["active", "paused", "archived"]]

    name: NotRequired[str]

    export_format: NotRequired[str]
    """See GET /v1/export-formats"""

    quality_level: NotRequired[str]
    """none, basic, standard, premium or elite"""

    description: NotRequired[str | None]

    instructions: NotRequired[str | None]

    labels: NotRequired[Sequence[ChangeProjectLabels]]

    fields: NotRequired[Sequence[ChangeProjectFields]]

    type_options: NotRequired[Mapping[str, Any]]

    quality_policy: NotRequired[ChangeProjectQualityPolicy]

    groups: NotRequired[Sequence[str]]
    """Only members of these groups may work on the project; empty: all members"""

    assist_model_id: NotRequired[str | None]

    qualification: NotRequired[ChangeProjectQualification | None]

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""


class ChangeQualification(TypedDict):
    """See ChangeQualification in openapi.json."""

    project_id: str

    action: Literal["pass", "start_again"]
    """pass: the member gets real work without the training; start_again: they train again, with all attempts, and get no real work before they pass"""


class ChangeSource(TypedDict):
    """See ChangeSource in openapi.json."""

    name: NotRequired[str]

    credentials: NotRequired[SourceCredentials]

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""


class ChangeWebhook(TypedDict):
    """See ChangeWebhook in openapi.json."""

    url: NotRequired[str]
    """Absolute, https (http only to networks that the operator allows), without user name and fragment"""

    events: NotRequired[Sequence[Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"]] | None]
    """Null: all types, including those added later"""

    description: NotRequired[str | None]

    enabled: NotRequired[bool]
    """True enables a disabled webhook again"""

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""


class ClaimTasks(TypedDict):
    """See ClaimTasks in openapi.json."""

    batch_id: NotRequired[str]

    project_id: NotRequired[str]

    kinds: NotRequired[Sequence[Literal["annotate", "audit", "adjudicate"]]]
    """Default: annotate"""

    count: NotRequired[int]
    """Default: 1"""

    annotator: NotRequired[str]
    """The member that you act for: a member id or an external id. Default: the member of your key"""

    as_model: NotRequired[bool]
    """True: a model works. A new annotator becomes a member of the kind model, which an owner must allow to annotate, and the work of a person's member is refused"""


class CreateApiKey(TypedDict):
    """See CreateApiKey in openapi.json."""

    name: str

    scopes: NotRequired[Sequence[Literal["account:read", "account:write", "members:read", "members:write", "projects:read", "projects:write", "batches:read", "batches:write", "uploads:read", "uploads:write", "annotations:read", "annotations:write", "datasets:read", "webhooks:read", "webhooks:write", "events:read", "keys:read", "keys:write"]]]

    expires_at: NotRequired[datetime | str | None]


CreateBatch = TypedDict(
    "CreateBatch",
    {
        "project_id": "str",
        "upload_ids": "NotRequired[Sequence[str]]",
        "file_ids": "NotRequired[Sequence[str]]",
        "from": "NotRequired[Pool]",
        "name": "NotRequired[str]",
        "priority": "NotRequired[Literal['low', 'normal', 'high']]",
        "queue_order": "NotRequired[Literal['random', 'uncertainty', 'disagreement']]",
        "metadata": "NotRequired[Mapping[str, str]]",
    },
)


class CreateCommentPlaceSpan(TypedDict):
    """Code points of the text"""

    start: int

    end: int


class CreateCommentPlacePoint(TypedDict):
    """Pixels of the upright image"""

    x: float

    y: float


class CreateCommentPlace(TypedDict):
    """The items to change; an item must match all of these"""

    object: NotRequired[int | str]
    """The object, span or segment of the answer: its index from 0, or its id"""

    span: NotRequired[CreateCommentPlaceSpan]
    """Code points of the text"""

    time: NotRequired[float]
    """Seconds of a recording"""

    point: NotRequired[CreateCommentPlacePoint]
    """Pixels of the upright image"""


class CreateComment(TypedDict):
    """See CreateComment in openapi.json."""

    item_id: str

    annotation_id: NotRequired[str]
    """The answer that the comment is about"""

    reply_to: NotRequired[str]
    """Any comment of the thread"""

    place: NotRequired[CreateCommentPlace]
    """The items to change; an item must match all of these"""

    text: str

    annotator: NotRequired[str]
    """The member that an API key acts for: a member id or an external id. Default: the key's own member"""


class CreateDatasetQuery(TypedDict):
    """An item must match all of these"""

    project_id: str

    batch_ids: NotRequired[Sequence[str]]
    """Default: every batch of the project"""

    statuses: NotRequired[Sequence[Literal["created", "processing", "completed", "certified", "failed"]]]
    """The states of the batches; default: certified"""

    labels: NotRequired[Sequence[str]]
    """An item has at least one of them"""

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""

    q: NotRequired[str]
    """In the text or conversation, or in the name of a file that is one item"""


class CreateDatasetSplits(TypedDict):
    """Each share is its number divided by the sum of the three; default: 80, 10, 10"""

    seed: NotRequired[str]
    """Default: the project's id"""

    train: NotRequired[int]

    validation: NotRequired[int]

    test: NotRequired[int]


class CreateDataset(TypedDict):
    """See CreateDataset in openapi.json."""

    name: str
    """Unique in the account"""

    query: CreateDatasetQuery
    """An item must match all of these"""

    splits: NotRequired[CreateDatasetSplits]
    """Each share is its number divided by the sum of the three; default: 80, 10, 10"""


class CreateExport(TypedDict):
    """Send exactly one of `batch_id` and `project_id`"""

    batch_id: NotRequired[str]

    project_id: NotRequired[str]
    """All batches of the project"""

    format: NotRequired[str]
    """See GET /v1/export-formats; default: the project's"""

    include: NotRequired[Literal["accepted", "all_answers"]]
    """all_answers adds every annotator's answer to dataset.jsonl"""

    bundle: NotRequired[bool]
    """A zip with dataset.jsonl, a manifest and more"""

    media: NotRequired[bool]
    """A zip with the media files too"""


class CreateMember(TypedDict):
    """See CreateMember in openapi.json."""

    name: str

    role: NotRequired[Literal["owner", "manager", "reviewer", "annotator", "viewer"]]

    kind: NotRequired[Literal["person", "model"]]
    """model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one"""

    may_annotate: NotRequired[bool]
    """Whether a member of the kind model gets tasks; false until an owner sets it"""

    email: NotRequired[str | None]

    external_id: NotRequired[str | None]

    project_ids: NotRequired[Sequence[str] | None]

    groups: NotRequired[Sequence[str]]
    """Names that you choose; a project with groups gives tasks only to their members"""


class CreateModel(TypedDict):
    """See CreateModel in openapi.json."""

    name: str
    """Name and version are those of the model's predictions; an account has each pair once"""

    version: str
    """Another version is another model"""

    kind: Literal["pushed", "http", "openai"]
    """pushed: you send its predictions to `POST /v1/batches/{id}/predictions`. http: Assay asks the server at `url`. openai: Assay asks a language model by OpenAI's protocol for chats, which many servers speak"""

    url: NotRequired[str]
    """Of http and openai: absolute, https (http only to networks that the operator allows), without user name and fragment. Of openai: up to `/chat/completions`"""

    secret: NotRequired[str]
    """Of http: `whsec_` and 24 to 64 bytes in base64, with which Assay signs its requests as webhooks; default: Assay creates one. Of openai: the API key, of visible ASCII characters; absent if the server needs none. Stored encrypted"""

    annotation_types: Sequence[Literal["image_classification", "multilabel_classification", "object_detection", "polygon", "semantic_segmentation", "keypoint", "text_classification", "named_entity_recognition", "transcription", "audio_segmentation", "text_generation", "ranking", "rating"]]
    """The annotation types whose results the model gives"""

    batch_size: NotRequired[int]
    """Items in a request; default 16. Of openai: 1"""

    concurrency: NotRequired[int]
    """Requests of one run that wait for an answer at once; default 2"""

    timeout_ms: NotRequired[int]
    """How long Assay waits for an answer, or for all samples of one, in milliseconds; default 30,000"""

    price: NotRequired[ModelPrice | None]

    prompt: NotRequired[ModelPrompt | None]


class CreateProjectLabelsRelation(TypedDict):
    """Makes the label a relation type, for relations between two spans instead of spans; for `named_entity_recognition` only."""

    source: NotRequired[Sequence[str]]
    """The ids or names of the labels that the first span can have; empty: each. Responses show ids."""

    target: NotRequired[Sequence[str]]
    """The ids or names of the labels that the second span can have; empty: each. Responses show ids."""


class CreateProjectLabelsAttributesWhen(TypedDict):
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""

    field: str

    equals: str | float


class CreateProjectLabelsAttributes(TypedDict):
    """A question in addition to the result."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"]
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: NotRequired[Literal["item", "object", "response", "message"]]
    """What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`."""

    roles: NotRequired[Sequence[str]]
    """Only per message: asked of messages with these roles; absent asks of all."""

    description: NotRequired[str]
    """The question as shown to annotators."""

    required: NotRequired[bool]
    """Whether annotators must answer it when it is shown."""

    options: NotRequired[Sequence[str]]
    """For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages."""

    min: NotRequired[float]
    """Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights."""

    max: NotRequired[float]
    """Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`."""

    min_label: NotRequired[str]
    """For `rating`: what the least number means."""

    max_label: NotRequired[str]
    """For `rating`: what the greatest number means."""

    when: NotRequired[CreateProjectLabelsAttributesWhen]
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""


class CreateProjectLabels(TypedDict):
    """A label that annotators can give."""

    id: NotRequired[str]
    """Never changes, even when the label is renamed. Default: `label_<n>`."""

    name: str
    """The name of the label in results; unique."""

    color: NotRequired[str | None]
    """As `#rrggbb`; null: the workbench chooses."""

    hotkey: NotRequired[str | None]
    """The key that picks the label, unless another label or the editor of the annotation type uses it; null: the workbench chooses."""

    parent: NotRequired[str | None]
    """The id or name of the parent label; responses show the id."""

    relation: NotRequired[CreateProjectLabelsRelation]
    """Makes the label a relation type, for relations between two spans instead of spans; for `named_entity_recognition` only."""

    attributes: NotRequired[Sequence[CreateProjectLabelsAttributes]]
    """Questions about each object with this label."""

    retired: NotRequired[bool]
    """True: existing answers keep the label, new answers cannot use it."""


class CreateProjectFieldsWhen(TypedDict):
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""

    field: str

    equals: str | float


class CreateProjectFields(TypedDict):
    """A question in addition to the result."""

    name: str
    """The key of the answer in `fields`; unique among its siblings."""

    type: Literal["choice", "multi_choice", "rating", "text", "number", "highlight"]
    """The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap)."""

    per: NotRequired[Literal["item", "object", "response", "message"]]
    """What the question is about: the item (default), with one answer; each object of the result, with a list of answers in the order of the objects, null for none; each response of a conversation, with an answer under each response's id; each message of a conversation, such as a step of an agent, with an answer under its number, from `"0"`."""

    roles: NotRequired[Sequence[str]]
    """Only per message: asked of messages with these roles; absent asks of all."""

    description: NotRequired[str]
    """The question as shown to annotators."""

    required: NotRequired[bool]
    """Whether annotators must answer it when it is shown."""

    options: NotRequired[Sequence[str]]
    """For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages."""

    min: NotRequired[float]
    """Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights."""

    max: NotRequired[float]
    """Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), at least `min`. Lengths and counts have the bounds of `min`."""

    min_label: NotRequired[str]
    """For `rating`: what the least number means."""

    max_label: NotRequired[str]
    """For `rating`: what the greatest number means."""

    when: NotRequired[CreateProjectFieldsWhen]
    """Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, response or message, if the field has it there."""


class CreateProjectQualityPolicyTolerance(TypedDict):
    """Thresholds for an acceptable delivered label, instead of the type's own"""

    min_f1: NotRequired[float]
    """Lowest F1 of delivered against audited objects or spans"""

    min_iou: NotRequired[float]
    """Lowest IoU or OKS at which two objects count as the same; for masks the lowest mean IoU"""

    max_steps: NotRequired[int]
    """Most steps between two ratings that count as the same; at most a quarter of the steps of the shortest scale"""

    max_wer: NotRequired[float]
    """Highest word error rate, relative to the audited transcript"""


class CreateProjectQualityPolicySlices(TypedDict):
    """See CreateProjectQualityPolicySlices in openapi.json."""

    key: str

    min_score: NotRequired[int]
    """Every value's labels must reach this score: the audit checks as many as that needs, and the batch fails if one does not"""


class CreateProjectQualityPolicyPredictions(TypedDict):
    """Which predictions tasks show; default: all. With show_predictions: false they show none"""

    show: NotRequired[Literal["never", "first", "after_first_answer"]]
    """first (default): tasks show predictions from the start; never: tasks show none; after_first_answer: the first annotator of an item answers without them, the others see them"""

    model: NotRequired[str]
    """Tasks show this model's predictions alone"""

    version: NotRequired[str]
    """Tasks show predictions of this version alone"""

    min_score: NotRequired[float]
    """Tasks show no predictions with a lower score, nor any without a score"""

    withhold: NotRequired[float]
    """Share of the items, drawn at random, whose tasks never show predictions: GET /v1/batches/{id}/models compares both parts and says whether annotators miss the model's errors. Default: 0.1, and 0 where nothing is audited"""


class CreateProjectQualityPolicyAutoAccept(TypedDict):
    """Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards"""

    model: str

    version: NotRequired[str]

    max_wrong: NotRequired[float]
    """The greatest share of wrong labels among those that the model makes; default: 0.05"""

    confidence: NotRequired[float]
    """Default: 0.95"""

    check: NotRequired[int]
    """Items, drawn at random, that people answer without seeing the model's label; default: 600"""


class CreateProjectQualityPolicy(TypedDict):
    """See CreateProjectQualityPolicy in openapi.json."""

    overlap: NotRequired[int]
    """Answers per item before its label is decided"""

    overlap_share: NotRequired[float]
    """Share of the items, drawn at random, that get all answers of the overlap; the others get one"""

    audit_mode: NotRequired[Literal["verify", "blind"]]
    """verify: auditors see the delivered label; blind: they answer without seeing it"""

    evidence: NotRequired[Literal["audit", "agreement"]]
    """agreement is allowed only for the level basic"""

    audit_plan: NotRequired[Literal["thrifty", "forgiving"]]
    """thrifty (default): fewest audits; a round fails at the fifth wrong label. forgiving: more audits and a higher chance to pass; a round fails at the seventh"""

    strict: NotRequired[bool]
    """True: a delivered label must match the audit in full"""

    tolerance: NotRequired[CreateProjectQualityPolicyTolerance]
    """Thresholds for an acceptable delivered label, instead of the type's own"""

    min_support: NotRequired[float]
    """Share of the answers that must support a label"""

    even_median: NotRequired[Literal["tie", "lower"]]
    """What to deliver if the two middle values of an even number of ordinal ratings differ. tie (default): the item gets one more answer, then an adjudicator; lower: the lower of the two is delivered"""

    max_excluded_share: NotRequired[float]
    """Share of excluded items above which a batch fails"""

    slices: NotRequired[Sequence[str | CreateProjectQualityPolicySlices]]
    """Metadata keys whose values get a score of their own, at most 5. The 20 most frequent values of a key are judged one by one, the others together"""

    show_predictions: NotRequired[bool]
    """False: tasks show no predictions, so that answers do not follow a model; default true"""

    predictions: NotRequired[CreateProjectQualityPolicyPredictions]
    """Which predictions tasks show; default: all. With show_predictions: false they show none"""

    scored_fields: NotRequired[Sequence[str]]
    """Fields that count like the label: a tie in one counts as a tie of the item, and audits and gold judge them too"""

    gold_share: NotRequired[float]
    """Share of claims that get an item with a known answer while there are any; default 0.1"""

    gold_floor: NotRequired[float]
    """Pauses an annotator whose share of right gold answers is below this, judged by the upper end of its exact 95 % interval; default: nobody is paused"""

    feedback: NotRequired[bool]
    """True, for training: shows annotators the right answer right after each gold item"""

    require_persons: NotRequired[bool]
    """True: a level above basic needs signed-in people as auditors and as annotators of the audited items; names given by API keys do not count"""

    label_floor: NotRequired[float]
    """Fails a batch if the audit shows that annotators found a label in less than this share of the items that have it"""

    challenge: NotRequired[Literal["log", "nonce", "beacon"]]
    """The public part of the random sample, added once the labels are fixed. log (default): the root hash of the log; nonce: a text that you send to POST /v1/batches/{id}/challenge, without which no audit begins; beacon: the next round of a public beacon, if the installation has one (ASSAY_BEACON_URL)"""

    auto_accept: NotRequired[CreateProjectQualityPolicyAutoAccept]
    """Lets a model label the items whose score is above a threshold, once every item has its prediction. People answer a random sample of items blind; the threshold is the lowest that shows, by this sample, that at most max_wrong of the labels above it are wrong. The audit judges all labels together afterwards"""

    max_spam_share: NotRequired[float]
    """Fails a batch if more than this share of its answers is from annotators who guess, as gold shows"""


class CreateProjectQualification(TypedDict):
    """Every new annotator first answers `items` items of the project with a known answer, and sees the known answer after each. Claims give no real work to annotators who have not passed"""

    items: int
    """Items with a known answer in each attempt"""

    pass_mark: float
    """The least share of right answers of an attempt, judged once all its items are answered"""

    attempts: int
    """Attempts before an annotator fails"""


class CreateProject(TypedDict):
    """See CreateProject in openapi.json."""

    annotation_type: str
    """See GET /v1/annotation-types"""

    name: NotRequired[str]

    export_format: NotRequired[str]
    """See GET /v1/export-formats"""

    quality_level: NotRequired[str]
    """none, basic, standard, premium or elite"""

    description: NotRequired[str | None]

    instructions: NotRequired[str | None]

    labels: NotRequired[Sequence[CreateProjectLabels]]

    fields: NotRequired[Sequence[CreateProjectFields]]

    type_options: NotRequired[Mapping[str, Any]]

    quality_policy: NotRequired[CreateProjectQualityPolicy]

    groups: NotRequired[Sequence[str]]
    """Only members of these groups may work on the project; empty: all members"""

    assist_model_id: NotRequired[str | None]

    qualification: NotRequired[CreateProjectQualification | None]

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""


class CreateSource(TypedDict):
    """See CreateSource in openapi.json."""

    kind: Literal["s3", "folder", "http_manifest", "huggingface"]

    mode: NotRequired[Literal["copy", "reference"]]
    """`copy`: the bytes of new objects are stored here. `reference`: images and recordings stay in the bucket, and only key, size and ETag are stored"""

    name: NotRequired[str]

    config: CreateSourceConfig

    credentials: NotRequired[SourceCredentials]

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""


class CreateSourceConfig(TypedDict):
    """`s3` needs `bucket` and takes `prefix`, `region`, `endpoint` and `path_style`; `folder` needs `path`, `http_manifest` `url`; `huggingface` needs `url` and takes `endpoint`"""

    bucket: NotRequired[str]
    """Of `s3`: 3 to 63 lower-case letters, digits, dots and hyphens"""

    prefix: NotRequired[str]
    """Only objects whose keys begin with it; default: all"""

    region: NotRequired[str]
    """Default: `us-east-1`"""

    endpoint: NotRequired[str]
    """Origin of a store that speaks S3, or of a Hub, https (http only to networks that the operator allows); default: AWS, or huggingface.co"""

    path_style: NotRequired[bool]
    """Whether the bucket is named in the path instead of the host"""

    path: NotRequired[str]
    """Of `folder`: an absolute path on the service's machine, below one that the operator allows"""

    url: NotRequired[str]
    """Of `http_manifest`: a list of URLs, as text, JSON lines or CSV. Of `huggingface`: `hf://datasets/OWNER/NAME@REVISION/FOLDER`; the revision is a branch, tag or commit, by default `main`"""


class CreateUploadFilesItem(TypedDict):
    """Of the item that the file becomes: an image, a recording or a text. Lists and archives are refused with it. At most 1 MiB of JSON"""

    external_id: NotRequired[str]

    group: NotRequired[str]

    priority: NotRequired[int]

    metadata: NotRequired[Mapping[str, Any]]
    """Any JSON values of up to 50 keys"""


class CreateUploadFiles(TypedDict):
    """See CreateUploadFiles in openapi.json."""

    filename: str

    content_type: NotRequired[str]

    text: NotRequired[str]
    """The content of a text file; for other files send `content_base64`"""

    content_base64: NotRequired[str]
    """The content of any file, in base64 (RFC 4648, section 4)"""

    sha256: NotRequired[str]
    """Compared with the received bytes"""

    item: NotRequired[CreateUploadFilesItem]
    """Of the item that the file becomes: an image, a recording or a text. Lists and archives are refused with it. At most 1 MiB of JSON"""


class CreateUploadItem(TypedDict):
    """Of the item that the file becomes: an image, a recording or a text. Lists and archives are refused with it. At most 1 MiB of JSON"""

    external_id: NotRequired[str]

    group: NotRequired[str]

    priority: NotRequired[int]

    metadata: NotRequired[Mapping[str, Any]]
    """Any JSON values of up to 50 keys"""


class CreateUpload(TypedDict):
    """See CreateUpload in openapi.json."""

    files: NotRequired[Sequence[CreateUploadFiles]]
    """At most 10 MiB in total after decoding"""

    url: NotRequired[str]

    urls: NotRequired[Sequence[str]]

    filename: NotRequired[str]

    content_type: NotRequired[str]
    """Only with `size_bytes`"""

    size_bytes: NotRequired[int]
    """Size of the file `filename`, whose bytes you then send to `upload_url`"""

    sha256: NotRequired[str]
    """Compared with the received bytes"""

    item: NotRequired[CreateUploadItem]
    """Of the item that the file becomes: an image, a recording or a text. Lists and archives are refused with it. At most 1 MiB of JSON"""

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""

    project_id: NotRequired[str]
    """Must be a project of the account; any project can use the upload"""


class CreateWebhook(TypedDict):
    """See CreateWebhook in openapi.json."""

    url: str
    """Absolute, https (http only to networks that the operator allows), without user name and fragment"""

    events: NotRequired[Sequence[Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"]] | None]
    """Null: all types, including those added later"""

    description: NotRequired[str | None]

    secret: NotRequired[str]
    """`whsec_` and 24 to 64 bytes in base64; default: Assay creates one"""

    metadata: NotRequired[Mapping[str, str]]
    """Your own data: up to 50 keys of 40 characters, with values of up to 500"""


class HandBack(TypedDict):
    """See HandBack in openapi.json."""

    annotator: NotRequired[str]
    """The member that you act for: a member id or an external id. Default: the member of your key"""


class ImportAnswers(TypedDict):
    """See ImportAnswers in openapi.json."""

    annotations: Sequence[ImportedAnswer]


class ImportDataset(TypedDict):
    """See ImportDataset in openapi.json."""

    batch_id: str
    """The batch that has the images, recordings or texts"""

    format: Literal["coco", "pascal_voc", "cvat_xml", "label_studio", "datumaro", "doccano", "argilla", "labelbox", "jsonl", "csv", "parquet", "yolo", "huggingface"]
    """yolo, huggingface and pascal_voc: an archive (zip, tar, tar.gz) of the folder, with its images or without"""

    kind: Literal["annotations", "predictions", "gold"]
    """annotations: the answers of people. predictions: the prediction of each item, or else its last answer. gold: known answers"""

    dry_run: NotRequired[bool]
    """True: check the dataset but store nothing"""

    clip: NotRequired[bool]
    """True: cut boxes that lie a little outside the image at its edges"""

    on_conflict: NotRequired[Literal["skip"]]
    """skip: leave out lines whose item already has such an answer; see the imports of lines"""

    on_error: NotRequired[Literal["fail", "skip"]]
    """fail (default): one fault refuses the import. skip: leaves out faulty answers and names them"""


class ImportGold(TypedDict):
    """See ImportGold in openapi.json."""

    gold: Sequence[ImportedGold]


class ImportMembers(TypedDict):
    """See ImportMembers in openapi.json."""

    csv: str
    """A header and one line per member, at most 1,000. Columns: name, and any of email, role, external_id, project_ids and groups (separate several values of these two with ;)"""


class ImportPredictions(TypedDict):
    """See ImportPredictions in openapi.json."""

    predictions: Sequence[ImportedPrediction]


class ImportedAnswer(TypedDict):
    """See ImportedAnswer in openapi.json."""

    item_id: NotRequired[str]
    """This, external_id or filename"""

    external_id: NotRequired[str]

    filename: NotRequired[str]
    """The name of a file that is one item, as it was uploaded; a file of an archive has its path there"""

    annotator: NotRequired[str]
    """The annotator: a member id or an external id. Default: the member of your key"""

    result: Mapping[str, Any]
    """The answer, a result of the project's annotation type"""

    fields: NotRequired[Mapping[str, Any]]

    answered_at: NotRequired[datetime | str]
    """When the annotator answered, if it was elsewhere; not in the future"""

    active_ms: NotRequired[int]
    """The time that the annotator took, in milliseconds"""


class ImportedGold(TypedDict):
    """See ImportedGold in openapi.json."""

    item_id: NotRequired[str]
    """This, external_id or filename"""

    external_id: NotRequired[str]

    filename: NotRequired[str]
    """The name of a file that is one item, as it was uploaded; a file of an archive has its path there"""

    result: Mapping[str, Any]
    """The answer, a result of the project's annotation type"""

    fields: NotRequired[Mapping[str, Any]]


class ImportedPredictionUsage(TypedDict):
    """See ImportedPredictionUsage in openapi.json."""

    input_tokens: NotRequired[int]

    output_tokens: NotRequired[int]

    cost: NotRequired[float]
    """In the currency of the project's prices"""

    ms: NotRequired[float]
    """Time in milliseconds"""


class ImportedPrediction(TypedDict):
    """See ImportedPrediction in openapi.json."""

    item_id: NotRequired[str]
    """This, external_id or filename"""

    external_id: NotRequired[str]

    filename: NotRequired[str]
    """The name of a file that is one item, as it was uploaded; a file of an archive has its path there"""

    model: str

    version: NotRequired[str]
    """The model's version; an item has one prediction of each version"""

    prompt_version: NotRequired[str]

    score: NotRequired[float | None]

    label_scores: NotRequired[Mapping[str, float]]
    """The probability of labels, by name, for types whose result is one label; those left out share what is missing to 1. More label errors are found by them than by score alone"""

    vector: NotRequired[Sequence[float]]
    """An embedding of the item's content, by which labels that differ from those of similar items are found. Stored as 32-bit floats"""

    result: Mapping[str, Any]
    """The answer, a result of the project's annotation type"""

    fields: NotRequired[Mapping[str, Any]]

    usage: NotRequired[ImportedPredictionUsage]


class MarkCommentsRead(TypedDict):
    """See MarkCommentsRead in openapi.json."""

    comment_ids: Sequence[str]


class ModelPrice(TypedDict):
    """What the model charges, added up; in the currency of your prices. A `cost` in the model's `usage` counts instead"""

    per_1000_items: NotRequired[float]
    """For 1,000 items"""

    per_million_input_tokens: NotRequired[float]
    """For a million `input_tokens` in `usage`"""

    per_million_output_tokens: NotRequired[float]
    """For a million `output_tokens` in `usage`"""


class ModelPromptExamples(TypedDict):
    """See ModelPromptExamples in openapi.json."""

    text: str
    """What the item says"""

    result: Any
    """The right answer, as the model gives it: spans have `quote`, `occurrence` and `label` instead of offsets"""

    fields: NotRequired[Mapping[str, Any]]


class ModelPrompt(TypedDict):
    """Of openai: what the model is told besides the guideline, its labels and fields. Each change is a `prompt_version`"""

    model: NotRequired[str]
    """What the server calls the model; default: `name`"""

    instructions: NotRequired[str]
    """Told after guideline, labels and fields"""

    examples: NotRequired[Sequence[ModelPromptExamples]]
    """Worked examples. Do not take known answers or audited items: the model would be judged by what it was told"""

    samples: NotRequired[int]
    """Answers per item. 1 (default): the score is the probability of the answer's tokens, if the server tells it. More: the answer that most samples gave, and their share is the score"""

    parameters: NotRequired[Mapping[str, Any]]
    """Of the request, such as `max_completion_tokens`; null leaves out what the server refuses, such as `logprobs` or `temperature`. `messages`, `stream` and `n` are Assay's"""


class ModelReply(TypedDict):
    """See ModelReply in openapi.json."""

    predictions: Sequence[Any]


class Pool(TypedDict):
    """Files from which the batch is drawn: of a source, or of uploads"""

    source_id: NotRequired[str]
    """All uploads of a source, except failed ones"""

    upload_ids: NotRequired[Sequence[str]]

    filter: NotRequired[PoolFilter]

    unused: NotRequired[bool]
    """Leaves out the files that a batch of the project has already"""

    sample: NotRequired[int]
    """Draws so many of the files, or all if there are fewer; a file of lines counts as one"""

    seed: NotRequired[str]
    """The same seed draws the same of the same files. Default: the project's id"""


class PoolFilter(TypedDict):
    """See PoolFilter in openapi.json."""

    medium: NotRequired[Literal["image", "text", "audio", "lines"]]

    prefix: NotRequired[str]
    """Only files whose names begin with it"""


class PredictBatchFilter(TypedDict):
    """Which items, as the parameters of GET /v1/items; default: all. Items with a prediction of this model and version are left out"""

    state: NotRequired[Literal["open", "accepted", "excluded"]]

    external_ids: NotRequired[Sequence[str]]

    item_ids: NotRequired[Sequence[str]]

    metadata: NotRequired[Mapping[str, str]]

    q: NotRequired[str]


class PredictBatch(TypedDict):
    """See PredictBatch in openapi.json."""

    model_id: str

    filter: NotRequired[PredictBatchFilter]
    """Which items, as the parameters of GET /v1/items; default: all. Items with a prediction of this model and version are left out"""

    max_cost: NotRequired[float | None]


class PushVersion(TypedDict):
    """See PushVersion in openapi.json."""

    url: str
    """`hf://datasets/OWNER/NAME@BRANCH`; the branch is by default `main`. It must exist, unless `create` is sent"""

    token: str
    """A user access token that may write to the repository. Stored encrypted until the push has ended"""

    endpoint: NotRequired[str]
    """Origin of another Hub than huggingface.co"""

    include: NotRequired[Literal["media"]]
    """Pushes the media files too"""

    license: NotRequired[str]
    """The identifier of the Hub for a license, which the card states"""

    create: NotRequired[Literal["private", "public"]]
    """Creates the repository if it does not exist; for the branch `main`"""


class RecomputeConsensus(TypedDict):
    """See RecomputeConsensus in openapi.json."""

    method: NotRequired[Literal["auto", "majority", "one-coin", "dawid-skene", "hierarchical"]]
    """`auto` lets Assay choose; see docs/quality.md"""


class ReplayDeliveries(TypedDict):
    """See ReplayDeliveries in openapi.json."""

    since: datetime | str
    """Earliest `created_at`, inclusive"""

    until: NotRequired[datetime | str]
    """Exclusive, at most 30 days after `since`; default: now"""

    statuses: NotRequired[Sequence[Literal["failed", "skipped", "delivered"]]]
    """Default: failed and skipped"""

    event_types: NotRequired[Sequence[Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"]]]
    """Default: all types"""


class ResumeMember(TypedDict):
    """See ResumeMember in openapi.json."""

    project_id: str
    """The project in which to resume the member"""


class ReworkBatch(TypedDict):
    """See ReworkBatch in openapi.json."""

    reason: NotRequired[str]
    """Why the batch goes back. Shown to the earlier annotators of the returned items, and kept in `sent_back`"""


class RotateSecret(TypedDict):
    """See RotateSecret in openapi.json."""

    secret: NotRequired[str]
    """`whsec_` and 24 to 64 bytes in base64; default: Assay creates one"""

    overlap_seconds: NotRequired[int]
    """How long the old secret also signs in `webhook-signature`; default: a day; 0: ends it now"""


class SaveDraft(TypedDict):
    """See SaveDraft in openapi.json."""

    draft: Any

    annotator: NotRequired[str]
    """The member that you act for: a member id or an external id. Default: the member of your key"""


class SetRate(TypedDict):
    """See SetRate in openapi.json."""

    unit: Literal["hour", "answer", "accepted_answer"]
    """hour: of active time; answer: each answer, audits and gold too; accepted_answer: each answer that counts as accepted once its round is over"""

    amount: str
    """For one unit: a decimal with at most six places"""

    currency: str
    """ISO 4217"""


class SkipTask(TypedDict):
    """See SkipTask in openapi.json."""

    reason: str

    annotator: NotRequired[str]
    """The member that you act for: a member id or an external id. Default: the member of your key"""


class SourceCredentials(TypedDict):
    """`s3` needs `access_key_id` and `secret_access_key`, and takes `session_token`; `huggingface` needs `token` for a private or gated repository. Stored encrypted; no response contains them"""

    access_key_id: NotRequired[str]

    secret_access_key: NotRequired[str]

    session_token: NotRequired[str]

    token: NotRequired[str]
    """Of `huggingface`: a user access token"""


class StartAutoAccept(TypedDict):
    """What is absent is as in the batch's `quality_policy.auto_accept`"""

    model: NotRequired[str]

    version: NotRequired[str]

    max_wrong: NotRequired[float]
    """The greatest share of wrong labels among those that the model makes; default: 0.05"""

    confidence: NotRequired[float]
    """Default: 0.95"""

    check: NotRequired[int]
    """Items, drawn at random, that people answer without seeing the model's label; default: 600"""


class SubmitTask(TypedDict):
    """See SubmitTask in openapi.json."""

    result: Mapping[str, Any]
    """The answer, a result of the project's annotation type. `image_classification`: `{"label":"cat"}`; `multilabel_classification`: `{"labels":["indoor","night"]}`; `object_detection`: `{"objects":[{"label":"car","bbox":{"x":12,"y":30.5,"width":80,"height":45}}]}`; `polygon`: `{"objects":[{"label":"car","points":[[12,30.5],[92,30.5],[92,75]]}]}`; `semantic_segmentation`: `{"objects":[{"label":"road","rle":{"size":[2,3],"counts":"2111"}}]}`; `keypoint`: `{"objects":[{"label":"person","points":{"left_eye":[12,30.5,2],"right_eye":[20,31,1]}}]}`; `text_classification`: `{"label":"cat"}`; `named_entity_recognition`: `{"spans":[{"start":0,"end":5,"label":"person"}]}`; `transcription`: `{"text":"Good morning, how can I help you?"}`; `audio_segmentation`: `{"segments":[{"start":0.4,"end":2.75,"label":"agent","text":"Good morning."}]}`; `text_generation`: `{"text":"Two dogs run."}`; `ranking`: `{"ranking":["b","a","c"],"ties":[["a","c"]]}`; `rating`: `{"ratings":{"helpfulness":4}}`"""

    fields: NotRequired[Mapping[str, Any]]

    active_ms: NotRequired[int]

    client_id: NotRequired[str]
    """Makes repeating the request safe"""

    verdict: NotRequired[Literal["accepted", "accepted_with_change", "wrong"]]
    """For audits that show the delivered label: accepted if `result` equals it, accepted_with_change if it is right except for the small change in `result`, wrong otherwise. Default: what the tolerance of the policy says"""

    reason: NotRequired[str]
    """For audits: what is wrong with the label. Shown to whoever answers the item again"""

    annotator: NotRequired[str]
    """The member that you act for: a member id or an external id. Default: the member of your key"""


class TestWebhook(TypedDict):
    """See TestWebhook in openapi.json."""

    type: Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"]


class UploadForm(TypedDict):
    """See UploadForm in openapi.json."""

    file: Sequence[str]

    metadata: NotRequired[str]
    """A JSON object"""

    project_id: NotRequired[str]
