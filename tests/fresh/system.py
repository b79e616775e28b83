"""A fresh Debian of a release: made once, and entered in copies that leave nothing behind.

For this processor debootstrap makes it; for the Pi's, which is emulated, the rig does, and OpenCV, NumPy and pygame are
there already.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.rig.apt import find_mirror
from tests.rig.cache import find_cache
from tests.rig.cell import bind
from tests.rig.errors import Missing
from tests.rig.pc import copy_tree
from tests.rig.pi import MODEL, have_debian
from tests.rig.userland import copy_network_settings, furnish, lay_over

RELEASES = ("bookworm", "trixie")
INCLUDED = ("python3", "python3-venv", "make", "ca-certificates")
FOLDER = Path(os.environ.get("TABLEKEEPER_FRESH", Path.home() / ".cache/tablekeeper/fresh"))
_KNOWN = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "TMPDIR": "/tmp"} | MODEL
PIP_CACHE = "root/.cache/pip"
APT_CACHE = "var/cache/apt/archives"


def have_base(release: str) -> Path:
    """The folder of a release as debootstrap makes it."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        raise Missing(
            "making a fresh Debian: found no root or no debootstrap; expected both: apt-get install debootstrap"
        )
    base = FOLDER / release
    if not base.exists():
        draft = base.with_name(f"{release}.half-made")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        words = ["--variant=minbase", f"--include={','.join(INCLUDED)}", release, str(draft), find_mirror()]
        done = subprocess.run(["debootstrap", *words], capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stdout.strip().splitlines() or ["no word"])[-1]
            raise Missing(f"Cannot make a fresh Debian {release}: debootstrap ended with {done.returncode} ({said})")
        draft.rename(base)
    return base


def have_emulated(release: str) -> Path:
    """The same for the Pi's processor, with apt's list of where packages come from."""
    cache = find_cache()
    with cache.lock():
        base = have_debian(cache, lambda said: print(f"{release:9} {said}", flush=True), release)
        (base / "etc/apt/sources.list").write_text(f"deb {find_mirror()} {release} main\n", encoding="ascii")
    return base


class System:
    """One fresh copy, inside of a cell."""

    def __init__(self, base: Path, scratch: Path, *, whole: bool = False) -> None:
        """`whole` copies every file, as dpkg stumbles over a folder that lies in a layer below."""
        if whole:
            self.root = scratch / "root"
            self.root.mkdir(parents=True)
            taken = f"tar -C '{base}' --one-file-system --exclude=./dev -cf - ."
            words = f"{taken} | tar -C '{self.root}' -xpf - && mkdir '{self.root}/dev'"
            subprocess.run(["sh", "-c", words], check=True)
        else:
            self.root = lay_over([base], scratch)
        furnish(self.root)
        copy_network_settings(self.root)
        # a cell knows few users, and what is only recommended is much
        apt = 'APT::Install-Recommends "false";\nAPT::Sandbox::User "root";\nDPkg::Options { "--force-unsafe-io"; };\n'
        apt += 'APT::Keep-Downloaded-Packages "true";\n'
        (self.root / "etc/apt/apt.conf.d/99fresh").write_text(apt, encoding="ascii")
        # what was fetched once is not fetched for each copy
        for inside, kept in ((PIP_CACHE, FOLDER / "pip"), (APT_CACHE, FOLDER / f"debs-{base.name}")):
            for folder in (self.root / inside, kept):
                folder.mkdir(parents=True, exist_ok=True)
            bind(kept, self.root / inside)

    def bring_project(self, place: str = "root/tablekeeper") -> Path:
        """The project as people get it."""
        copy_tree(self.root / place)
        return self.root / place

    def run(
        self, *words: str, folder: str = "/root/tablekeeper", offline: bool = False, wait_s: float = 1500, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command inside; with no network if asked."""
        command = ["chroot", str(self.root), "/usr/bin/env", "-i", f"--chdir={folder}", *_spell(_KNOWN | more), *words]
        if offline:
            command = ["unshare", "--net", *command]
        # everything that it starts ends with it, as when somebody pulls the plug
        command = ["unshare", "--pid", "--fork", "--kill-child", "--", *command]
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=wait_s
        )


def _spell(settings: Mapping[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in settings.items()]
