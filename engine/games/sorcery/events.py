"""The union of everything that happens."""

from typing import Annotated

from pydantic import Field

from engine.games.sorcery import events_figures as figures
from engine.games.sorcery import events_flow as flow
from engine.games.sorcery import events_magic as magic

SorceryEvent = Annotated[
    flow.TableLaid
    | flow.FigureDeployed
    | flow.RoundStarted
    | flow.TurnStarted
    | flow.PhaseStarted
    | flow.QuestionPut
    | flow.Answered
    | flow.QuestionDropped
    | flow.ActionTaken
    | flow.TokensChanged
    | flow.AutoPassSet
    | flow.PlayerLeft
    | flow.MatchEnded
    | figures.BrokeAway
    | figures.Moved
    | figures.Turned
    | figures.Displaced
    | figures.Attacked
    | figures.Damaged
    | figures.Healed
    | figures.Eliminated
    | figures.Saved
    | figures.Syphoned
    | figures.Probed
    | figures.TranceRolled
    | magic.BookTaken
    | magic.Browsed
    | magic.SpellShown
    | magic.CounterTried
    | magic.SpellPlaced
    | magic.SpellOver
    | magic.EffectBegun
    | magic.CountedDown
    | magic.EffectEnded
    | magic.Memorised
    | magic.SpellMuddled
    | magic.SpellExposed
    | magic.SpellsRecalled,
    Field(discriminator="kind"),
]
