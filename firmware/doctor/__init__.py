"""The doctor: looks at everything a table needs, says what it found, why it matters, and what mends it."""

from tablekeeper.firmware.doctor.examine import examine
from tablekeeper.firmware.doctor.findings import Finding
from tablekeeper.firmware.doctor.probes import Probes, real_probes

__all__ = ["Finding", "Probes", "examine", "real_probes"]
