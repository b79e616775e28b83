"""The doctor: looks at everything a table needs, says what it found, why it matters, and what mends it."""

from firmware.doctor.examine import examine
from firmware.doctor.findings import Finding
from firmware.doctor.probes import Probes, real_probes

__all__ = ["Finding", "Probes", "examine", "real_probes"]
