"""The doctor: looks at everything a table needs, says what it found, why it matters, and what mends it."""

from tablekeeper.firmware.checks.findings import Finding
from tablekeeper.firmware.checks.probes import Probes, real_probes
from tablekeeper.firmware.doctor.examine import examine

__all__ = ["Finding", "Probes", "examine", "real_probes"]
