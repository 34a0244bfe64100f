"""Two laptops whose shared folders two real Syncthing programs keep alike, on this machine alone.

It takes a minute, so it is done in `make soak`: `apt-get install syncthing`.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.cli.syncing import heads, laptops, synced
from tests.cli.test_handover_taking import EPISODE_2, PLACES
from tests.fixtures import Table
from tests.soak import SOAK

pytestmark = [
    pytest.mark.skipif(not SOAK, reason="two Syncthing programs are run in make soak"),
    pytest.mark.skipif(shutil.which("syncthing") is None, reason="Syncthing is not installed"),
]

LONGEST = 120
"""Seconds after which a file is taken to come no more."""
CONFIG = """<configuration version="36">
<folder id="shared" path="{folder}" type="sendreceive" rescanIntervalS="1" fsWatcherEnabled="false">
{devices}<maxConflicts>10</maxConflicts></folder>
{addresses}<gui enabled="true" tls="false"><address>127.0.0.1:{gui}</address></gui>
<options>
<listenAddress>tcp://127.0.0.1:{port}</listenAddress>
<globalAnnounceEnabled>false</globalAnnounceEnabled>
<localAnnounceEnabled>false</localAnnounceEnabled>
<relaysEnabled>false</relaysEnabled>
<natEnabled>false</natEnabled>
<stunServer></stunServer>
<reconnectionIntervalS>1</reconnectionIntervalS>
<startBrowser>false</startBrowser>
<urAccepted>-1</urAccepted>
<crashReportingEnabled>false</crashReportingEnabled>
<autoUpgradeIntervalH>0</autoUpgradeIntervalH>
</options>
</configuration>
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def until(happens: Callable[[], bool]) -> None:
    """Wait for what Syncthing does."""
    last = monotonic() + LONGEST
    while not happens():
        assert monotonic() < last, "Syncthing brings nothing"
        sleep(0.1)


class Syncthing:
    """Two programs that know only each other, and the folder of each."""

    def __init__(self, root: Path) -> None:
        self.homes = [root / f"home-{number}" for number in range(2)]
        self.folders = [root / f"shared-{number}" for number in range(2)]
        self._programs: dict[Path, subprocess.Popen[bytes]] = {}
        devices = list(map(self._device, self.homes))
        ports = [free_port() for _ in self.homes]
        addresses = "".join(
            f'<device id="{device}"><address>tcp://127.0.0.1:{port}</address></device>\n'
            for device, port in zip(devices, ports, strict=True)
        )
        for home, folder, port in zip(self.homes, self.folders, ports, strict=True):
            folder.mkdir()
            config = CONFIG.format(
                folder=folder,
                devices="".join(f'<device id="{device}"></device>\n' for device in devices),
                addresses=addresses,
                gui=free_port(),
                port=port,
            )
            (home / "config.xml").write_text(config, "utf-8")

    def _device(self, home: Path) -> str:
        words = ["syncthing", "generate", f"--home={home}", "--no-default-folder"]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        found = re.search(r"Device ID: (\S+)", done.stdout + done.stderr)
        assert found, done
        return found[1]

    def start(self) -> None:
        """Let files go to and fro."""
        for home in self.homes:
            words = ["syncthing", "serve", f"--home={home}", "--no-browser", "--no-upgrade"]
            with (home / "log.txt").open("ab") as log:
                self._programs[home] = subprocess.Popen(words, stdout=log, stderr=log)

    def stop(self) -> None:
        """Part the two."""
        for program in self._programs.values():
            program.terminate()
        for program in self._programs.values():
            program.wait(LONGEST)
        self._programs.clear()

    def settle(self) -> None:
        """Wait until both folders hold the same files."""
        until(lambda: files(self.folders[0]) == files(self.folders[1]) != {})


def files(folder: Path) -> dict[str, bytes]:
    """The copies in a folder."""
    try:
        return {path.name: path.read_bytes() for path in folder.glob("campaign-*.zip")}
    except FileNotFoundError:  # it is just replaced
        return {}


@pytest.fixture
def syncthing(tmp_path: Path) -> Iterator[Syncthing]:
    made = Syncthing(tmp_path)
    try:
        made.start()
        yield made
    finally:
        made.stop()


def test_two_laptops_over_syncthing(anna: Table, syncthing: Syncthing) -> None:
    every = laptops(anna)
    two = {name: every[name] for name in ("Anna", "Ben")}
    for table, folder in zip(two.values(), syncthing.folders, strict=True):
        table.does(["sync", str(folder)])
    until(lambda: len(files(syncthing.folders[0])) == len(files(syncthing.folders[1])) == 2)
    two["Anna"].does(EPISODE_2, *PLACES)
    synced(two["Anna"])
    syncthing.settle()
    synced(two["Ben"])
    assert len(heads(two)) == 1

    syncthing.stop()  # both go on while they are apart
    two["Anna"].does("city rename eagle Rivers")
    two["Ben"].does("city rename bear Hills")
    for table in two.values():
        synced(table)
    (own,) = (
        path
        for path in syncthing.folders[0].glob("campaign-*.zip")
        if path.read_bytes() not in files(syncthing.folders[1]).values()
        and path.name in files(syncthing.folders[1])
        and path.stat().st_mtime > (syncthing.folders[1] / path.name).stat().st_mtime
    )
    (syncthing.folders[1] / own.name).write_bytes(b"written over where it must not be")
    syncthing.start()
    until(lambda: any("sync-conflict" in name for name in files(syncthing.folders[0])))
    syncthing.settle()
    for _ in range(2):
        for table in two.values():
            synced(table)
        syncthing.settle()
    assert len(heads(two)) == 1
    for table in two.values():
        assert {"Rivers", "Hills"} <= set(table.does("city list").split())
        table.does("audit --all")
