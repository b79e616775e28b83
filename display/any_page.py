"""Every page that the window can show."""

from __future__ import annotations

from tablekeeper.display import care_pages as care
from tablekeeper.display import dice_pages, pages, phone_pages, rules_pages

Page = (
    pages.TablePage | pages.DoubtPage | pages.WhyPage | pages.TimelinePage | pages.MenuPage | pages.SetupPage
    | pages.ResumePage | pages.LessonPage | pages.EndPage | pages.EveningsPage | pages.UnfinishedPage
    | pages.FixPage | pages.WayBackPage
    | care.CalibrationPage | care.DoctorPage | care.SettingsPage | care.WizardPage | care.NamesPage
    | care.MagnetPage | care.CornersPage | care.HandsPage
    | care.SwitchOffPage
    | care.TroublePage | dice_pages.DicePage | phone_pages.PhonesPage | phone_pages.SeatsPage
    | phone_pages.OwnPage
    | rules_pages.RulesPage
)  # fmt: skip
