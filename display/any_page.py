"""Any page that the window can show."""

from __future__ import annotations

from display.care_pages import (
    CalibrationPage,
    CornersPage,
    DoctorPage,
    MagnetPage,
    NamesPage,
    SettingsPage,
    WizardPage,
)
from display.pages import (
    DoubtPage,
    EndPage,
    EveningsPage,
    LessonPage,
    MenuPage,
    ResumePage,
    SetupPage,
    TablePage,
    TimelinePage,
    WhyPage,
)

Page = (
    TablePage | DoubtPage | WhyPage | TimelinePage | MenuPage | SetupPage | ResumePage | CalibrationPage | DoctorPage
    | LessonPage | SettingsPage | EndPage | EveningsPage | WizardPage | NamesPage | MagnetPage
    | CornersPage
)  # fmt: skip
