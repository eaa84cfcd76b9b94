"""The base of all models."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Something that the service sent. Fields that this version of the client does not know are kept as they are."""

    model_config = ConfigDict(extra="allow", defer_build=True, validate_by_name=True, validate_by_alias=True)
