"""The settings of the environment, or one clear line about the one that is wrong."""

import re

from pydantic import ValidationError
from pydantic_settings import SettingsError

from services.cli.errors import UsageError
from services.common.settings import Settings


def read_settings() -> Settings:
    """Return the settings; raises UsageError if one is wrong, naming its variable."""
    try:
        return Settings()
    except SettingsError as error:  # it is no JSON where the setting is a list
        named = re.search(r'field "(\w+)"', str(error))
        name = str(error) if named is None else _variable(named[1])
        msg = f"the setting {name} is wrong: it should be JSON text"
        raise UsageError(msg) from error
    except ValidationError as error:
        first = error.errors()[0]
        field, *steps = (str(step) for step in first["loc"])
        name = ".".join([_variable(field), *steps])
        msg = f"the setting {name} is wrong: {first['msg']}"
        raise UsageError(msg) from error


def _variable(field: str) -> str:
    """Return the variable that a setting is read from; one with an alias is named by it already."""
    known = field in Settings.model_fields
    return f"{Settings.model_config.get('env_prefix', '')}{field.upper()}" if known else field
