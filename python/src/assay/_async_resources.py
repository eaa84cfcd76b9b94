"""The operations of the API, to be awaited.

Made from openapi.json by `npm run fix`; changes are lost.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from assay import models, params
from assay._operation import OMITTED, Omitted, Operation, either, list_of, nothing, route, text
from assay._pages import AsyncPager
from assay._async_caller import AsyncCaller


class AsyncCertificates:
    """The operations of `certificates`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def list_keys(
        self,
        *,
        timeout: float | None = None,
    ) -> models.CertificateKeys:
        """List the public keys of certificates, and revoked keys and certificates"""
        operation = Operation(
            "GET",
            route("/.well-known/assay-keys.json"),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.CertificateKeys.model_validate)

    async def get(
        self,
        batch_id: str,
        *,
        revision: int | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Certificate:
        """Read the signed certificate of a certified batch

        revision: Default: the newest
        """
        operation = Operation(
            "GET",
            route("/v1/batches/{}/certificate", batch_id),
            query={
                "revision": revision,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Certificate.model_validate)


class AsyncLog:
    """The operations of `log`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def read_checkpoint(
        self,
        *,
        timeout: float | None = None,
    ) -> str:
        """Read the signed checkpoint of the transparency log; needs no key

        The tiles and entries are under /log/tile, as c2sp.org/tlog-tiles describes.
        """
        operation = Operation(
            "GET",
            route("/log/checkpoint"),
            timeout=timeout,
        )
        return await self._caller.call(operation, text)

    async def read_key(
        self,
        *,
        timeout: float | None = None,
    ) -> str:
        """Read the public key of the transparency log; needs no key"""
        operation = Operation(
            "GET",
            route("/log/key"),
            timeout=timeout,
        )
        return await self._caller.call(operation, text)


class AsyncAccount:
    """The operations of `account`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Account:
        """Read the account, its plan and its limits"""
        operation = Operation(
            "GET",
            route("/v1/account"),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Account.model_validate)

    async def update(
        self,
        *,
        name: str | Omitted = OMITTED,
        owner_email: str | Omitted | None = OMITTED,
        strict_annotators: bool | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Account:
        """Change the account's name, its owner's e-mail address or strict_annotators

        strict_annotators: True: an `annotator` whom the account does not have is a fault. False: the name becomes a member
        """
        operation = Operation(
            "PATCH",
            route("/v1/account"),
            body={
                "name": name,
                "owner_email": owner_email,
                "strict_annotators": strict_annotators,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Account.model_validate)

    def list_notifications(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
    ) -> AsyncPager[models.Notification]:
        """List notifications to the account's owner

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/account/notifications"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
            },
        )
        return self._caller.pages(operation, models.Notification.model_validate)

    async def get_digest(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Digest:
        """Read whether you get a daily mail with what waits for you"""
        operation = Operation(
            "GET",
            route("/v1/digest"),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Digest.model_validate)

    async def update_digest(
        self,
        *,
        frequency: Literal["none", "daily"],
        time_zone: str | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Digest:
        """Choose whether you get a daily mail with what waits for you

        frequency: daily: at most one mail a day, and none if nothing is new
        time_zone: A name of the IANA time zone database: mails come at 08:00 there. Default: as before; without one, at the hour of the choice
        """
        operation = Operation(
            "PUT",
            route("/v1/digest"),
            body={
                "frequency": frequency,
                "time_zone": time_zone,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Digest.model_validate)


class AsyncKeys:
    """The operations of `keys`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
    ) -> AsyncPager[models.ApiKey]:
        """List the account's API keys

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/api-keys"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
            },
        )
        return self._caller.pages(operation, models.ApiKey.model_validate)

    async def create(
        self,
        *,
        name: str,
        scopes: Sequence[Literal["account:read", "account:write", "members:read", "members:write", "projects:read", "projects:write", "batches:read", "batches:write", "uploads:read", "uploads:write", "annotations:read", "annotations:write", "datasets:read", "webhooks:read", "webhooks:write", "events:read", "keys:read", "keys:write"]] | Omitted = OMITTED,
        expires_at: datetime | str | Omitted | None = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.NewApiKey:
        """Create an API key"""
        operation = Operation(
            "POST",
            route("/v1/api-keys"),
            body={
                "name": name,
                "scopes": scopes,
                "expires_at": expires_at,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.NewApiKey.model_validate)

    async def get(
        self,
        api_key_id: str,
        *,
        timeout: float | None = None,
    ) -> models.ApiKey:
        """Read an API key"""
        operation = Operation(
            "GET",
            route("/v1/api-keys/{}", api_key_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ApiKey.model_validate)

    async def update(
        self,
        api_key_id: str,
        *,
        name: str | Omitted = OMITTED,
        scopes: Sequence[Literal["account:read", "account:write", "members:read", "members:write", "projects:read", "projects:write", "batches:read", "batches:write", "uploads:read", "uploads:write", "annotations:read", "annotations:write", "datasets:read", "webhooks:read", "webhooks:write", "events:read", "keys:read", "keys:write"]] | Omitted = OMITTED,
        expires_at: datetime | str | Omitted | None = OMITTED,
        timeout: float | None = None,
    ) -> models.ApiKey:
        """Rename an API key, reduce its scopes or change its expiry"""
        operation = Operation(
            "PATCH",
            route("/v1/api-keys/{}", api_key_id),
            body={
                "name": name,
                "scopes": scopes,
                "expires_at": expires_at,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ApiKey.model_validate)

    async def revoke(
        self,
        api_key_id: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Revoke an API key immediately and permanently"""
        operation = Operation(
            "DELETE",
            route("/v1/api-keys/{}", api_key_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)


class AsyncMembers:
    """The operations of `members`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
        role: Literal["owner", "manager", "reviewer", "annotator", "viewer"] | Omitted = OMITTED,
        active: bool | Omitted = OMITTED,
        external_id: str | Omitted = OMITTED,
    ) -> AsyncPager[models.Member]:
        """List the account's members

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/members"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
                "role": role,
                "active": active,
                "external_id": external_id,
            },
        )
        return self._caller.pages(operation, models.Member.model_validate)

    async def create(
        self,
        *,
        name: str,
        role: Literal["owner", "manager", "reviewer", "annotator", "viewer"] | Omitted = OMITTED,
        kind: Literal["person", "model"] | Omitted = OMITTED,
        may_annotate: bool | Omitted = OMITTED,
        email: str | Omitted | None = OMITTED,
        external_id: str | Omitted | None = OMITTED,
        project_ids: Sequence[str] | Omitted | None = OMITTED,
        groups: Sequence[str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.NewMember:
        """Add a member; invites a member with an e-mail address

        kind: model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one
        may_annotate: Whether a member of the kind model gets tasks; false until an owner sets it
        groups: Names that you choose; a project with groups gives tasks only to their members
        """
        operation = Operation(
            "POST",
            route("/v1/members"),
            body={
                "name": name,
                "role": role,
                "kind": kind,
                "may_annotate": may_annotate,
                "email": email,
                "external_id": external_id,
                "project_ids": project_ids,
                "groups": groups,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.NewMember.model_validate)

    async def get(
        self,
        member_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Member:
        """Read a member"""
        operation = Operation(
            "GET",
            route("/v1/members/{}", member_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Member.model_validate)

    async def update(
        self,
        member_id: str,
        *,
        name: str | Omitted = OMITTED,
        role: Literal["owner", "manager", "reviewer", "annotator", "viewer"] | Omitted = OMITTED,
        active: bool | Omitted = OMITTED,
        kind: Literal["person", "model"] | Omitted = OMITTED,
        may_annotate: bool | Omitted = OMITTED,
        email: str | Omitted | None = OMITTED,
        external_id: str | Omitted | None = OMITTED,
        project_ids: Sequence[str] | Omitted | None = OMITTED,
        groups: Sequence[str] | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Member:
        """Change a member's name, role, projects or groups; deactivate or reactivate it

        active: False releases the member's leases; drafts and answers stay
        kind: model: an agent, say. It never audits or adjudicates, its answers are marked, and the certificate counts them. A model stays one
        may_annotate: Whether a member of the kind model gets tasks; false until an owner sets it
        groups: Names that you choose; a project with groups gives tasks only to their members
        """
        operation = Operation(
            "PATCH",
            route("/v1/members/{}", member_id),
            body={
                "name": name,
                "role": role,
                "active": active,
                "kind": kind,
                "may_annotate": may_annotate,
                "email": email,
                "external_id": external_id,
                "project_ids": project_ids,
                "groups": groups,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Member.model_validate)

    async def delete(
        self,
        member_id: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete a member; their answers stay under a pseudonym"""
        operation = Operation(
            "DELETE",
            route("/v1/members/{}", member_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)

    async def import_(
        self,
        *,
        csv: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> builtins.list[models.NewMember]:
        """Add members from a CSV file, all or none; invites those with an e-mail address

        csv: A header and one line per member, at most 1,000. Columns: name, and any of email, role, external_id, project_ids and groups (separate several values of these two with ;)
        """
        operation = Operation(
            "POST",
            route("/v1/members/import"),
            body={
                "csv": csv,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.NewMember.model_validate))

    async def invite(
        self,
        member_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Invitation:
        """Mail a member a new link: to join, or to set a new password

        Earlier links stop working. Assay mails a link for a new password only to the member: `url` is null.
        """
        operation = Operation(
            "POST",
            route("/v1/members/{}/invite", member_id),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Invitation.model_validate)

    async def resume(
        self,
        member_id: str,
        *,
        project_id: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Member:
        """Resume a member who is paused in a project for wrong gold answers

        project_id: The project in which to resume the member
        """
        operation = Operation(
            "POST",
            route("/v1/members/{}/resume", member_id),
            body={
                "project_id": project_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Member.model_validate)

    async def update_qualification(
        self,
        member_id: str,
        *,
        project_id: str,
        action: Literal["pass", "start_again"],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Member:
        """Let a member pass the training of a project, or start again

        action: pass: the member gets real work without the training; start_again: they train again, with all attempts, and get no real work before they pass
        """
        operation = Operation(
            "POST",
            route("/v1/members/{}/qualification", member_id),
            body={
                "project_id": project_id,
                "action": action,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Member.model_validate)

    async def report_work(
        self,
        *,
        from_: datetime | str | Omitted = OMITTED,
        to: datetime | str | Omitted = OMITTED,
        group_by: str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        format: Literal["json", "csv"] | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.WorkReport:
        """Report the answers by member, project, batch or day, as JSON or CSV

        from_: With an offset or Z; default: 30 days before `to`
        to: Exclusive; default: now
        group_by: Any of member, project, batch and day (UTC), separated by commas
        project_id: Only work on this project
        format: Default: as in Accept, otherwise json
        """
        operation = Operation(
            "GET",
            route("/v1/work"),
            query={
                "from": from_,
                "to": to,
                "group_by": group_by,
                "project_id": project_id,
                "format": format,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.WorkReport.model_validate)

    async def report_pay(
        self,
        *,
        from_: str | Omitted = OMITTED,
        to: str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        format: Literal["json", "csv"] | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.PayReport:
        """Report what the members' work in a period earned, as JSON or CSV

        from_: The first day (UTC); default: 30 days before `to`
        to: The day (UTC) after the last one; default: tomorrow
        project_id: Only work on this project
        format: Default: as in Accept, otherwise json
        """
        operation = Operation(
            "GET",
            route("/v1/pay"),
            query={
                "from": from_,
                "to": to,
                "project_id": project_id,
                "format": format,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.PayReport.model_validate)

    async def list_rates(
        self,
        member_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Rates:
        """List what a member earns, and from which day"""
        operation = Operation(
            "GET",
            route("/v1/members/{}/rates", member_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Rates.model_validate)

    async def set_rate(
        self,
        member_id: str,
        starts_on: str,
        *,
        unit: Literal["hour", "answer", "accepted_answer"],
        amount: str,
        currency: str,
        timeout: float | None = None,
    ) -> models.Rate:
        """Set what a member earns from a day on

        It counts until the member's next rate begins. Earlier work keeps its rate.

        unit: hour: of active time; answer: each answer, audits and gold too; accepted_answer: each answer that counts as accepted once its round is over
        amount: For one unit: a decimal with at most six places
        currency: ISO 4217
        """
        operation = Operation(
            "PUT",
            route("/v1/members/{}/rates/{}", member_id, starts_on),
            body={
                "unit": unit,
                "amount": amount,
                "currency": currency,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Rate.model_validate)

    async def delete_rate(
        self,
        member_id: str,
        starts_on: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete a rate; the one before it then counts longer"""
        operation = Operation(
            "DELETE",
            route("/v1/members/{}/rates/{}", member_id, starts_on),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)


class AsyncProjects:
    """The operations of `projects`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(
        self,
        *,
        annotation_type: str,
        name: str | Omitted = OMITTED,
        export_format: str | Omitted = OMITTED,
        quality_level: str | Omitted = OMITTED,
        description: str | Omitted | None = OMITTED,
        instructions: str | Omitted | None = OMITTED,
        labels: Sequence[params.CreateProjectLabels] | Omitted = OMITTED,
        fields: Sequence[params.CreateProjectFields] | Omitted = OMITTED,
        type_options: Mapping[str, Any] | Omitted = OMITTED,
        quality_policy: params.CreateProjectQualityPolicy | Omitted = OMITTED,
        groups: Sequence[str] | Omitted = OMITTED,
        assist_model_id: str | Omitted | None = OMITTED,
        qualification: params.CreateProjectQualification | Omitted | None = OMITTED,
        metadata: Mapping[str, str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Project:
        """Create a project

        annotation_type: See GET /v1/annotation-types
        export_format: See GET /v1/export-formats
        quality_level: none, basic, standard, premium or elite
        groups: Only members of these groups may work on the project; empty: all members
        metadata: Your own data: up to 50 keys of 40 characters, with values of up to 500
        """
        operation = Operation(
            "POST",
            route("/v1/projects"),
            body={
                "annotation_type": annotation_type,
                "name": name,
                "export_format": export_format,
                "quality_level": quality_level,
                "description": description,
                "instructions": instructions,
                "labels": labels,
                "fields": fields,
                "type_options": type_options,
                "quality_policy": quality_policy,
                "groups": groups,
                "assist_model_id": assist_model_id,
                "qualification": qualification,
                "metadata": metadata,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Project.model_validate)

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
        include: Literal["progress"] | Omitted = OMITTED,
        status: Literal["active", "paused", "archived", "all"] | Omitted = OMITTED,
        annotation_type: str | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
    ) -> AsyncPager[models.Project]:
        """List projects

        created_after: With an offset or Z
        created_before: With an offset or Z
        include: Adds the progress of the project's batches
        status: Default: all except archived
        name: Text that the name contains, ignoring case
        """
        operation = Operation(
            "GET",
            route("/v1/projects"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
                "include": include,
                "status": status,
                "annotation_type": annotation_type,
                "name": name,
            },
        )
        return self._caller.pages(operation, models.Project.model_validate)

    async def get(
        self,
        project_id: str,
        *,
        include: Literal["progress"] | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Project:
        """Read a project

        include: Adds the progress of the project's batches
        """
        operation = Operation(
            "GET",
            route("/v1/projects/{}", project_id),
            query={
                "include": include,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Project.model_validate)

    async def update(
        self,
        project_id: str,
        *,
        annotation_type: str | Omitted = OMITTED,
        status: Literal["active", "paused", "archived"] | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        export_format: str | Omitted = OMITTED,
        quality_level: str | Omitted = OMITTED,
        description: str | Omitted | None = OMITTED,
        instructions: str | Omitted | None = OMITTED,
        labels: Sequence[params.ChangeProjectLabels] | Omitted = OMITTED,
        fields: Sequence[params.ChangeProjectFields] | Omitted = OMITTED,
        type_options: Mapping[str, Any] | Omitted = OMITTED,
        quality_policy: params.ChangeProjectQualityPolicy | Omitted = OMITTED,
        groups: Sequence[str] | Omitted = OMITTED,
        assist_model_id: str | Omitted | None = OMITTED,
        qualification: params.ChangeProjectQualification | Omitted | None = OMITTED,
        metadata: Mapping[str, str] | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Project:
        """Change a project

        annotation_type: See GET /v1/annotation-types
        export_format: See GET /v1/export-formats
        quality_level: none, basic, standard, premium or elite
        groups: Only members of these groups may work on the project; empty: all members
        metadata: Your own data: up to 50 keys of 40 characters, with values of up to 500
        """
        operation = Operation(
            "PATCH",
            route("/v1/projects/{}", project_id),
            body={
                "annotation_type": annotation_type,
                "status": status,
                "name": name,
                "export_format": export_format,
                "quality_level": quality_level,
                "description": description,
                "instructions": instructions,
                "labels": labels,
                "fields": fields,
                "type_options": type_options,
                "quality_policy": quality_policy,
                "groups": groups,
                "assist_model_id": assist_model_id,
                "qualification": qualification,
                "metadata": metadata,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Project.model_validate)

    async def delete(
        self,
        project_id: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete a project that has no batch"""
        operation = Operation(
            "DELETE",
            route("/v1/projects/{}", project_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)

    def list_versions(
        self,
        project_id: str,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
    ) -> AsyncPager[models.ProjectVersion]:
        """List a project's guideline versions, newest first"""
        operation = Operation(
            "GET",
            route("/v1/projects/{}/versions", project_id),
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return self._caller.pages(operation, models.ProjectVersion.model_validate)

    async def list_annotation_types(
        self,
        *,
        timeout: float | None = None,
    ) -> builtins.list[models.AnnotationType]:
        """List the annotation types, with the JSON Schema of their results"""
        operation = Operation(
            "GET",
            route("/v1/annotation-types"),
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.AnnotationType.model_validate))

    async def list_export_formats(
        self,
        *,
        timeout: float | None = None,
    ) -> builtins.list[models.ExportFormat]:
        """List the export formats, with the annotation types that they support"""
        operation = Operation(
            "GET",
            route("/v1/export-formats"),
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.ExportFormat.model_validate))

    async def list_blockers(
        self,
        project_id: str,
        *,
        timeout: float | None = None,
    ) -> builtins.list[models.Blocker]:
        """List what a project's batches wait for, and who can act on it"""
        operation = Operation(
            "GET",
            route("/v1/projects/{}/blockers", project_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.Blocker.model_validate))


class AsyncUploads:
    """The operations of `uploads`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def get_file(
        self,
        file_id: str,
        *,
        timeout: float | None = None,
    ) -> models.File:
        """Get a file"""
        operation = Operation(
            "GET",
            route("/v1/files/{}", file_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.File.model_validate)

    async def get_file_sound(
        self,
        file_id: str,
        *,
        redirect: bool | Omitted = OMITTED,
        expires: str | Omitted = OMITTED,
        signature: str | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.SoundBuilding:
        """Get a recording as plain samples

        The sound of a WAV, MP3, FLAC or Ogg as `audio/basic`: one byte for each of 8,000 samples a second, μ-law, one channel, without a header. `Range` gets a part, so that byte n is n / 8,000 seconds from the beginning. It is for pictures of long recordings, not for listening. 202 while a job makes it; 400 for a file by reference. Needs what `GET /v1/files/{id}/content` needs: the `expires` and `signature` of the `content_url`, or a key with `uploads:read`. Made with the first request, and kept. Consumes no quota.

        redirect: False gets the bytes from the service itself, for a client that cannot reach the object store
        expires: With `signature`, as in a `content_url`; then no key is needed
        """
        operation = Operation(
            "GET",
            route("/v1/files/{}/sound", file_id),
            query={
                "redirect": redirect,
                "expires": expires,
                "signature": signature,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.SoundBuilding.model_validate)

    async def delete(
        self,
        upload_id: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete an upload that no batch uses"""
        operation = Operation(
            "DELETE",
            route("/v1/uploads/{}", upload_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)

    async def get(
        self,
        upload_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Upload:
        """Get an upload"""
        operation = Operation(
            "GET",
            route("/v1/uploads/{}", upload_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Upload.model_validate)

    async def complete(
        self,
        upload_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Upload:
        """Finish an upload whose bytes were sent to its upload_url

        Required if `upload_url` is an address of the object store: the service then checks size and digest and processes the file. Otherwise, and when repeated, it changes nothing; it answers 423 while another request completes the upload.
        """
        operation = Operation(
            "POST",
            route("/v1/uploads/{}/complete", upload_id),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Upload.model_validate)

    async def create(
        self,
        *,
        files: Sequence[params.CreateUploadFiles] | Omitted = OMITTED,
        url: str | Omitted = OMITTED,
        urls: Sequence[str] | Omitted = OMITTED,
        filename: str | Omitted = OMITTED,
        content_type: str | Omitted = OMITTED,
        size_bytes: int | Omitted = OMITTED,
        sha256: str | Omitted = OMITTED,
        item: params.CreateUploadItem | Omitted = OMITTED,
        metadata: Mapping[str, str] | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        on_error: Literal["fail", "skip"] | Omitted = OMITTED,
        content: Literal["items", "dataset"] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Upload:
        """Upload files: as JSON, as a form, as the body itself, by URL, or in pieces

        Any other Content-Type is a file of that type, named by Content-Disposition and checked against Content-Digest. Archives (zip, tar, tar.gz) are unpacked; each line of a JSONL or CSV file and each row of a Parquet or Arrow file is an item. With `size_bytes` you send the bytes to `upload_url` afterwards; with `Tus-Resumable: 1.0.0` in pieces (tus).

        files: At most 10 MiB in total after decoding
        content_type: Only with `size_bytes`
        size_bytes: Size of the file `filename`, whose bytes you then send to `upload_url`
        sha256: Compared with the received bytes
        item: Of the item that the file becomes: an image, a recording or a text. Lists and archives are refused with it. At most 1 MiB of JSON
        metadata: Your own data: up to 50 keys of 40 characters, with values of up to 500
        project_id: Must be a project of the account; any project can use the upload
        on_error: What happens to a file, line or URL that cannot be an item: `fail` refuses the whole upload, `skip` leaves it out and notes it in `GET /v1/uploads/{id}/skipped`. A broken archive always fails
        content: `dataset`: the file is a dataset of another tool, kept as it is for `POST /v1/uploads/{id}/import`
        """
        operation = Operation(
            "POST",
            route("/v1/uploads"),
            query={
                "on_error": on_error,
                "content": content,
            },
            body={
                "files": files,
                "url": url,
                "urls": urls,
                "filename": filename,
                "content_type": content_type,
                "size_bytes": size_bytes,
                "sha256": sha256,
                "item": item,
                "metadata": metadata,
                "project_id": project_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Upload.model_validate)

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
        status: Literal["pending", "uploading", "processing", "ready", "failed", "expired"] | Omitted = OMITTED,
        source_id: str | Omitted = OMITTED,
    ) -> AsyncPager[models.Upload]:
        """List uploads

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/uploads"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
                "status": status,
                "source_id": source_id,
            },
        )
        return self._caller.pages(operation, models.Upload.model_validate)

    def list_files(
        self,
        upload_id: str,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
    ) -> AsyncPager[models.File]:
        """List the files of an upload"""
        operation = Operation(
            "GET",
            route("/v1/uploads/{}/files", upload_id),
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return self._caller.pages(operation, models.File.model_validate)

    async def list_skipped(
        self,
        upload_id: str,
        *,
        timeout: float | None = None,
    ) -> str:
        """List what an upload has left out, as JSON lines

        Files beside the media of an archive, and faulty files and lines with `on_error=skip`: at most 10,000.
        """
        operation = Operation(
            "GET",
            route("/v1/uploads/{}/skipped", upload_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, text)


class AsyncSources:
    """The operations of `sources`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(
        self,
        *,
        kind: Literal["s3", "folder", "http_manifest", "huggingface"],
        config: params.CreateSourceConfig,
        mode: Literal["copy", "reference"] | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        credentials: params.SourceCredentials | Omitted = OMITTED,
        metadata: Mapping[str, str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Source:
        """Register a bucket from which files are taken

        Nothing is read from it before `POST /v1/sources/{id}/check` or `/sync`.

        mode: `copy`: the bytes of new objects are stored here. `reference`: images and recordings stay in the bucket, and only key, size and ETag are stored
        metadata: Your own data: up to 50 keys of 40 characters, with values of up to 500
        """
        operation = Operation(
            "POST",
            route("/v1/sources"),
            body={
                "kind": kind,
                "mode": mode,
                "name": name,
                "config": config,
                "credentials": credentials,
                "metadata": metadata,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Source.model_validate)

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
    ) -> AsyncPager[models.Source]:
        """List sources

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/sources"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
            },
        )
        return self._caller.pages(operation, models.Source.model_validate)

    async def get(
        self,
        source_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Source:
        """Get a source, with the progress of its sync"""
        operation = Operation(
            "GET",
            route("/v1/sources/{}", source_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Source.model_validate)

    async def update(
        self,
        source_id: str,
        *,
        name: str | Omitted = OMITTED,
        credentials: params.SourceCredentials | Omitted = OMITTED,
        metadata: Mapping[str, str] | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Source:
        """Change the name, credentials or metadata of a source

        metadata: Your own data: up to 50 keys of 40 characters, with values of up to 500
        """
        operation = Operation(
            "PATCH",
            route("/v1/sources/{}", source_id),
            body={
                "name": name,
                "credentials": credentials,
                "metadata": metadata,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Source.model_validate)

    async def delete(
        self,
        source_id: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete a source with its credentials, and end its sync

        Files that were copied stay; uploads with objects that are still to be copied fail.
        """
        operation = Operation(
            "DELETE",
            route("/v1/sources/{}", source_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)

    async def check(
        self,
        source_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.SourceCheck:
        """Try what a sync needs, and name what is missing"""
        operation = Operation(
            "POST",
            route("/v1/sources/{}/check", source_id),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.SourceCheck.model_validate)

    async def sync(
        self,
        source_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Source:
        """Add the new objects of a source as uploads

        A job lists the objects; `GET /v1/sources/{id}` shows its progress, and `GET /v1/uploads?source_id=` the uploads. Nothing is added twice. A sync that runs goes on.
        """
        operation = Operation(
            "POST",
            route("/v1/sources/{}/sync", source_id),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Source.model_validate)


class AsyncBatches:
    """The operations of `batches`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(
        self,
        *,
        project_id: str,
        upload_ids: Sequence[str] | Omitted = OMITTED,
        file_ids: Sequence[str] | Omitted = OMITTED,
        from_: params.Pool | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        priority: Literal["low", "normal", "high"] | Omitted = OMITTED,
        queue_order: Literal["random", "uncertainty", "disagreement"] | Omitted = OMITTED,
        metadata: Mapping[str, str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Batch:
        """Create a batch from uploads or files

        queue_order: The order in which annotators get items of the same priority. random (default); uncertainty: the lowest score of a prediction first; disagreement: those first whose predictions differ most. Items without what is compared come last; those that somebody has begun come first. A job puts them in order again when predictions arrive
        metadata: Your own data: up to 50 keys of 40 characters, with values of up to 500
        """
        operation = Operation(
            "POST",
            route("/v1/batches"),
            body={
                "project_id": project_id,
                "upload_ids": upload_ids,
                "file_ids": file_ids,
                "from": from_,
                "name": name,
                "priority": priority,
                "queue_order": queue_order,
                "metadata": metadata,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Batch.model_validate)

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        status: Literal["created", "processing", "completed", "certified", "failed"] | Omitted = OMITTED,
    ) -> AsyncPager[models.Batch]:
        """List batches

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/batches"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
                "project_id": project_id,
                "status": status,
            },
        )
        return self._caller.pages(operation, models.Batch.model_validate)

    async def get(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Batch:
        """Read a batch"""
        operation = Operation(
            "GET",
            route("/v1/batches/{}", batch_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Batch.model_validate)

    async def update(
        self,
        batch_id: str,
        *,
        name: str | Omitted = OMITTED,
        priority: Literal["low", "normal", "high"] | Omitted = OMITTED,
        queue_order: Literal["random", "uncertainty", "disagreement"] | Omitted = OMITTED,
        hold: bool | Omitted = OMITTED,
        metadata: Mapping[str, str] | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Batch:
        """Change a batch's name, priority, order, hold or metadata

        queue_order: The order in which annotators get items of the same priority. random (default); uncertainty: the lowest score of a prediction first; disagreement: those first whose predictions differ most. Items without what is compared come last; those that somebody has begun come first. A job puts them in order again when predictions arrive
        hold: True stops new claims at once; leased tasks continue
        metadata: Your own data: up to 50 keys of 40 characters, with values of up to 500
        """
        operation = Operation(
            "PATCH",
            route("/v1/batches/{}", batch_id),
            body={
                "name": name,
                "priority": priority,
                "queue_order": queue_order,
                "hold": hold,
                "metadata": metadata,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Batch.model_validate)

    async def delete(
        self,
        batch_id: str,
        *,
        abandon: bool | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> None:
        """Delete a batch with its answers and datasets

        abandon: True deletes the batch even while it is audited. The audit counts as failed: another batch with the same items gets a stricter bound
        """
        operation = Operation(
            "DELETE",
            route("/v1/batches/{}", batch_id),
            query={
                "abandon": abandon,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)

    async def add_files(
        self,
        batch_id: str,
        *,
        upload_ids: Sequence[str] | Omitted = OMITTED,
        file_ids: Sequence[str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Batch:
        """Add files to a batch that has not started"""
        operation = Operation(
            "POST",
            route("/v1/batches/{}/files", batch_id),
            body={
                "upload_ids": upload_ids,
                "file_ids": file_ids,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Batch.model_validate)

    def list_files(
        self,
        batch_id: str,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
    ) -> AsyncPager[models.File]:
        """List the files of a batch in their order"""
        operation = Operation(
            "GET",
            route("/v1/batches/{}/files", batch_id),
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return self._caller.pages(operation, models.File.model_validate)

    async def start(
        self,
        batch_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Batch:
        """Start a batch before its first answer"""
        operation = Operation(
            "POST",
            route("/v1/batches/{}/start", batch_id),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Batch.model_validate)

    async def rework(
        self,
        batch_id: str,
        *,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Batch:
        """Send a failed batch to rework

        reason: Why the batch goes back. Shown to the earlier annotators of the returned items, and kept in `sent_back`
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/rework", batch_id),
            body={
                "reason": reason,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Batch.model_validate)

    async def amend(
        self,
        batch_id: str,
        *,
        item_ids: Sequence[str],
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Batch:
        """Reopen items of a certified batch for a new revision

        item_ids: The items to answer again
        reason: What is wrong with them. Their earlier annotators read it above each
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/amend", batch_id),
            body={
                "item_ids": item_ids,
                "reason": reason,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Batch.model_validate)

    async def ask_audit(
        self,
        batch_id: str,
        *,
        level: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Batch:
        """Request an audit of a completed batch without a verdict

        level: basic, standard, premium or elite
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/audit", batch_id),
            body={
                "level": level,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Batch.model_validate)

    async def list_auto_accepts(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
    ) -> builtins.list[models.AutoAccept]:
        """Read how a model labels items of a batch"""
        operation = Operation(
            "GET",
            route("/v1/batches/{}/auto-accept", batch_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.AutoAccept.model_validate))

    async def start_auto_accept(
        self,
        batch_id: str,
        *,
        model: str | Omitted = OMITTED,
        version: str | Omitted = OMITTED,
        max_wrong: float | Omitted = OMITTED,
        confidence: float | Omitted = OMITTED,
        check: int | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> builtins.list[models.AutoAccept]:
        """Let a model label the items on which it is sure enough

        Withholds the items that have a prediction from annotators, except a random sample, which people answer blind. Then chooses the lowest threshold of the score that shows, by this sample, that at most `max_wrong` of the labels above it are wrong. Items above it get the model's label, the others go to people. The batch's audit judges all labels together.

        max_wrong: The greatest share of wrong labels among those that the model makes; default: 0.05
        confidence: Default: 0.95
        check: Items, drawn at random, that people answer without seeing the model's label; default: 600
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/auto-accept", batch_id),
            body={
                "model": model,
                "version": version,
                "max_wrong": max_wrong,
                "confidence": confidence,
                "check": check,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.AutoAccept.model_validate))

    async def cancel_auto_accept(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
    ) -> builtins.list[models.AutoAccept]:
        """Cancel the auto-accept that is under way

        All items that it withholds go to annotators. No label of the model is accepted.
        """
        operation = Operation(
            "DELETE",
            route("/v1/batches/{}/auto-accept", batch_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.AutoAccept.model_validate))

    async def plan_auto_accept(
        self,
        batch_id: str,
        *,
        model: str | Omitted = OMITTED,
        version: str | Omitted = OMITTED,
        confidence: float | Omitted = OMITTED,
        check: int | Omitted = OMITTED,
        cost_per_answer: float | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.AutoAcceptPlan:
        """Estimate what a model's labels would save

        confidence: Default: 0.95
        check: Items, drawn at random, that people answer without seeing the model's label; default: 600
        cost_per_answer: Adds the money saved, in the same currency
        """
        operation = Operation(
            "GET",
            route("/v1/batches/{}/auto-accept/plan", batch_id),
            query={
                "model": model,
                "version": version,
                "confidence": confidence,
                "check": check,
                "cost_per_answer": cost_per_answer,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.AutoAcceptPlan.model_validate)

    async def list_draws(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
    ) -> models.DrawList:
        """List how the random sample of each round was drawn"""
        operation = Operation(
            "GET",
            route("/v1/batches/{}/draws", batch_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.DrawList.model_validate)

    async def add_challenge(
        self,
        batch_id: str,
        *,
        nonce: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Draw:
        """Add the nonce of the random sample, once the labels are fixed

        nonce: A text that nobody can predict: 16 to 200 printable ASCII characters without spaces
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/challenge", batch_id),
            body={
                "nonce": nonce,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Draw.model_validate)


class AsyncItems:
    """The operations of `items`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        batch_id: str | Omitted = OMITTED,
        sort: Literal["-suspicion", "support"] | Omitted = OMITTED,
        state: Literal["open", "accepted", "excluded"] | Omitted = OMITTED,
        label: str | Omitted = OMITTED,
        annotator: str | Omitted = OMITTED,
        answer: str | Omitted = OMITTED,
        other_answer: str | Omitted = OMITTED,
        support_lt: float | Omitted = OMITTED,
        waits_for: Literal["adjudication", "another_answer"] | Omitted = OMITTED,
        audited: Literal["wrong"] | Omitted = OMITTED,
        external_id: str | Omitted = OMITTED,
        q: str | Omitted = OMITTED,
    ) -> AsyncPager[models.ItemSummary]:
        """List the items of a project or batch

        By batch id and position. `metadata.<key>=<value>` filters by metadata, compared as text. A request with filters looks at 50,000 items at most (external_id: at all). `q`, `label`, `answer` and `metadata` read 16 MB at most, and a page ends where its labels get very large: it may hold fewer items than `limit`, even none, while `has_more` is true. For people who may audit, items of a batch under a blind audit have no label, and `label`, `answer` and `support_lt` find none.

        project_id: Required without batch_id
        sort: Accepted items only, and only with batch_id; the other filters count. -suspicion: those whose label is most likely wrong first; not for viewers. support: by the share of annotators who gave the label, the smallest first
        label: In the accepted result
        annotator: The annotator: a member id or an external id
        answer: Only items with this label in an answer of `annotator`, or of any annotator
        other_answer: Only items that somebody else answered with this label in the same round; needs answer
        support_lt: Only labels with less support than this
        waits_for: adjudication: open items that an adjudicator is to decide. another_answer: open items whose answers disagree and that need one more annotator
        audited: Only items whose label the last audit of the batch found wrong, at most 10,000; needs batch_id. Audits count once the batch has its verdict
        q: Text that the item's text or file name contains, ignoring case
        """
        operation = Operation(
            "GET",
            route("/v1/items"),
            query={
                "limit": limit,
                "cursor": cursor,
                "project_id": project_id,
                "batch_id": batch_id,
                "sort": sort,
                "state": state,
                "label": label,
                "annotator": annotator,
                "answer": answer,
                "other_answer": other_answer,
                "support_lt": support_lt,
                "waits_for": waits_for,
                "audited": audited,
                "external_id": external_id,
                "q": q,
            },
        )
        return self._caller.pages(operation, models.ItemSummary.model_validate)

    async def get(
        self,
        item_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Item:
        """Read an item with its content"""
        operation = Operation(
            "GET",
            route("/v1/items/{}", item_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Item.model_validate)

    async def bulk(
        self,
        *,
        filter: params.BulkItemsFilter,
        action: Literal["priority", "requeue", "exclude", "gold", "accept_prediction", "adjudicate", "release"],
        priority: int | Omitted = OMITTED,
        reason: str | Omitted = OMITTED,
        model: str | Omitted = OMITTED,
        version: str | Omitted = OMITTED,
        dry_run: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.BulkCount | models.BulkJob:
        """Change many items: priority, requeue, exclude, gold, accept_prediction, adjudicate, release

        Responds with the number of items, a lower bound if the filter has more than 50,000 to look at; a job then changes all of them, 500 at a time. All actions but gold and release need batches that are created or processing.

        filter: The same filters as the parameters of GET /v1/items
        action: priority: changes open items. requeue: asks for new answers under the newest guidelines. exclude: leaves items out, with a reason. gold: uses accepted labels as known answers that measure annotators. accept_prediction: makes a model's prediction the label of open items, without those that people check for an auto-accept. adjudicate: let an adjudicator decide open items whose answers disagree or that somebody skipped, in place of one more answer. release: offers items to every annotator that rework reserved for those who answered them before
        priority: For priority
        reason: For exclude, which needs it, and for requeue: those who answered the items get them first, and read it above each
        model: For accept_prediction
        version: For accept_prediction: the model's version
        dry_run: True: only count the items
        """
        operation = Operation(
            "POST",
            route("/v1/items/bulk"),
            body={
                "filter": filter,
                "action": action,
                "priority": priority,
                "reason": reason,
                "model": model,
                "version": version,
                "dry_run": dry_run,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, either(models.BulkCount, models.BulkJob))

    async def get_bulk_job(
        self,
        item_id: str,
        *,
        timeout: float | None = None,
    ) -> models.BulkJob:
        """Read the progress of a bulk change"""
        operation = Operation(
            "GET",
            route("/v1/items/bulk/{}", item_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.BulkJob.model_validate)


class AsyncTasks:
    """The operations of `tasks`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def claim(
        self,
        *,
        batch_id: str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        kinds: Sequence[Literal["annotate", "audit", "adjudicate"]] | Omitted = OMITTED,
        count: int | Omitted = OMITTED,
        annotator: str | Omitted = OMITTED,
        as_model: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> builtins.list[models.Task]:
        """Lease the next tasks, for 15 minutes

        kinds: Default: annotate
        count: Default: 1
        annotator: The member that you act for: a member id or an external id. Default: the member of your key
        as_model: True: a model works. A new annotator becomes a member of the kind model, which an owner must allow to annotate, and the work of a person's member is refused
        """
        operation = Operation(
            "POST",
            route("/v1/tasks/claim"),
            body={
                "batch_id": batch_id,
                "project_id": project_id,
                "kinds": kinds,
                "count": count,
                "annotator": annotator,
                "as_model": as_model,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.Task.model_validate))

    async def list_own(
        self,
        *,
        status: Literal["leased", "submitted"] | Omitted = OMITTED,
        batch_id: str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        annotator: str | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> builtins.list[models.Task]:
        """List a member's leased tasks, or their latest answers

        The newest change first, at most 100. The first ten answers can be reopened.

        annotator: The member that you act for: a member id or an external id. Default: the member of your key
        """
        operation = Operation(
            "GET",
            route("/v1/tasks"),
            query={
                "status": status,
                "batch_id": batch_id,
                "project_id": project_id,
                "annotator": annotator,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.Task.model_validate))

    async def list_waiting_work(
        self,
        *,
        annotator: str | Omitted = OMITTED,
        batch_id: str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        limit: int | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> builtins.list[models.WaitingWork]:
        """List the batches with tasks for a member, in the order of claims

        annotator: The member that you act for: a member id or an external id. Default: the member of your key
        limit: Batches
        """
        operation = Operation(
            "GET",
            route("/v1/tasks/waiting"),
            query={
                "annotator": annotator,
                "batch_id": batch_id,
                "project_id": project_id,
                "limit": limit,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.WaitingWork.model_validate))

    async def get_guidelines(
        self,
        task_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Guidelines:
        """The labels, instructions and fields of a task"""
        operation = Operation(
            "GET",
            route("/v1/tasks/{}/guidelines", task_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Guidelines.model_validate)

    async def confirm_guidelines(
        self,
        task_id: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Confirm that the task's member has read its guidelines"""
        operation = Operation(
            "PUT",
            route("/v1/tasks/{}/guidelines/confirmation", task_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)

    async def get(
        self,
        task_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Task:
        """Read a task with its item and draft"""
        operation = Operation(
            "GET",
            route("/v1/tasks/{}", task_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Task.model_validate)

    async def save_draft(
        self,
        task_id: str,
        *,
        draft: Any,
        annotator: str | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Task:
        """Save a draft and renew the lease

        annotator: The member that you act for: a member id or an external id. Default: the member of your key
        """
        operation = Operation(
            "PUT",
            route("/v1/tasks/{}/draft", task_id),
            body={
                "draft": draft,
                "annotator": annotator,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Task.model_validate)

    async def submit(
        self,
        task_id: str,
        *,
        result: Mapping[str, Any],
        fields: Mapping[str, Any] | Omitted = OMITTED,
        active_ms: int | Omitted = OMITTED,
        client_id: str | Omitted = OMITTED,
        verdict: Literal["accepted", "accepted_with_change", "wrong"] | Omitted = OMITTED,
        reason: str | Omitted = OMITTED,
        annotator: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.SubmittedAnnotation:
        """Submit the answer to a claimed task

        result: The answer, a result of the project's annotation type. `image_classification`: `{"label":"cat"}`; `multilabel_classification`: `{"labels":["indoor","night"]}`; `object_detection`: `{"objects":[{"label":"car","bbox":{"x":12,"y":30.5,"width":80,"height":45}}]}`; `polygon`: `{"objects":[{"label":"car","points":[[12,30.5],[92,30.5],[92,75]]}]}`; `semantic_segmentation`: `{"objects":[{"label":"road","rle":{"size":[2,3],"counts":"2111"}}]}`; `keypoint`: `{"objects":[{"label":"person","points":{"left_eye":[12,30.5,2],"right_eye":[20,31,1]}}]}`; `text_classification`: `{"label":"cat"}`; `named_entity_recognition`: `{"spans":[{"start":0,"end":5,"label":"person"}]}`; `transcription`: `{"text":"Good morning, how can I help you?"}`; `audio_segmentation`: `{"segments":[{"start":0.4,"end":2.75,"label":"agent","text":"Good morning."}]}`; `text_generation`: `{"text":"Two dogs run."}`; `ranking`: `{"ranking":["b","a","c"],"ties":[["a","c"]]}`; `rating`: `{"ratings":{"helpfulness":4}}`
        client_id: Makes repeating the request safe
        verdict: For audits that show the delivered label: accepted if `result` equals it, accepted_with_change if it is right except for the small change in `result`, wrong otherwise. Default: what the tolerance of the policy says
        reason: For audits: what is wrong with the label. Shown to whoever answers the item again
        annotator: The member that you act for: a member id or an external id. Default: the member of your key
        """
        operation = Operation(
            "POST",
            route("/v1/tasks/{}/submit", task_id),
            body={
                "result": result,
                "fields": fields,
                "active_ms": active_ms,
                "client_id": client_id,
                "verdict": verdict,
                "reason": reason,
                "annotator": annotator,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.SubmittedAnnotation.model_validate)

    async def skip(
        self,
        task_id: str,
        *,
        reason: str,
        annotator: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Task:
        """Skip a task, with a reason

        annotator: The member that you act for: a member id or an external id. Default: the member of your key
        """
        operation = Operation(
            "POST",
            route("/v1/tasks/{}/skip", task_id),
            body={
                "reason": reason,
                "annotator": annotator,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Task.model_validate)

    async def release(
        self,
        task_id: str,
        *,
        annotator: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Task:
        """Release a task without an answer

        annotator: The member that you act for: a member id or an external id. Default: the member of your key
        """
        operation = Operation(
            "POST",
            route("/v1/tasks/{}/release", task_id),
            body={
                "annotator": annotator,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Task.model_validate)

    async def reopen(
        self,
        task_id: str,
        *,
        annotator: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Task:
        """Reopen one of the member's last ten answers

        annotator: The member that you act for: a member id or an external id. Default: the member of your key
        """
        operation = Operation(
            "POST",
            route("/v1/tasks/{}/reopen", task_id),
            body={
                "annotator": annotator,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Task.model_validate)

    async def exclude_item(
        self,
        task_id: str,
        *,
        reason: str,
        annotator: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Task:
        """Exclude the item of an adjudication task, with a reason

        annotator: The member that you act for: a member id or an external id. Default: the member of your key
        """
        operation = Operation(
            "POST",
            route("/v1/tasks/{}/exclude", task_id),
            body={
                "reason": reason,
                "annotator": annotator,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Task.model_validate)

    async def assist(
        self,
        task_id: str,
        *,
        prompt: params.AssistPrompt | Omitted = OMITTED,
        current: Any = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.AssistedObjects:
        """Ask the project's model for the objects that a person points at

        For the member of a leased task, 60 times a minute. The model has 2 seconds. What it suggests is stored nowhere: submit it as any other object.

        current: The result so far, for models that use it
        """
        operation = Operation(
            "POST",
            route("/v1/tasks/{}/assist", task_id),
            body={
                "prompt": prompt,
                "current": current,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.AssistedObjects.model_validate)

    async def report_own_work(
        self,
        *,
        from_: str | Omitted = OMITTED,
        to: str | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.OwnWork:
        """Report your own hours, answers and pay

        from_: The first day (UTC); default: 30 days before `to`
        to: The day (UTC) after the last one; default: tomorrow
        """
        operation = Operation(
            "GET",
            route("/v1/work/mine"),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.OwnWork.model_validate)

    async def report_own_days(
        self,
        *,
        timeout: float | None = None,
    ) -> models.OwnDays:
        """Report your own answers by day, and what their feedback said"""
        operation = Operation(
            "GET",
            route("/v1/work/mine/days"),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.OwnDays.model_validate)


class AsyncAnnotations:
    """The operations of `annotations`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def list_of_item(
        self,
        item_id: str,
        *,
        timeout: float | None = None,
    ) -> models.ItemAnnotations:
        """List all answers to an item, with its label"""
        operation = Operation(
            "GET",
            route("/v1/items/{}/annotations", item_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ItemAnnotations.model_validate)

    async def stream(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
    ) -> str:
        """Download all answers of a batch as JSON lines, oldest first"""
        operation = Operation(
            "GET",
            route("/v1/batches/{}/annotations", batch_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, text)

    async def import_(
        self,
        batch_id: str,
        *,
        annotations: Sequence[params.ImportedAnswer],
        dry_run: bool | Omitted = OMITTED,
        on_conflict: Literal["skip"] | Omitted = OMITTED,
        on_error: Literal["fail", "skip"] | Omitted = OMITTED,
        format: Literal["coco", "pascal_voc", "cvat_xml", "label_studio", "datumaro", "doccano", "argilla", "labelbox", "jsonl", "csv", "parquet"] | Omitted = OMITTED,
        clip: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Imported:
        """Import answers from another tool; they count like submitted ones

        JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none, unless `on_error=skip`: the message of a 400 names the first 20 faults as `line 17: …`.

        dry_run: True: check the lines but store nothing
        on_conflict: Leave out lines whose item already has an answer of this annotator, a prediction of this model or a known answer. By default such an answer is a fault, and a prediction or known answer replaces the stored one
        on_error: fail: one faulty line refuses the import. skip: leaves faulty lines out and names them in `faults`; the import is refused only if no line is left
        format: The body is a dataset of this format, up to 16 MiB, as application/octet-stream. Files are found by their names, texts by external_id; messages name the place in the dataset. By default the body has the lines described here
        clip: True: cut upright boxes that lie up to 10 pixels outside the image at its edges
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/annotations", batch_id),
            query={
                "dry_run": dry_run,
                "on_conflict": on_conflict,
                "on_error": on_error,
                "format": format,
                "clip": clip,
            },
            body={
                "annotations": annotations,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Imported.model_validate)

    async def import_predictions(
        self,
        batch_id: str,
        *,
        predictions: Sequence[params.ImportedPrediction],
        dry_run: bool | Omitted = OMITTED,
        on_conflict: Literal["skip"] | Omitted = OMITTED,
        on_error: Literal["fail", "skip"] | Omitted = OMITTED,
        format: Literal["coco", "pascal_voc", "cvat_xml", "label_studio", "datumaro", "doccano", "argilla", "labelbox", "jsonl", "csv", "parquet"] | Omitted = OMITTED,
        clip: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Imported:
        """Import predictions of a model as pre-labels

        JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none, unless `on_error=skip`: the message of a 400 names the first 20 faults as `line 17: …`.

        dry_run: True: check the lines but store nothing
        on_conflict: Leave out lines whose item already has an answer of this annotator, a prediction of this model or a known answer. By default such an answer is a fault, and a prediction or known answer replaces the stored one
        on_error: fail: one faulty line refuses the import. skip: leaves faulty lines out and names them in `faults`; the import is refused only if no line is left
        format: The body is a dataset of this format, up to 16 MiB, as application/octet-stream. Files are found by their names, texts by external_id; messages name the place in the dataset. By default the body has the lines described here
        clip: True: cut upright boxes that lie up to 10 pixels outside the image at its edges
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/predictions", batch_id),
            query={
                "dry_run": dry_run,
                "on_conflict": on_conflict,
                "on_error": on_error,
                "format": format,
                "clip": clip,
            },
            body={
                "predictions": predictions,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Imported.model_validate)

    async def import_gold(
        self,
        batch_id: str,
        *,
        gold: Sequence[params.ImportedGold],
        dry_run: bool | Omitted = OMITTED,
        on_conflict: Literal["skip"] | Omitted = OMITTED,
        on_error: Literal["fail", "skip"] | Omitted = OMITTED,
        format: Literal["coco", "pascal_voc", "cvat_xml", "label_studio", "datumaro", "doccano", "argilla", "labelbox", "jsonl", "csv", "parquet"] | Omitted = OMITTED,
        clip: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Imported:
        """Import known answers (gold), which measure annotators

        JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none, unless `on_error=skip`: the message of a 400 names the first 20 faults as `line 17: …`.

        dry_run: True: check the lines but store nothing
        on_conflict: Leave out lines whose item already has an answer of this annotator, a prediction of this model or a known answer. By default such an answer is a fault, and a prediction or known answer replaces the stored one
        on_error: fail: one faulty line refuses the import. skip: leaves faulty lines out and names them in `faults`; the import is refused only if no line is left
        format: The body is a dataset of this format, up to 16 MiB, as application/octet-stream. Files are found by their names, texts by external_id; messages name the place in the dataset. By default the body has the lines described here
        clip: True: cut upright boxes that lie up to 10 pixels outside the image at its edges
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/gold", batch_id),
            query={
                "dry_run": dry_run,
                "on_conflict": on_conflict,
                "on_error": on_error,
                "format": format,
                "clip": clip,
            },
            body={
                "gold": gold,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Imported.model_validate)

    async def import_dataset(
        self,
        upload_id: str,
        *,
        batch_id: str,
        format: Literal["coco", "pascal_voc", "cvat_xml", "label_studio", "datumaro", "doccano", "argilla", "labelbox", "jsonl", "csv", "parquet", "yolo", "huggingface"],
        kind: Literal["annotations", "predictions", "gold"],
        dry_run: bool | Omitted = OMITTED,
        clip: bool | Omitted = OMITTED,
        on_conflict: Literal["skip"] | Omitted = OMITTED,
        on_error: Literal["fail", "skip"] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DatasetImport:
        """Import an uploaded dataset of another tool into a batch

        For a file of any size, uploaded with `content=dataset`. A job reads it in pieces and stores all answers at once, or none; `GET` of the same address shows how far it is, and names faults with their place in the file. After it has ended, the upload can be imported again.

        batch_id: The batch that has the images, recordings or texts
        format: yolo, huggingface and pascal_voc: an archive (zip, tar, tar.gz) of the folder, with its images or without
        kind: annotations: the answers of people. predictions: the prediction of each item, or else its last answer. gold: known answers
        dry_run: True: check the dataset but store nothing
        clip: True: cut boxes that lie a little outside the image at its edges
        on_conflict: skip: leave out lines whose item already has such an answer; see the imports of lines
        on_error: fail (default): one fault refuses the import. skip: leaves out faulty answers and names them
        """
        operation = Operation(
            "POST",
            route("/v1/uploads/{}/import", upload_id),
            body={
                "batch_id": batch_id,
                "format": format,
                "kind": kind,
                "dry_run": dry_run,
                "clip": clip,
                "on_conflict": on_conflict,
                "on_error": on_error,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.DatasetImport.model_validate)

    async def get_dataset_import(
        self,
        upload_id: str,
        *,
        timeout: float | None = None,
    ) -> models.LastDatasetImport:
        """Read the progress and the result of the last import of an uploaded dataset"""
        operation = Operation(
            "GET",
            route("/v1/uploads/{}/import", upload_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.LastDatasetImport.model_validate)


class AsyncQuality:
    """The operations of `quality`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def list_levels(
        self,
        *,
        items: int,
        project_id: str | Omitted = OMITTED,
        slices: int | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> builtins.list[models.QualityLevel]:
        """Compare the cost of the quality levels for a number of items

        items: Items that are not excluded
        project_id: Uses this project's policy, annotation type and auditing times
        slices: How many values the metadata keys of the project's `quality_policy.slices` will have; default: as many as they can
        """
        operation = Operation(
            "GET",
            route("/v1/quality-levels"),
            query={
                "items": items,
                "project_id": project_id,
                "slices": slices,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, list_of(models.QualityLevel.model_validate))

    async def get(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Quality:
        """Read a batch's score, audited rounds, agreement, labels and annotators, and what the verdict still needs"""
        operation = Operation(
            "GET",
            route("/v1/batches/{}/quality", batch_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Quality.model_validate)

    async def get_batch_trends(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
    ) -> models.BatchTrends:
        """Read the work and quality of each annotator of a batch by day, and whose quality has dropped"""
        operation = Operation(
            "GET",
            route("/v1/batches/{}/trends", batch_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.BatchTrends.model_validate)

    async def get_batch_forecast(
        self,
        batch_id: str,
        *,
        timeout: float | None = None,
    ) -> models.BatchForecast:
        """Forecast when a batch will be finished, and read the hours that it takes"""
        operation = Operation(
            "GET",
            route("/v1/batches/{}/forecast", batch_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.BatchForecast.model_validate)

    async def get_project_confusion(
        self,
        project_id: str,
        *,
        timeout: float | None = None,
    ) -> models.ProjectConfusion:
        """Read which labels annotators confuse, over the batches of a project"""
        operation = Operation(
            "GET",
            route("/v1/projects/{}/confusion", project_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ProjectConfusion.model_validate)

    async def get_model_report(
        self,
        batch_id: str,
        *,
        slices: str | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.ModelReport:
        """Judge the models that predicted items of a batch

        Compares each model, or version of it, with the delivered labels of the items that audits and checks drew at random: accuracy with exact intervals, rates and confusion of labels, calibration, slices, and an order that says which models cannot be told apart.

        slices: Metadata keys, separated by commas, at most 5; default: those of the policy's slices
        """
        operation = Operation(
            "GET",
            route("/v1/batches/{}/models", batch_id),
            query={
                "slices": slices,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ModelReport.model_validate)

    async def compute_suspicions(
        self,
        batch_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ComputeSuspicions:
        """Compute again how likely each accepted label of a batch is wrong

        Assay does this whenever a batch is completed; ask for it after you have sent predictions or vectors. Read the result by `GET /v1/items?batch_id=…&sort=-suspicion`.
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/suspicions", batch_id),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ComputeSuspicions.model_validate)

    async def preview_consensus(
        self,
        batch_id: str,
        *,
        method: Literal["auto", "majority", "one-coin", "dawid-skene", "hierarchical"] | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.ConsensusPreview:
        """Preview how a model would change the labels, and list the versions so far

        method: `auto` lets Assay choose; see docs/quality.md
        """
        operation = Operation(
            "GET",
            route("/v1/batches/{}/consensus", batch_id),
            query={
                "method": method,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ConsensusPreview.model_validate)

    async def recompute_consensus(
        self,
        batch_id: str,
        *,
        method: Literal["auto", "majority", "one-coin", "dawid-skene", "hierarchical"] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ConsensusVersion:
        """Recompute the labels of a completed batch before its audit sample is drawn

        method: `auto` lets Assay choose; see docs/quality.md
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/consensus", batch_id),
            body={
                "method": method,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ConsensusVersion.model_validate)


class AsyncModels:
    """The operations of `models`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(
        self,
        *,
        name: str,
        version: str,
        kind: Literal["pushed", "http", "openai"],
        annotation_types: Sequence[Literal["image_classification", "multilabel_classification", "object_detection", "polygon", "semantic_segmentation", "keypoint", "text_classification", "named_entity_recognition", "transcription", "audio_segmentation", "text_generation", "ranking", "rating"]],
        url: str | Omitted = OMITTED,
        secret: str | Omitted = OMITTED,
        batch_size: int | Omitted = OMITTED,
        concurrency: int | Omitted = OMITTED,
        timeout_ms: int | Omitted = OMITTED,
        price: params.ModelPrice | Omitted | None = OMITTED,
        prompt: params.ModelPrompt | Omitted | None = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.NewModel:
        """Register a model; only this response shows a secret that Assay makes

        name: Name and version are those of the model's predictions; an account has each pair once
        version: Another version is another model
        kind: pushed: you send its predictions to `POST /v1/batches/{id}/predictions`. http: Assay asks the server at `url`. openai: Assay asks a language model by OpenAI's protocol for chats, which many servers speak
        url: Of http and openai: absolute, https (http only to networks that the operator allows), without user name and fragment. Of openai: up to `/chat/completions`
        secret: Of http: `whsec_` and 24 to 64 bytes in base64, with which Assay signs its requests as webhooks; default: Assay creates one. Of openai: the API key, of visible ASCII characters; absent if the server needs none. Stored encrypted
        annotation_types: The annotation types whose results the model gives
        batch_size: Items in a request; default 16. Of openai: 1
        concurrency: Requests of one run that wait for an answer at once; default 2
        timeout_ms: How long Assay waits for an answer, or for all samples of one, in milliseconds; default 30,000
        """
        operation = Operation(
            "POST",
            route("/v1/models"),
            body={
                "name": name,
                "version": version,
                "kind": kind,
                "url": url,
                "secret": secret,
                "annotation_types": annotation_types,
                "batch_size": batch_size,
                "concurrency": concurrency,
                "timeout_ms": timeout_ms,
                "price": price,
                "prompt": prompt,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.NewModel.model_validate)

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
    ) -> AsyncPager[models.RegisteredModel]:
        """List models

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/models"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
            },
        )
        return self._caller.pages(operation, models.RegisteredModel.model_validate)

    async def get(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> models.RegisteredModel:
        """Read a model"""
        operation = Operation(
            "GET",
            route("/v1/models/{}", model_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.RegisteredModel.model_validate)

    async def update(
        self,
        model_id: str,
        *,
        url: str | Omitted = OMITTED,
        secret: str | Omitted = OMITTED,
        annotation_types: Sequence[Literal["image_classification", "multilabel_classification", "object_detection", "polygon", "semantic_segmentation", "keypoint", "text_classification", "named_entity_recognition", "transcription", "audio_segmentation", "text_generation", "ranking", "rating"]] | Omitted = OMITTED,
        batch_size: int | Omitted = OMITTED,
        concurrency: int | Omitted = OMITTED,
        timeout_ms: int | Omitted = OMITTED,
        price: params.ModelPrice | Omitted | None = OMITTED,
        prompt: params.ModelPrompt | Omitted | None = OMITTED,
        timeout: float | None = None,
    ) -> models.RegisteredModel:
        """Change a model; its name, version and kind stay

        url: Of http and openai: absolute, https (http only to networks that the operator allows), without user name and fragment. Of openai: up to `/chat/completions`
        secret: Of http: `whsec_` and 24 to 64 bytes in base64, with which Assay signs its requests as webhooks; default: Assay creates one. Of openai: the API key, of visible ASCII characters; absent if the server needs none. Stored encrypted
        annotation_types: The annotation types whose results the model gives
        batch_size: Items in a request; default 16. Of openai: 1
        concurrency: Requests of one run that wait for an answer at once; default 2
        timeout_ms: How long Assay waits for an answer, or for all samples of one, in milliseconds; default 30,000
        """
        operation = Operation(
            "PATCH",
            route("/v1/models/{}", model_id),
            body={
                "url": url,
                "secret": secret,
                "annotation_types": annotation_types,
                "batch_size": batch_size,
                "concurrency": concurrency,
                "timeout_ms": timeout_ms,
                "price": price,
                "prompt": prompt,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.RegisteredModel.model_validate)

    async def delete(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete a model and cancel its runs; its predictions stay"""
        operation = Operation(
            "DELETE",
            route("/v1/models/{}", model_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)

    async def list_prompts(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> models.ModelPromptVersions:
        """List the prompts that a language model had, the newest first, 100 and 8 MB at most"""
        operation = Operation(
            "GET",
            route("/v1/models/{}/prompts", model_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ModelPromptVersions.model_validate)

    async def predict_batch(
        self,
        batch_id: str,
        *,
        model_id: str,
        filter: params.PredictBatchFilter | Omitted = OMITTED,
        max_cost: float | Omitted | None = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ModelRun:
        """Ask a model for predictions for the items of a batch

        A job asks the model; `GET /v1/batches/{id}/runs/{run_id}` shows its progress. No item is asked for again once it has an answer, also after a crash.

        filter: Which items, as the parameters of GET /v1/items; default: all. Items with a prediction of this model and version are left out
        """
        operation = Operation(
            "POST",
            route("/v1/batches/{}/predict", batch_id),
            body={
                "model_id": model_id,
                "filter": filter,
                "max_cost": max_cost,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ModelRun.model_validate)

    def list_runs(
        self,
        batch_id: str,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
    ) -> AsyncPager[models.ModelRun]:
        """List the runs of models over a batch

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/batches/{}/runs", batch_id),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
            },
        )
        return self._caller.pages(operation, models.ModelRun.model_validate)

    async def get_run(
        self,
        batch_id: str,
        run_id: str,
        *,
        timeout: float | None = None,
    ) -> models.ModelRun:
        """Read the progress of a model's run over a batch"""
        operation = Operation(
            "GET",
            route("/v1/batches/{}/runs/{}", batch_id, run_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ModelRun.model_validate)

    async def update_run(
        self,
        batch_id: str,
        run_id: str,
        *,
        status: Literal["running", "paused", "canceled"] | Omitted = OMITTED,
        max_cost: float | Omitted | None = OMITTED,
        timeout: float | None = None,
    ) -> models.ModelRun:
        """Pause, cancel or go on with a model's run, or change its limit of cost

        Answers to requests that were sent before a pause are stored; those to a canceled run are not.

        status: running: goes on after a pause, a stop or a failure. canceled: ends it
        """
        operation = Operation(
            "PATCH",
            route("/v1/batches/{}/runs/{}", batch_id, run_id),
            body={
                "status": status,
                "max_cost": max_cost,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.ModelRun.model_validate)

    def list_run_errors(
        self,
        batch_id: str,
        run_id: str,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
    ) -> AsyncPager[models.ModelRunError]:
        """List the items for which a model gave no valid result, and why, in the order of the batch"""
        operation = Operation(
            "GET",
            route("/v1/batches/{}/runs/{}/errors", batch_id, run_id),
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return self._caller.pages(operation, models.ModelRunError.model_validate)

    async def reply_to_request(
        self,
        model_request_id: str,
        *,
        predictions: Sequence[Any],
        account: str,
        expires: str,
        signature: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> None:
        """Answer a request for predictions later

        For a model that answered 202: the address is the `reply_url` of the request, needs no key, ends after an hour and takes one reply.
        """
        operation = Operation(
            "POST",
            route("/v1/model-requests/{}/reply", model_request_id),
            query={
                "account": account,
                "expires": expires,
                "signature": signature,
            },
            body={
                "predictions": predictions,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)


class AsyncExports:
    """The operations of `exports`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(
        self,
        *,
        batch_id: str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        format: str | Omitted = OMITTED,
        include: Literal["accepted", "all_answers"] | Omitted = OMITTED,
        bundle: bool | Omitted = OMITTED,
        media: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Export:
        """Export a batch or a project as it is now, uncertified

        project_id: All batches of the project
        format: See GET /v1/export-formats; default: the project's
        include: all_answers adds every annotator's answer to dataset.jsonl
        bundle: A zip with dataset.jsonl, a manifest and more
        media: A zip with the media files too
        """
        operation = Operation(
            "POST",
            route("/v1/exports"),
            body={
                "batch_id": batch_id,
                "project_id": project_id,
                "format": format,
                "include": include,
                "bundle": bundle,
                "media": media,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Export.model_validate)

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        batch_id: str | Omitted = OMITTED,
        status: Literal["processing", "ready", "failed"] | Omitted = OMITTED,
    ) -> AsyncPager[models.Export]:
        """List exports

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/exports"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
                "project_id": project_id,
                "batch_id": batch_id,
                "status": status,
            },
        )
        return self._caller.pages(operation, models.Export.model_validate)

    async def get(
        self,
        export_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Export:
        """Read an export"""
        operation = Operation(
            "GET",
            route("/v1/exports/{}", export_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Export.model_validate)

    async def delete(
        self,
        export_id: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete an export and its file"""
        operation = Operation(
            "DELETE",
            route("/v1/exports/{}", export_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)

    async def link_batch_download(
        self,
        batch_id: str,
        *,
        format: str | Omitted = OMITTED,
        bundle: bool | Omitted = OMITTED,
        include: Literal["media"] | Omitted = OMITTED,
        revision: int | Omitted = OMITTED,
        redirect: bool | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.DownloadLink | models.DownloadBuilding:
        """Get a link to the dataset of a certified batch that needs no key and expires after a minute

        format: See GET /v1/export-formats; default: the project's
        bundle: A zip with dataset.jsonl, a manifest and more
        include: A zip with the media files too
        revision: Default: the current one
        redirect: False gets the bytes from the service itself, for a client that cannot reach the object store
        """
        operation = Operation(
            "GET",
            route("/v1/batches/{}/link", batch_id),
            query={
                "format": format,
                "bundle": bundle,
                "include": include,
                "revision": revision,
                "redirect": redirect,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, either(models.DownloadLink, models.DownloadBuilding))

    async def link_download(
        self,
        export_id: str,
        *,
        redirect: bool | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.DownloadLink:
        """Get a link to an export that needs no key and expires after a minute

        redirect: False gets the bytes from the service itself, for a client that cannot reach the object store
        """
        operation = Operation(
            "GET",
            route("/v1/exports/{}/link", export_id),
            query={
                "redirect": redirect,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.DownloadLink.model_validate)


class AsyncDatasets:
    """The operations of `datasets`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(
        self,
        *,
        name: str,
        query: params.CreateDatasetQuery,
        splits: params.CreateDatasetSplits | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Dataset:
        """Create a dataset: a query over the batches of a project

        name: Unique in the account
        query: An item must match all of these
        splits: Each share is its number divided by the sum of the three; default: 80, 10, 10
        """
        operation = Operation(
            "POST",
            route("/v1/datasets"),
            body={
                "name": name,
                "query": query,
                "splits": splits,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Dataset.model_validate)

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
    ) -> AsyncPager[models.Dataset]:
        """List datasets

        created_after: With an offset or Z
        created_before: With an offset or Z
        name: The whole name
        """
        operation = Operation(
            "GET",
            route("/v1/datasets"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
                "project_id": project_id,
                "name": name,
            },
        )
        return self._caller.pages(operation, models.Dataset.model_validate)

    async def get(
        self,
        dataset_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Dataset:
        """Read a dataset"""
        operation = Operation(
            "GET",
            route("/v1/datasets/{}", dataset_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Dataset.model_validate)

    async def update(
        self,
        dataset_id: str,
        *,
        name: str | Omitted = OMITTED,
        query: params.ChangeDatasetQuery | Omitted = OMITTED,
        splits: params.ChangeDatasetSplits | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Dataset:
        """Change a dataset's name, and what its later versions hold

        query: An item must match all of these
        splits: Each share is its number divided by the sum of the three; default: 80, 10, 10
        """
        operation = Operation(
            "PATCH",
            route("/v1/datasets/{}", dataset_id),
            body={
                "name": name,
                "query": query,
                "splits": splits,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Dataset.model_validate)

    async def delete(
        self,
        dataset_id: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete a dataset with its versions and their certificates' batches; the batches that they come from stay"""
        operation = Operation(
            "DELETE",
            route("/v1/datasets/{}", dataset_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)

    async def create_version(
        self,
        dataset_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DatasetVersion:
        """Freeze what a dataset's query finds now as its next version; a job builds it"""
        operation = Operation(
            "POST",
            route("/v1/datasets/{}/versions", dataset_id),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.DatasetVersion.model_validate)

    def list_versions(
        self,
        dataset_id: str,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
    ) -> AsyncPager[models.DatasetVersion]:
        """List a dataset's versions, newest first"""
        operation = Operation(
            "GET",
            route("/v1/datasets/{}/versions", dataset_id),
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return self._caller.pages(operation, models.DatasetVersion.model_validate)

    async def get_version(
        self,
        dataset_id: str,
        version: str,
        *,
        timeout: float | None = None,
    ) -> models.DatasetVersion:
        """Read a version of a dataset"""
        operation = Operation(
            "GET",
            route("/v1/datasets/{}/versions/{}", dataset_id, version),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.DatasetVersion.model_validate)

    async def certify_version(
        self,
        dataset_id: str,
        version: str,
        *,
        quality_level: str | Omitted = OMITTED,
        quality_policy: params.CertifyVersionQualityPolicy | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        priority: Literal["low", "normal", "high"] | Omitted = OMITTED,
        metadata: Mapping[str, str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Batch:
        """Create the batch that certifies a version of a dataset by one sample of all its items

        quality_level: basic, standard, premium or elite; default: the project's
        quality_policy: Replaces the settings that it names of the project's policy; the evidence is always an audit
        name: Of the batch; default: the dataset's with the version
        metadata: Your own data: up to 50 keys of 40 characters, with values of up to 500
        """
        operation = Operation(
            "POST",
            route("/v1/datasets/{}/versions/{}/certification", dataset_id, version),
            body={
                "quality_level": quality_level,
                "quality_policy": quality_policy,
                "name": name,
                "priority": priority,
                "metadata": metadata,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Batch.model_validate)

    async def push_version(
        self,
        dataset_id: str,
        version: str,
        *,
        url: str,
        token: str,
        endpoint: str | Omitted = OMITTED,
        include: Literal["media"] | Omitted = OMITTED,
        license: str | Omitted = OMITTED,
        create: Literal["private", "public"] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DatasetVersion:
        """Push a version of a dataset to a repository of the Hugging Face Hub

        A job pushes the bundle of the format `hf_dataset` by one commit; `push` of the version shows its progress. A branch that has the files already gets no commit.

        url: `hf://datasets/OWNER/NAME@BRANCH`; the branch is by default `main`. It must exist, unless `create` is sent
        token: A user access token that may write to the repository. Stored encrypted until the push has ended
        endpoint: Origin of another Hub than huggingface.co
        include: Pushes the media files too
        license: The identifier of the Hub for a license, which the card states
        create: Creates the repository if it does not exist; for the branch `main`
        """
        operation = Operation(
            "POST",
            route("/v1/datasets/{}/versions/{}/push", dataset_id, version),
            body={
                "url": url,
                "token": token,
                "endpoint": endpoint,
                "include": include,
                "license": license,
                "create": create,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.DatasetVersion.model_validate)

    def list_version_batches(
        self,
        dataset_id: str,
        version: str,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
    ) -> AsyncPager[models.DatasetBatch]:
        """List the batches with items in a version, with their certificates"""
        operation = Operation(
            "GET",
            route("/v1/datasets/{}/versions/{}/batches", dataset_id, version),
            query={
                "limit": limit,
                "cursor": cursor,
            },
        )
        return self._caller.pages(operation, models.DatasetBatch.model_validate)

    async def download_version(
        self,
        dataset_id: str,
        version: str,
        *,
        format: str | Omitted = OMITTED,
        bundle: bool | Omitted = OMITTED,
        include: Literal["media"] | Omitted = OMITTED,
        redirect: bool | Omitted = OMITTED,
        split: Literal["train", "validation", "test"] | Omitted = OMITTED,
        since: int | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> Any | models.DownloadBuilding:
        """Download a version of a dataset, one of its splits, or what is new in it

        format: See GET /v1/export-formats; default: the project's
        bundle: A zip with dataset.jsonl, a manifest and more
        include: A zip with the media files too
        redirect: False gets the bytes from the service itself, for a client that cannot reach the object store
        since: Only the items that this earlier version lacks or has otherwise
        """
        operation = Operation(
            "GET",
            route("/v1/datasets/{}/versions/{}/download", dataset_id, version),
            query={
                "format": format,
                "bundle": bundle,
                "include": include,
                "redirect": redirect,
                "split": split,
                "since": since,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, either(Any, models.DownloadBuilding))

    async def link_version(
        self,
        dataset_id: str,
        version: str,
        *,
        format: str | Omitted = OMITTED,
        bundle: bool | Omitted = OMITTED,
        include: Literal["media"] | Omitted = OMITTED,
        redirect: bool | Omitted = OMITTED,
        split: Literal["train", "validation", "test"] | Omitted = OMITTED,
        since: int | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.DownloadLink | models.DownloadBuilding:
        """Get a link to a file of a version that needs no key and expires after a minute

        format: See GET /v1/export-formats; default: the project's
        bundle: A zip with dataset.jsonl, a manifest and more
        include: A zip with the media files too
        redirect: False gets the bytes from the service itself, for a client that cannot reach the object store
        since: Only the items that this earlier version lacks or has otherwise
        """
        operation = Operation(
            "GET",
            route("/v1/datasets/{}/versions/{}/link", dataset_id, version),
            query={
                "format": format,
                "bundle": bundle,
                "include": include,
                "redirect": redirect,
                "split": split,
                "since": since,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, either(models.DownloadLink, models.DownloadBuilding))

    def diff_versions(
        self,
        dataset_id: str,
        version: str,
        *,
        from_: int | Omitted = OMITTED,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
    ) -> AsyncPager[models.DatasetDifference]:
        """List the items that were added, removed or changed between two versions, by id

        from_: Default: the version before; 0: nothing
        """
        operation = Operation(
            "GET",
            route("/v1/datasets/{}/versions/{}/diff", dataset_id, version),
            query={
                "from": from_,
                "limit": limit,
                "cursor": cursor,
            },
        )
        return self._caller.pages(operation, models.DatasetDifference.model_validate)

    def list_changes(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
    ) -> AsyncPager[models.LabelChange]:
        """List the items of certified batches as they were certified, oldest first; the last page has a next_cursor too, to continue later"""
        operation = Operation(
            "GET",
            route("/v1/changes"),
            query={
                "limit": limit,
                "cursor": cursor,
                "project_id": project_id,
            },
        )
        return self._caller.pages(operation, models.LabelChange.model_validate)


class AsyncWebhooks:
    """The operations of `webhooks`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(
        self,
        *,
        url: str,
        events: Sequence[Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"]] | Omitted | None = OMITTED,
        description: str | Omitted | None = OMITTED,
        secret: str | Omitted = OMITTED,
        metadata: Mapping[str, str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.NewWebhook:
        """Register a webhook; only this response shows its secret

        url: Absolute, https (http only to networks that the operator allows), without user name and fragment
        events: Null: all types, including those added later
        secret: `whsec_` and 24 to 64 bytes in base64; default: Assay creates one
        metadata: Your own data: up to 50 keys of 40 characters, with values of up to 500
        """
        operation = Operation(
            "POST",
            route("/v1/webhooks"),
            body={
                "url": url,
                "events": events,
                "description": description,
                "secret": secret,
                "metadata": metadata,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.NewWebhook.model_validate)

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
    ) -> AsyncPager[models.Webhook]:
        """List webhooks

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/webhooks"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
            },
        )
        return self._caller.pages(operation, models.Webhook.model_validate)

    async def get(
        self,
        webhook_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Webhook:
        """Read a webhook"""
        operation = Operation(
            "GET",
            route("/v1/webhooks/{}", webhook_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Webhook.model_validate)

    async def update(
        self,
        webhook_id: str,
        *,
        url: str | Omitted = OMITTED,
        events: Sequence[Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"]] | Omitted | None = OMITTED,
        description: str | Omitted | None = OMITTED,
        enabled: bool | Omitted = OMITTED,
        metadata: Mapping[str, str] | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Webhook:
        """Change, disable or enable a webhook

        url: Absolute, https (http only to networks that the operator allows), without user name and fragment
        events: Null: all types, including those added later
        enabled: True enables a disabled webhook again
        metadata: Your own data: up to 50 keys of 40 characters, with values of up to 500
        """
        operation = Operation(
            "PATCH",
            route("/v1/webhooks/{}", webhook_id),
            body={
                "url": url,
                "events": events,
                "description": description,
                "enabled": enabled,
                "metadata": metadata,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Webhook.model_validate)

    async def delete(
        self,
        webhook_id: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete a webhook and cancel its pending deliveries"""
        operation = Operation(
            "DELETE",
            route("/v1/webhooks/{}", webhook_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)

    def list_deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
        status: Literal["pending", "delivered", "failed", "skipped", "canceled"] | Omitted = OMITTED,
        event_type: Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"] | Omitted = OMITTED,
    ) -> AsyncPager[models.Delivery]:
        """List a webhook's deliveries

        created_after: With an offset or Z
        created_before: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/webhooks/{}/deliveries", webhook_id),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
                "status": status,
                "event_type": event_type,
            },
        )
        return self._caller.pages(operation, models.Delivery.model_validate)

    async def get_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        timeout: float | None = None,
    ) -> models.DeliveryWithAttempts:
        """Read a delivery with its attempts"""
        operation = Operation(
            "GET",
            route("/v1/webhooks/{}/deliveries/{}", webhook_id, delivery_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.DeliveryWithAttempts.model_validate)

    async def retry_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Delivery:
        """Retry a delivery now, in addition to its schedule"""
        operation = Operation(
            "POST",
            route("/v1/webhooks/{}/deliveries/{}/retry", webhook_id, delivery_id),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Delivery.model_validate)

    async def replay_deliveries(
        self,
        webhook_id: str,
        *,
        since: datetime | str,
        until: datetime | str | Omitted = OMITTED,
        statuses: Sequence[Literal["failed", "skipped", "delivered"]] | Omitted = OMITTED,
        event_types: Sequence[Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"]] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Replayed:
        """Resend the skipped or failed deliveries of a time range

        since: Earliest `created_at`, inclusive
        until: Exclusive, at most 30 days after `since`; default: now
        statuses: Default: failed and skipped
        event_types: Default: all types
        """
        operation = Operation(
            "POST",
            route("/v1/webhooks/{}/replay", webhook_id),
            body={
                "since": since,
                "until": until,
                "statuses": statuses,
                "event_types": event_types,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Replayed.model_validate)

    async def test(
        self,
        webhook_id: str,
        *,
        type: Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DeliveryWithAttempts:
        """Send a sample event once and return the result"""
        operation = Operation(
            "POST",
            route("/v1/webhooks/{}/test", webhook_id),
            body={
                "type": type,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.DeliveryWithAttempts.model_validate)

    async def rotate_secret(
        self,
        webhook_id: str,
        *,
        secret: str | Omitted = OMITTED,
        overlap_seconds: int | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.NewWebhook:
        """Replace a webhook's secret; only this response shows it

        secret: `whsec_` and 24 to 64 bytes in base64; default: Assay creates one
        overlap_seconds: How long the old secret also signs in `webhook-signature`; default: a day; 0: ends it now
        """
        operation = Operation(
            "POST",
            route("/v1/webhooks/{}/rotate-secret", webhook_id),
            body={
                "secret": secret,
                "overlap_seconds": overlap_seconds,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.NewWebhook.model_validate)


class AsyncEvents:
    """The operations of `events`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        type: Literal["batch.created", "batch.processing", "batch.completed", "batch.certified", "batch.failed", "project.updated", "comment.created", "comment.resolved", "annotator.qualified"] | Omitted = OMITTED,
    ) -> AsyncPager[models.Event]:
        """List events, oldest first; the last page has a next_cursor too, to continue later

        created_after: With an offset or Z
        """
        operation = Operation(
            "GET",
            route("/v1/events"),
            query={
                "limit": limit,
                "cursor": cursor,
                "created_after": created_after,
                "type": type,
            },
        )
        return self._caller.pages(operation, models.read_event)

    async def get(
        self,
        event_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Event:
        """Read an event as webhooks receive it; kept for 30 days"""
        operation = Operation(
            "GET",
            route("/v1/events/{}", event_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.read_event)


class AsyncAuditLog:
    """The operations of `audit_log`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
        actor: str | Omitted = OMITTED,
        action: str | Omitted = OMITTED,
        resource: str | Omitted = OMITTED,
    ) -> AsyncPager[models.LoggedChange]:
        """List who changed what; kept for 400 days

        One entry per request that changed something. Claims, drafts, answers, skips and the bytes of uploads are left out, since tasks, annotations and uploads show them.

        created_after: With an offset or Z
        created_before: With an offset or Z
        actor: The id of an API key or a member
        action: An operationId of openapi.json
        resource: The id of the changed resource
        """
        operation = Operation(
            "GET",
            route("/v1/audit-log"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
                "actor": actor,
                "action": action,
                "resource": resource,
            },
        )
        return self._caller.pages(operation, models.LoggedChange.model_validate)


class AsyncComments:
    """The operations of `comments`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(
        self,
        *,
        item_id: str,
        text: str,
        annotation_id: str | Omitted = OMITTED,
        reply_to: str | Omitted = OMITTED,
        place: params.CreateCommentPlace | Omitted = OMITTED,
        annotator: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Comment:
        """Comment on an item, an answer or a place in it, or reply

        annotation_id: The answer that the comment is about
        reply_to: Any comment of the thread
        place: The items to change; an item must match all of these
        annotator: The member that an API key acts for: a member id or an external id. Default: the key's own member
        """
        operation = Operation(
            "POST",
            route("/v1/comments"),
            body={
                "item_id": item_id,
                "annotation_id": annotation_id,
                "reply_to": reply_to,
                "place": place,
                "text": text,
                "annotator": annotator,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Comment.model_validate)

    def list(
        self,
        *,
        limit: int | Omitted = OMITTED,
        cursor: str | Omitted = OMITTED,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | Omitted = OMITTED,
        created_after: datetime | str | Omitted = OMITTED,
        created_before: datetime | str | Omitted = OMITTED,
        project_id: str | Omitted = OMITTED,
        batch_id: str | Omitted = OMITTED,
        item_id: str | Omitted = OMITTED,
        annotation_id: str | Omitted = OMITTED,
        thread_id: str | Omitted = OMITTED,
        annotator: str | Omitted = OMITTED,
        resolved: bool | Omitted = OMITTED,
    ) -> AsyncPager[models.ListedComment]:
        """List comments on items, with their threads

        created_after: With an offset or Z
        created_before: With an offset or Z
        thread_id: The first comment and all replies
        annotator: Comments on this member's answers, in threads that the member started, or by an auditor of their returned items
        resolved: Of the thread
        """
        operation = Operation(
            "GET",
            route("/v1/comments"),
            query={
                "limit": limit,
                "cursor": cursor,
                "sort": sort,
                "created_after": created_after,
                "created_before": created_before,
                "project_id": project_id,
                "batch_id": batch_id,
                "item_id": item_id,
                "annotation_id": annotation_id,
                "thread_id": thread_id,
                "annotator": annotator,
                "resolved": resolved,
            },
        )
        return self._caller.pages(operation, models.ListedComment.model_validate)

    async def mark_read(
        self,
        *,
        comment_ids: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.MarkedCommentsRead:
        """Mark comments as read by the signed-in person"""
        operation = Operation(
            "POST",
            route("/v1/comments/read"),
            body={
                "comment_ids": comment_ids,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return await self._caller.call(operation, models.MarkedCommentsRead.model_validate)

    async def get(
        self,
        comment_id: str,
        *,
        timeout: float | None = None,
    ) -> models.Comment:
        """Read a comment"""
        operation = Operation(
            "GET",
            route("/v1/comments/{}", comment_id),
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Comment.model_validate)

    async def update(
        self,
        comment_id: str,
        *,
        text: str | Omitted = OMITTED,
        resolved: bool | Omitted = OMITTED,
        annotator: str | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> models.Comment:
        """Change the text of your comment, or resolve a thread

        text: Only its author may change it
        resolved: Whether the thread is resolved; only on its first comment
        annotator: The member that an API key acts for: a member id or an external id. Default: the key's own member
        """
        operation = Operation(
            "PATCH",
            route("/v1/comments/{}", comment_id),
            body={
                "text": text,
                "resolved": resolved,
                "annotator": annotator,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, models.Comment.model_validate)

    async def delete(
        self,
        comment_id: str,
        *,
        annotator: str | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> None:
        """Delete your own comment if it has no replies

        annotator: The member that an API key acts for: a member id or an external id. Default: the key's own member
        """
        operation = Operation(
            "DELETE",
            route("/v1/comments/{}", comment_id),
            query={
                "annotator": annotator,
            },
            timeout=timeout,
        )
        return await self._caller.call(operation, nothing)


class AsyncResources:
    """All resources of the API."""

    def __init__(self, caller: AsyncCaller) -> None:
        self.certificates = AsyncCertificates(caller)
        self.log = AsyncLog(caller)
        self.account = AsyncAccount(caller)
        self.keys = AsyncKeys(caller)
        self.members = AsyncMembers(caller)
        self.projects = AsyncProjects(caller)
        self.uploads = AsyncUploads(caller)
        self.sources = AsyncSources(caller)
        self.batches = AsyncBatches(caller)
        self.items = AsyncItems(caller)
        self.tasks = AsyncTasks(caller)
        self.annotations = AsyncAnnotations(caller)
        self.quality = AsyncQuality(caller)
        self.models = AsyncModels(caller)
        self.exports = AsyncExports(caller)
        self.datasets = AsyncDatasets(caller)
        self.webhooks = AsyncWebhooks(caller)
        self.events = AsyncEvents(caller)
        self.audit_log = AsyncAuditLog(caller)
        self.comments = AsyncComments(caller)
