"""Tests with real services (Mosquitto): `make test-services`."""
