"""Tests with real services (Mosquitto, PostgreSQL, a Dask cluster): `make test-services`."""
