"""The settings of the environment, or one clear line about the one that is wrong."""

from pydantic import ValidationError
from pydantic_settings import SettingsError

from services.cli.errors import UsageError
from services.common.settings import Settings


def read_settings() -> Settings:
    """Return the settings; raises UsageError if one is wrong."""
    try:
        return Settings()
    except SettingsError as error:
        raise UsageError(str(error)) from error
    except ValidationError as error:
        first = error.errors()[0]
        field, *steps = (str(step) for step in first["loc"])
        prefix = Settings.model_config.get("env_prefix", "")
        variable = prefix + field.upper() if field in Settings.model_fields else field
        name = ".".join([variable, *steps])
        msg = f"the setting {name} is wrong: {first['msg']}"
        raise UsageError(msg) from error
