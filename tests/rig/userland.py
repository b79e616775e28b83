"""The two Debian userlands of the rig: one for this processor with a kernel beside it, one for the Pi's."""

from __future__ import annotations

import hashlib
import inspect
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.rig import apt as apt_module
from tests.rig.apt import RELEASE, Apt
from tests.rig.cache import Cache, remove
from tests.rig.cell import bind, mount
from tests.rig.errors import Missing

Tell = Callable[[str], None]

NATIVE = "amd64"
PI = "arm64"
# camera and kernel are newer than the release: the virtual camera and gpio-sim are only there
NEWER = ("libcamera", "linux", "linux-signed-amd64")
NATIVE_PACKAGES = (
    "python3-libcamera", "libcamera-ipa", "python3-numpy", "python3-pygame",
    "python3-venv", "python3-dev", "gcc", "libc6-dev", "libcap-dev", "swig", "ca-certificates",
    "libgbm1", "libegl1", "libgles2", "libgl1-mesa-dri",
    "systemd", "systemd-sysv", "dbus", "udev", "kmod", "busybox-static", "qemu-system-x86",
)  # fmt: skip
PI_PACKAGES = (
    "python3-opencv", "python3-pygame", "python3-gpiozero", "python3-numpy", "python3-venv", "ca-certificates", "make",
)  # fmt: skip
NEWER_GPIOZERO = "gpiozero>=2.0.1"
"""Debian's is too old (1.6.2); Raspberry Pi OS has its own, newer one."""
PROJECT_WHEELS = ("click", "msgspec", "platformdirs", "rich", "segno", "setuptools>=77", "wheel")
NATIVE_WHEELS = (
    *PROJECT_WHEELS,
    "opencv-python-headless",
    "picamera2",
    "gpiozero>=2.0.1",
    "lgpio==0.2.2.0",
    "rpi-lgpio",
)
TEST_WHEELS = ("pytest", "pytest-randomly", "hypothesis", NEWER_GPIOZERO)
PI_PYTHON = "3.13"
_PI_PLATFORMS = ("manylinux2014_aarch64", *(f"manylinux_2_{glibc}_aarch64" for glibc in (17, 28, 31, 34, 36, 41)))
APART = {"ce": ("pygame-ce",)}
"""Wheels that must not be seen unless they are asked for, because Debian's own has the same name."""
# the first bytes of a program for the Pi's processor, and which of their bits count
_MAGIC = rb"\x7f\x45\x4c\x46\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
_MASK = rb"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")


def have_native(cache: Cache, tell: Tell) -> list[Path]:
    """The userland for this processor, in layers: Debian with kernel and virtual machine, and what pip brings."""
    if platform.machine() != "x86_64":
        raise Missing(f"making the userland: found the processor {platform.machine()!r}, the rig knows x86_64")
    recipe = _recipe(NATIVE_PACKAGES, NEWER, (inspect.getsource(apt_module),))
    debian = cache.have(NATIVE, recipe, lambda root: _make_native(cache, root, tell), tell)

    def make_python(layer: Path) -> None:
        tell("fetching wheels: picamera2, OpenCV, gpiozero, pygame-ce; building lgpio")
        with _opened(cache, debian, layer) as root:
            _make_wheels(root, NATIVE_WHEELS)
            _pip(root, "install", "--no-index", "--find-links", "/opt/wheels", *NATIVE_WHEELS)
            for name, wheels in APART.items():
                _pip(root, "install", "--no-deps", "--target", f"/opt/{name}", *wheels)

    python = cache.have(f"{NATIVE}-python", _recipe((recipe,), NATIVE_WHEELS, *APART.values()), make_python, tell)
    return [python, debian]


def have_pi(cache: Cache, tell: Tell) -> list[Path]:
    """The userland for the Pi's processor, as on Raspberry Pi OS: most of it from apt. Emulation must be on."""
    recipe = _recipe(PI_PACKAGES, (inspect.getsource(apt_module),))
    debian = cache.have(PI, recipe, lambda root: _make_pi(cache, root, tell), tell)
    wanted = (*PROJECT_WHEELS, *TEST_WHEELS)

    def make_python(layer: Path) -> None:
        tell("fetching wheels for arm64")
        _fetch_pi_wheels(layer / "opt/wheels", wanted)

    return [cache.have(f"{PI}-python", _recipe((recipe,), wanted), make_python, tell), debian]


def have_emulator(cache: Cache, tell: Tell) -> Path:
    """The program that runs programs for the Pi's processor on this one."""

    def make(folder: Path) -> None:
        tell("fetching the emulator of the Pi's processor")
        tools = Apt(folder, cache.folder / "apt-tools", cache.folder / "debs-tools", NATIVE)
        tools.prepare()
        unpacked = folder / "unpacked"
        tools.unpack("qemu-user", unpacked)
        shutil.move(unpacked / "usr/bin/qemu-aarch64", folder / "qemu-aarch64")
        remove(unpacked)  # hundreds of megabytes for other processors

    return cache.have("emulator", _recipe(("qemu-user", "qemu-aarch64")), make, tell) / "qemu-aarch64"


def emulate(emulator: Path) -> None:
    """Let this cell run programs for the Pi's processor."""
    formats = Path("/proc/sys/fs/binfmt_misc")
    mount("binfmt_misc", formats, "binfmt_misc")
    line = b":tablekeeper-rig:M::" + _MAGIC + b":" + _MASK + b":" + os.fsencode(emulator) + b":FOC"
    (formats / "register").write_bytes(line)


def furnish(root: Path) -> None:
    """Give a userland the devices and processes that programs in it expect."""
    mount("dev", root / "dev", "tmpfs", options="mode=755")
    for name in _DEVICES:
        (root / "dev" / name).touch()
        bind(Path("/dev") / name, root / "dev" / name)
    for name, target in (("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        (root / "dev" / name).symlink_to(target)
    for name, mode in (("dev/shm", "1777"), ("tmp", "1777"), ("run", "755")):
        (root / name).mkdir(exist_ok=True)
        mount("tmpfs", root / name, "tmpfs", options=f"mode={mode}")
    mount("proc", root / "proc", "proc")


def lay_over(layers: Sequence[Path], scratch: Path) -> Path:
    """A userland that can be written to, while what is kept stays as it is. The first layer is the uppermost."""
    for name in ("changes", "work", "root"):
        (scratch / name).mkdir(parents=True)
    lower = ":".join(map(str, layers))
    options = f"lowerdir={lower},upperdir={scratch / 'changes'},workdir={scratch / 'work'}"
    mount("overlay", scratch / "root", "overlay", options=options)
    return scratch / "root"


@contextmanager
def _opened(cache: Cache, debian: Path, layer: Path) -> Iterator[Path]:
    """A userland whose /opt is kept in a layer."""
    root = lay_over([debian], cache.folder / "scratch" / layer.name)
    furnish(root)
    copy_network_settings(root)
    (layer / "opt").mkdir()
    bind(layer / "opt", root / "opt")
    yield root


def run_inside(root: Path, command: list[str], purpose: str, **environment: str) -> str:
    """Run a command in a userland; what it said, or Missing with its last words."""
    known = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "TMPDIR": "/tmp"}
    done = subprocess.run(
        ["chroot", str(root), *command], env=known | environment, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip() or "no word").splitlines()
        said = next((line for line in words if "error" in line.lower()), words[-1]).strip()
        raise Missing(f"{purpose}: {command[0]} ended with {done.returncode} ({said}); needs a network the first time")
    return done.stdout


def _recipe(*words: tuple[str, ...]) -> str:
    """Changes whenever something would be made differently."""
    return hashlib.sha256("\n".join([RELEASE, *(word for group in words for word in group)]).encode()).hexdigest()


def _make_native(cache: Cache, root: Path, tell: Tell) -> None:
    packages = Apt(root, cache.folder / "apt-amd64", cache.folder / "debs-amd64", NATIVE, NEWER)
    _make_base(packages, NATIVE_PACKAGES, tell)
    tell("fetching a kernel")
    version = packages.kernel()
    for name in ("modules", "binary"):
        packages.unpack(f"linux-{name}-{version}", root)
    run_inside(root, ["depmod", version], "listing the kernel's modules")


def _make_pi(cache: Cache, root: Path, tell: Tell) -> None:
    packages = Apt(root, cache.folder / "apt-arm64", cache.folder / "debs-arm64", PI)
    _make_base(packages, PI_PACKAGES, tell)


def _make_base(packages: Apt, wanted: tuple[str, ...], tell: Tell) -> None:
    tell(f"making a Debian {RELEASE} for {packages.processor}")
    packages.prepare()
    packages.bootstrap()
    furnish(packages.root)
    packages.fetch(wanted)
    tell(f"installing {len(wanted)} packages and what they need for {packages.processor}")
    packages.install(wanted)
    packages.finish()


def copy_network_settings(root: Path) -> None:
    """How this machine reaches names and package indexes."""
    for name in ("etc/resolv.conf", "etc/hosts"):
        (root / name).unlink(missing_ok=True)
        shutil.copyfile(Path("/") / name, root / name)
    bundle = Path("/etc/ssl/certs/ca-certificates.crt")
    if bundle.is_file():
        shutil.copyfile(bundle, root / "etc/ssl/certs/ca-certificates.crt")
    found = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    kept = ("index-url", "extra-index-url", "proxy", "trusted-host", "timeout")
    lines = {}
    for line in found.splitlines():
        name, _, value = line.partition("=")
        key = name.rpartition(".")[2]
        if key in kept and "file:" not in value:
            lines[key] = value.strip("'")
    text = "[global]\ncert = /etc/ssl/certs/ca-certificates.crt\n" + "".join(f"{k} = {v}\n" for k, v in lines.items())
    (root / "etc/pip.conf").write_text(text, encoding="utf-8")


def _fetch_pi_wheels(folder: Path, wheels: tuple[str, ...]) -> None:
    """Wheels for the Pi's processor, fetched by this machine's own pip: an emulated one would take minutes."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--only-binary=:all:", "--python-version", PI_PYTHON]
    for platform_tag in _PI_PLATFORMS:
        command += ["--platform", platform_tag]
    done = subprocess.run([*command, "--dest", str(folder), *wheels], capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "ERROR" in line] or ["no word"]
        raise Missing(f"fetching wheels for {PI}: pip ended with {done.returncode} ({said[0]}); needs a network")


def _make_wheels(root: Path, wheels: tuple[str, ...]) -> None:
    """Everything that pip brings lies in the userland as wheels, so that nothing has to be fetched again."""
    run_inside(root, ["python3", "-m", "venv", "--system-site-packages", "/opt/venv"], "making a virtual environment")
    _pip(root, "wheel", "--no-cache-dir", "--wheel-dir", "/opt/wheels", *wheels)


def _pip(root: Path, *words: str) -> None:
    settings = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    settings["PYPI"] = "1"  # by this word lgpio is built with its own library, which Debian lacks, inside
    command = ["/opt/venv/bin/python", "-m", "pip", "--disable-pip-version-check", "-q", *words]
    run_inside(root, command, "fetching wheels", **settings)
