"""Debian packages into a folder, with this machine's own apt: its sources, proxies and keys, but nobody else's state.

Unpacking is done by this machine's dpkg at full speed even for another processor; only what the packages run when
they are set up has to be emulated.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.rig.cache import RELEASE, Report
from tests.rig.errors import Missing, blame
from tests.rig.userland import furnish

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
_SETTINGS = """\
#clear DPkg::Post-Invoke;
#clear DPkg::Pre-Invoke;
#clear DPkg::Pre-Install-Pkgs;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear APT::Architectures;
#clear Dir::Cache::archives;
APT::Architecture "{processor}";
APT::Architectures {{ "{processor}"; }};
APT::Sandbox::User "root";
APT::Install-Recommends "false";
APT::Keep-Downloaded-Packages "true";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
Dir::State "{state}";
Dir::State::status "{root}/var/lib/dpkg/status";
Dir::Cache "{state}";
Dir::Cache::archives "{debs}";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
Dir::Etc::sourcelist "{state}/sources.list";
Dir::Etc::sourceparts "-";
Dir::Etc::preferences "{state}/preferences";
Dir::Etc::preferencesparts "-";
Dir::Log "{state}";
Dpkg::Use-Pty "false";
DPkg::Options {{ "--root={root}"; "--force-depends"; "--force-architecture"; "--force-unsafe-io"; "--force-confnew"; }};
"""


@dataclass(frozen=True)
class Apt:
    """The packages of one userland. `newer` are source packages taken from the backports."""

    root: Path
    state: Path
    debs: Path
    processor: str
    newer: tuple[str, ...] = ()
    release: str = RELEASE

    def prepare(self) -> None:
        """Write apt's settings and fetch the lists of what there is."""
        for folder in (self.state / "lists/partial", self.debs / "partial", self.root / "var/lib/dpkg/updates"):
            folder.mkdir(parents=True, exist_ok=True)
        for name in ("info", "triggers", "parts"):
            (self.root / "var/lib/dpkg" / name).mkdir(exist_ok=True)
        (self.root / "var/lib/dpkg/status").touch()
        # dpkg was made for this machine's processor; a line here lets it know the other one
        (self.root / "var/lib/dpkg/arch").write_text(f"{self.processor}\n", encoding="ascii")
        places = {"processor": self.processor, "root": self.root, "state": self.state, "debs": self.debs}
        self._conf.write_text(_SETTINGS.format(**places), encoding="utf-8")
        mirror = find_mirror()
        backports = f"{self.release}-backports"
        suites = [self.release, f"{self.release}-updates"] + ([backports] if self.newer else [])
        lines = "".join(f"deb [signed-by={KEYRING}] {mirror} {suite} main\n" for suite in suites)
        (self.state / "sources.list").write_text(lines, encoding="utf-8")
        pins = "".join(f"Package: src:{name}\nPin: release n={backports}\nPin-Priority: 990\n\n" for name in self.newer)
        (self.state / "preferences").write_text(pins, encoding="utf-8")
        self._apt("update", "--error-on=any")

    def bootstrap(self) -> None:
        """What every Debian has, in an empty folder."""
        base = self.debs / "base"  # apart, because all that lies there is the base
        (base / "partial").mkdir(parents=True, exist_ok=True)
        self._apt("-o", f"Dir::Cache::archives={base}", "install", "-y", "--download-only", "?essential", "apt")
        debs = sorted(base.glob("*.deb"), key=lambda deb: not deb.name.startswith("base-"))
        for deb in debs:
            _run(["dpkg-deb", "-x", str(deb), str(self.root)], "unpacking the base")
        first = [str(deb) for deb in debs if deb.name.startswith(("base-passwd_", "base-files_"))]
        self._dpkg("--install", *first)
        self._dpkg("--unpack", *map(str, debs))
        self._dpkg("--configure", "-a")

    def fetch(self, packages: Sequence[str]) -> None:
        """Download packages and what they need."""
        self._apt("install", "-y", "--download-only", *packages)

    def install(self, packages: Sequence[str]) -> None:
        """Install packages and what they need."""
        self._apt("install", "-y", *packages)

    def download(self, package: str) -> Path:
        """One package's file, and nothing of what it needs."""
        self._apt("download", package, folder=self.debs)
        return max(self.debs.glob(f"{package}_*.deb"), key=lambda deb: deb.stat().st_mtime)

    def unpack(self, package: str, into: Path) -> None:
        """Put the files of one package into a folder, running nothing of it."""
        into.mkdir(parents=True, exist_ok=True)
        _run(["dpkg-deb", "-x", str(self.download(package)), str(into)], f"unpacking {package}")

    def kernel(self) -> str:
        """The version of the newest kernel."""
        found = _run(["apt-cache", "-c", str(self._conf), "depends", f"linux-image-{self.processor}"], "asking apt")
        match = re.search(r"Depends: linux-image-(\S+)", found)
        if match is None:
            raise Missing(f"Cannot look for a kernel: found none in apt's answer {found[:80]!r}; expected linux-image")
        return match[1]

    def finish(self) -> None:
        """From now on the userland's own dpkg is used."""
        (self.root / "var/lib/dpkg/arch").unlink()

    @property
    def _conf(self) -> Path:
        return self.state / "apt.conf"

    def _apt(self, *words: str, folder: Path | None = None) -> None:
        _run(["apt-get", "-c", str(self._conf), "-q", *words], f"fetching packages for {self.processor}", folder)

    def _dpkg(self, *words: str) -> None:
        force = ["--force-depends", "--force-architecture", "--force-unsafe-io", "--force-confnew"]
        _run(["dpkg", f"--root={self.root}", *force, *words], f"installing packages for {self.processor}")


def make_base(packages: Apt, wanted: Sequence[str], report: Report) -> None:
    """A whole userland: what every Debian has, and the wanted packages with what they need."""
    report(f"making a Debian {packages.release} for {packages.processor}")
    packages.prepare()
    packages.bootstrap()
    furnish(packages.root)
    packages.fetch(wanted)
    report(f"installing {len(wanted)} packages and what they need for {packages.processor}")
    packages.install(wanted)
    packages.finish()


def find_mirror() -> str:
    """Where this machine gets its own Debian from."""
    system = dict(
        line.split("=", 1) for line in Path("/etc/os-release").read_text(encoding="utf-8").split("\n") if line
    )
    codename = system.get("VERSION_CODENAME", "").strip('"')
    lines = _run(
        ["apt-get", "indextargets", "--no-release-info", "--format", "$(REPO_URI) $(RELEASE)"], "asking apt"
    ).splitlines()
    for line in lines:
        address, _, suite = line.partition(" ")
        if suite.strip() == codename:
            return address
    raise Missing(f"Cannot look for a Debian mirror: found no source for {codename!r} in /etc/apt; expected one")


def _run(command: list[str], purpose: str, folder: Path | None = None) -> str:
    """Run a command of this machine; its complaint in one line if it fails."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    done = subprocess.run(
        command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        words = done.stdout + done.stderr
        said = [line for line in words.splitlines() if line.startswith(("E:", "dpkg: error"))]
        why = said[0] if said else (done.stderr.strip().splitlines() or ["no word"])[-1]
        what = f"{purpose}: {command[0]} ended with {done.returncode} ({why})"
        raise blame(what, words, Missing, "expected a network that reaches apt's sources")
    return done.stdout
