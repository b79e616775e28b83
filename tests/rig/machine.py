"""The virtual machine: a real kernel with simulated pins and a virtual graphics card, over the userland of the rig.

No disk image: the kernel starts with a few modules in memory, finds the userland as a shared folder, and lays a file
system in memory over it. Emulated whole (TCG), because nested virtualisation is rarely there. It has one processor:
with two, a wire can change again before the kernel's thread that looks at it has run on the other, and both changes
are told as one. Its time is counted in instructions (500 million a second): a busy host does not make it late.
"""

from __future__ import annotations

import gzip
import json
import lzma
import re
import socket
import stat
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.rig.cell import bind
from tests.rig.errors import Broken, Missing
from tests.rig.pc import fresh_pc
from tests.rig.work import LEAD, TREE_INSIDE, Work

CONTROL = re.compile(r"\x1b(\[[0-9;?!]*[a-zA-Z]|[()].|\][^\a\x1b]*(\a|\x1b\\)|.)")
"""What a terminal obeys and does not show: systemd and Python's tracebacks send it."""
UP = "the virtual machine is up"
# the second line spares systemd what it does once after an installation: indexes that nobody here asks
_KERNEL_WORDS = (
    "console=ttyS0 quiet loglevel=1 panic=-1 mitigations=off "
    "systemd.condition-needs-update=no"
)  # fmt: skip
_NEEDED = ("virtio_pci", "9pnet_virtio", "9p", "overlay")
_FIRST = """\
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
for name in $(cat /modules); do insmod /$name || echo "insmod $name failed"; done
how=trans=virtio,version=9p2000.L,msize=512000,cache=loose
mount -t 9p -o $how,ro userland /lower && mount -t tmpfs upper /upper && mkdir /upper/changes /upper/work &&
    mount -t overlay -o lowerdir=/lower,upperdir=/upper/changes,workdir=/upper/work overlay /new ||
    { echo "rig: no shared folders"; poweroff -f; }
for place in proc sys dev; do mount --move /$place /new/$place; done
mount -t tmpfs run /new/run
cp /command /new/run/command
echo "rig-up $(uname -r)"
exec switch_root /new @INIT@
"""
_COMMAND = """\
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8
export PYTHONPATH=@TREE@:@TREE@/src PYTHONDONTWRITEBYTECODE=1
mount -t tmpfs tmp /tmp; mkdir -p /dev/pts /dev/shm; mount -t devpts devpts /dev/pts; mount -t tmpfs shm /dev/shm
mount -t configfs configfs /sys/kernel/config
cd @TREE@
stty -echo 2>/dev/null
@WORDS@
echo "rig-end $?"
/bin/busybox poweroff -f
"""


@dataclass(frozen=True)
class Machine:
    """A machine to be booted once: what it runs, and what is plugged in."""

    work: Work
    words: str
    """Shell words that the guest runs in the tree."""
    init: str = "/bin/sh /run/command"
    devices: tuple[str, ...] = ()
    memory_mb: int = 1536
    prepare: Callable[[Path], None] = lambda root: None
    """What is to be done to the fresh userland before it is booted."""

    def run(self, answer: Callable[[str, Monitor, Path], None] | None = None) -> None:
        """Boot, pass on what the proof says, and end. `answer` is called for lines that ask this side for something."""
        root = fresh_pc(self.work)
        self.prepare(root)
        bind(root, root / "mnt")  # the userland alone, without what is mounted in it
        (root / "tmp/out").mkdir()
        _write_start(root, self.words, self.init)
        command = ["chroot", str(root), *self._qemu(root)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
        ) as machine:  # fmt: skip
            try:
                ended = self._follow(machine, root, answer)
            finally:  # also when its time is over
                machine.kill()
        if ended is None:
            raise Broken("the virtual machine ended before its proof did")
        if ended:
            raise Broken(f"the proof in the virtual machine ended with {ended}")

    def _follow(
        self, machine: subprocess.Popen[str], root: Path, answer: Callable[[str, Monitor, Path], None] | None
    ) -> int | None:
        """Read what the guest says until it is over; the proof's own end, or None if it never came to one."""
        assert machine.stdout is not None
        assert machine.stdin is not None
        ended: int | None = None
        other: list[str] = []
        try:
            for line in machine.stdout:
                words = CONTROL.sub("", line).strip()
                if words.startswith(LEAD):
                    self.work.report(words.removeprefix(LEAD))
                elif words.startswith("rig-up "):
                    self.work.report(f"{UP}, kernel {words.removeprefix('rig-up ')}")
                elif words.startswith("rig-end "):
                    ended = int(words.removeprefix("rig-end "))
                elif words.startswith("rig-ask ") and answer is not None:
                    answer(words.removeprefix("rig-ask "), Monitor(root / "tmp/monitor"), root / "tmp/out")
                    machine.stdin.write("done\n")
                    machine.stdin.flush()
                else:
                    other = [*other, words][-25:]
        finally:
            self.work.report_unsaid(other if ended != 0 else ())
        return ended

    def _qemu(self, root: Path) -> Iterator[str]:
        version = kernel_version(root)
        share = "local,security_model=none,multidevs=remap"
        yield from ("qemu-system-x86_64", "-accel", "tcg", "-icount", "shift=1", "-cpu", "max")
        yield from ("-m", str(self.memory_mb), "-nodefaults", "-nic", "none", "-display", "none", "-no-reboot")
        yield from ("-chardev", "stdio,id=console", "-serial", "chardev:console")
        yield from ("-qmp", "unix:/tmp/monitor,server=on,wait=off")
        yield from ("-kernel", f"/usr/lib/modules/{version}/vmlinuz", "-initrd", "/tmp/start.gz")
        yield from ("-append", _KERNEL_WORDS)
        yield from ("-virtfs", f"{share},path=/mnt,mount_tag=userland,readonly=on")
        yield from ("-virtfs", f"{share},path=/tmp/out,mount_tag=out")
        for device in self.devices:
            yield from ("-device", device)


class Monitor:
    """QEMU's own view of the machine: what its screen shows does not depend on the guest's word."""

    def __init__(self, address: Path) -> None:
        self.address = address

    def take_picture(self, path: str) -> None:
        """What the virtual screen shows, as a PPM file at a path that QEMU sees."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.address))
            words = line.makefile("rw", encoding="utf-8")
            words.readline()
            for command in (
                {"execute": "qmp_capabilities"},
                {"execute": "screendump", "arguments": {"filename": path}},
            ):
                words.write(json.dumps(command) + "\n")
                words.flush()
                while "event" in (said := json.loads(words.readline())):
                    pass
                if "error" in said:
                    raise Broken(f"Cannot take a picture of the screen: {said['error']}")


def kernel_version(root: Path) -> str:
    """The kernel of a userland."""
    found = sorted(path.name for path in (root / "usr/lib/modules").glob("*"))
    if not found:
        raise Missing(
            f"Cannot start the virtual machine: found no kernel in {str(root)!r}; take that folder away and try again"
        )
    return found[-1]


def _write_start(root: Path, words: str, init: str) -> None:
    """The first file system, in memory: a shell, the modules that reach the shared folders, and what to do then."""
    modules = list(_load_modules(root / "usr/lib/modules" / kernel_version(root)))
    first = _FIRST.replace("@INIT@", init)
    command = _COMMAND.replace("@TREE@", TREE_INSIDE).replace("@WORDS@", words)
    files: list[tuple[str, int, bytes]] = [
        (name, stat.S_IFDIR | 0o755, b"") for name in ("bin", "proc", "sys", "dev", "lower", "upper", "new")
    ]
    files += [("bin/busybox", stat.S_IFREG | 0o755, (root / "usr/bin/busybox").read_bytes())]
    files += [("init", stat.S_IFREG | 0o755, first.encode()), ("command", stat.S_IFREG | 0o755, command.encode())]
    files += [(name, stat.S_IFREG | 0o644, content) for name, content in modules]
    files += [("modules", stat.S_IFREG | 0o644, " ".join(name for name, _ in modules).encode())]
    (root / "tmp/start.gz").write_bytes(gzip.compress(pack(files), 1))


def pack(files: Sequence[tuple[str, int, bytes]]) -> bytes:
    """An archive as the kernel unpacks it (cpio, "newc"): names, modes and contents."""
    packed = b""
    for number, (name, mode, content) in enumerate([*files, ("TRAILER!!!", 0, b"")], 1):
        path = name.encode() + b"\0"
        fields = (number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0)
        packed += b"070701" + "".join(f"{field:08x}" for field in fields).encode() + path
        packed += bytes(-len(packed) % 4) + content
        packed += bytes(-len(packed) % 4)
    return packed


def _load_modules(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The modules that are needed first, each after those that it needs itself."""
    needs: dict[str, list[str]] = {}
    for line in (folder / "modules.dep").read_text(encoding="ascii").splitlines():
        path, _, others = line.partition(":")
        needs[path] = others.split()
    done: set[str] = set()
    for wanted in _NEEDED:
        found = [module for module in needs if Path(module).name.partition(".")[0] == wanted]
        for path in [other for module in found for other in reversed(needs[module])] + found:
            if path not in done:
                done.add(path)
                content = (folder / path).read_bytes()
                yield Path(path).name.removesuffix(".xz"), lzma.decompress(content) if path.endswith(".xz") else content
