"""The screens for looking after the table: wizard, calibration, doctor, settings. Never: games."""
