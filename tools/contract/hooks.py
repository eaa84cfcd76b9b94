"""What schemathesis cannot read in the OpenAPI document."""

import os
import random
import re

import schemathesis
from given import Given
from requests.adapters import HTTPAdapter
from schemathesis.generation import GenerationMode
from schemathesis.generation.meta import TestPhase
from service import Service

MADE_UP = 0.2
"""The share of well-formed requests that keep the ids that schemathesis made up."""

FORM_OF_ID = re.compile(r"[a-z]+_[0-9A-HJKMNP-TV-Z]{26}")

service = Service(os.environ["ASSAY_ORIGIN"], os.environ["ASSAY_KEY"])
given = Given(service)
person = given.person()
chance = random.Random(1)  # of its own: hypothesis winds the shared one back for each request

BEYOND_SCHEMAS = re.compile(
    "|".join(
        [
            # Opaque, and bound to the filters that it was given for.
            r"^cursor must be a next_cursor of this list",
            # One of several fields, or one because of another, said in a sentence.
            r"^send batch_id or project_id(, not both)?$",
            r"^(project_id or batch_id|exactly one of files, url, urls and size_bytes) is needed$",
            r"^(a batch needs at least one file: )?send upload_ids(, file_ids or from| or file_ids)$",
            r"^filename and sha256 are allowed only with url or size_bytes; in files, set them for each file$",
            r"^(content_type is allowed only with size_bytes|size_bytes can be combined only with filename )",
            r"^Tus-Resumable must be ",
            r"^Missing required field: \w+ \(for the action \w+\)$",
            # The batch's policy may name the model; a model has a kind, a type and predictions of its own.
            r"^Missing required (field|parameter): model( \(the quality_policy |$)",
            r"^\w+ (must be absent|is required) for the kind \w+$",
            r"^(assist_)?model_id: ",
            r"^batch_size must be 1 for the kind openai: ",
            r"^secret must be ",
            r"^prompt\.",
            r"^no item that matches lacks a prediction of this model and version$",
            r"^slices has more than \d+ keys$",
            # Labels and form fields name each other, and no two may be alike.
            r"^(labels|fields)\.\d+\.",
            # Depends on the project: its type, its labels, its level.
            r"must be one of .* for \w+, not \"",
            r"^result\.",
            r"^fields(\.[\s\S]*)? is not a field of the project",
            r"^quality_policy\.scored_fields\.\d+ \"[\s\S]*\" is not a field of the project",
            r"^item_ids: the batch has no ",
            r"^line \d+: ",
            r"^these (files|lines) do not suit ",
            r"^quality_policy\.tolerance\.[a-z0-9_, ]+ does not apply to ",
            r"^quality_policy\.evidence can be agreement only for the level basic",
            # Depends on the task: whether it is an audit that shows the label.
            r"^verdict: ",
            r"^splits: one of train, validation and test must be above 0$",
            r"^quality_policy\.slices(: the key .* occurs twice$| needs audits: )",
            # Depends on the installation: whether it has a beacon.
            r"^quality_policy\.challenge must be log or nonce \(got beacon\): ",
            # Names with aliases: lists of those that are known are at /v1/annotation-types and /v1/export-formats.
            r"^(annotation_type|quality_level|level):? must be one of ",
            r"^sort=(-suspicion|support) needs batch_id$",
            r"^audited needs batch_id$",
            r"^other_answer needs answer$",
            # Depends on the member: whether it is a model.
            r"^may_annotate: false is for members of the kind model$",
            # Depends on what the bytes are, and how many.
            r"^(the body has \d+ bytes, not \d+|more than \d+ bytes were sent)$",
            r"^the file name .* contains a control character$",
            r"^the file name .* must be a name or a relative path with slashes, without \. and \.\.$",
            r"^(nothing can be used: )?\S+ is (empty|neither an image that can be annotated nor a recording nor UTF-8 text without NUL)$",
            r"^(nothing can be used: )?\S+ is not of a kind that can be annotated: ",
            r"^(nothing can be used: )?\S+ is an image that cannot be decoded: ",
            r"^the part metadata must be ",
            # Fields of one kind of source, and what the installation lets it reach.
            r"^(credentials|mode|config)(\.\w+)?( and credentials\.\w+)? (is|are|must be) .* (for|of) the kind \w+$",
            r"^credentials must be absent by reference, ",
            # What a push names, and where the installation lets it go.
            r"^(url must be hf://datasets/|endpoint |create must be absent for another branch)",
            r"^config\.\w+ ",
            r"^sources of the kind folder are off; ",
            # A batch from a pool, and whether the pool has files.
            r"^(send either from, or upload_ids and file_ids|from needs either |from\.seed needs |from finds more than )",
            r"^(no file of the pool |the source \S+ has no files yet)",
            # A dataset of another format: its media type, and what is in it.
            r"^send a dataset of another format as application/octet-stream$",
            r"^(format: masks of |body\.\w+: )",
            r"^(argilla|coco|csv|cvat_xml|datumaro|doccano|jsonl|label_studio|labelbox|parquet|pascal_voc): ",
            # Depends on the medium of a file.
            r" is not (an image|a recording)$",
            r"^\d+ is no version before \d+$",
            r"answered_at must ",
            # Depends on the time, on base64, on what a URL or an id means.
            r"^expires_at must be in the future$",
            r"^since and until must not be more than 30 days apart$",
            r"^until must not be before since$",
            r"^from must be before to, and at most 366 days before it$",
            r"^(from|to): \S+ is not a day of the calendar$",
            # The list of currencies is that of ISO 4217.
            r"^currency: [A-Z]{3} is not a currency of ISO 4217",
            # The names of time zones are those of the IANA database.
            r"^time_zone: ",
            r"^starts_on must be a day from ",
            r"^annotation_id must be an answer to the same item$",
            r"^place\.span\.start must be less than place\.span\.end$",
            r"^csv: ",
            r"^secret must be whsec_ and 24 to 64 bytes in base64, padded$",
            r"^urls?( |\[|\.).*must be an absolute https URL",
            r"^external_id must not have the form of a member's id$",
            # Holds for every text there is.
            r"must not contain NUL",
            r"^the key __proto__ is not allowed$",
        ]
    )
)
"""Refusals of what a request's schema allows: rules between fields, and values that only the service knows."""


@schemathesis.hook
def filter_failure(context, failure, case, response) -> bool:
    """Lets pass a refusal that no schema can tell of, and a list that is there when one of its entries is not."""
    kind = type(failure).__name__
    if kind == "RejectedPositiveData" and response.status_code in (400, 412, 413):
        return BEYOND_SCHEMAS.search(response.json()["message"]) is None
    if kind == "RejectedPositiveData" and response.status_code == 410:  # its batch was deleted meanwhile
        return False
    if kind == "AcceptedNegativeData" and response.status_code == 412:  # asked for before anything else of a piece
        return not response.json()["message"].startswith("Tus-Resumable must be ")
    return not (kind == "UseAfterFree" and case.path.count("{") == 0)


OF_PEOPLE = ("/v1/digest", "/v1/comments/read")
"""Routes that no API key may use: the account's key is exchanged for a person's token."""


def send_from_anywhere(adapter, request, **options):
    """Lets each request come from an address of its own, since those without a key share 60 a minute."""
    has_key = request.headers.get("Authorization") == f"Bearer {service.key}"
    if has_key and request.path_url.split("?")[0] in OF_PEOPLE:
        request.headers["Authorization"] = f"Bearer {person()}"
    request.headers["X-Forwarded-For"] = f"198.18.{chance.randrange(256)}.{chance.randrange(256)}"
    return send(adapter, request, **options)


# No hook of schemathesis sees the requests by which it tries an operation without its key.
send = HTTPAdapter.send
HTTPAdapter.send = send_from_anywhere


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    """Lets most well-formed requests meet something that is there, in a state in which they can be served."""
    path = case.path_parameters
    meta = case.meta
    linked = FORM_OF_ID.fullmatch(str(path.get("id"))) and meta and meta.phase.name is TestPhase.STATEFUL
    well_formed = meta and meta.generation.mode is GenerationMode.POSITIVE
    if well_formed and not linked and chance.random() >= MADE_UP:
        given.fill(case)
    if case.method in ("PATCH", "DELETE") and not given.kept.isdisjoint(path.values()):
        path["id"] = "none"


schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")
