"""What was typed and does not fit, as one sentence in the table's language: click has only its own English."""

from __future__ import annotations

import re

import click

from tablekeeper.faults import Words

NO_VALUE_WANTED = "does not take a value"
MISSING_COMMAND = "Missing command."
NO_COMMAND = re.compile(r"^No such command '(.*)'", re.DOTALL)
TOO_MUCH = re.compile(r"unexpected extra arguments? \((.*)\)", re.DOTALL)
QUOTED = re.compile(r"'([^']*)'|^(\S+) is not in the range")
"""click names what was typed only inside of its own sentence."""


def sentence_of(fault: click.UsageError) -> Words:
    """What was typed, and what fits; click's own words for what it alone knows."""
    context = fault.ctx or click.get_current_context()
    if isinstance(fault, click.NoSuchOption):
        return _of_option(fault, context)
    if isinstance(fault, click.BadParameter) and fault.param is not None:
        return _of_value(fault, fault.param, context)
    command, right = context.command_path, _usage_of(context)
    if isinstance(fault, click.BadOptionUsage):
        typed = fault.option_name
        if NO_VALUE_WANTED in fault.message:
            return Words("Cannot run {command}: found a value for {typed}; expected none", command=command, typed=typed)
        return Words("Cannot run {command}: found no value for {typed}; expected one", command=command, typed=typed)
    if fault.message == MISSING_COMMAND:
        return Words("Cannot run {command}: found no command; expected {right}",
                     command=command, right=_commands_of(context))  # fmt: skip
    if typed := _inside(NO_COMMAND, fault.message):
        return Words("Cannot run {command} {typed}: found no such command; expected {right}",
                     command=command, typed=typed, right=_commands_of(context))  # fmt: skip
    if typed := _inside(TOO_MUCH, fault.message):
        return Words("Cannot run {command}: found {typed!r}, which is too much; expected {right}",
                     command=command, typed=typed, right=right)  # fmt: skip
    return Words(fault.message)


def _of_option(fault: click.NoSuchOption, context: click.Context) -> Words:
    command = context.command_path
    near = ", ".join(sorted(fault.possibilities or ()))
    return Words("Cannot run {command}: found the unknown option {typed}; expected {right}",
                 command=command, typed=fault.option_name,
                 right=near or Words("one that {command} --help lists", command=command))  # fmt: skip


def _of_value(fault: click.BadParameter, param: click.Parameter, context: click.Context) -> Words:
    command, name = context.command_path, _name_of(param)
    if isinstance(fault, click.MissingParameter):
        return Words("Cannot run {command}: found no {name}; expected {right}",
                     command=command, name=name, right=_usage_of(context))  # fmt: skip
    return Words("Cannot run {command}: found {typed!r} for {name}; expected {right}",
                 command=command, typed=_inside(QUOTED, fault.message) or fault.message, name=name,
                 right=_right_for(param.type))  # fmt: skip


def _inside(what: re.Pattern[str], message: str) -> str:
    found = what.search(message)
    return (found[1] or found[found.lastindex or 1] or "") if found else ""


def _commands_of(context: click.Context) -> str:
    return ", ".join(sorted(getattr(context.command, "commands", ())))


def _name_of(param: click.Parameter) -> str:
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name


def _usage_of(context: click.Context) -> str:
    return " ".join((context.command_path, *context.command.collect_usage_pieces(context)))


def _right_for(kind: object) -> str:
    """What fits a parameter of this kind."""
    if isinstance(kind, click.Choice):
        return Words("one of {names}", names=", ".join(map(str, kind.choices)))
    if isinstance(kind, click.IntRange) and kind.max is not None:
        return Words("a whole number from {least} to {most}", least=kind.min, most=kind.max)
    if isinstance(kind, click.IntRange):
        return Words("a whole number, {least} or more", least=kind.min)
    return Words("a whole number") if kind is click.INT else Words("a number")
