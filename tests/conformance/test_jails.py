"""The jails that work on this machine, and how one is chosen."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.sandbox import jail as jails
from slowpath.sandbox.jail import OFF, Confinement, chosen_jail, working_jails
from slowpath.sandbox.jail.confinement import NoJail
from slowpath.sandbox.jail.seatbelt import profile
from slowpath.sandbox.jail.system import folder_of, outermost
from slowpath.sandbox.jail.system_calls import filter_of
from slowpath.sandbox.left_files import read_left
from slowpath.settings import load
from slowpath.toolchain import jail_finding

pytest.register_assert_rewrite("jail_kit")
_SPEC = importlib.util.spec_from_file_location("jail_kit", Path(__file__).with_name("jail_kit.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
kit = importlib.util.module_from_spec(_SPEC)
sys.modules["jail_kit"] = kit
_SPEC.loader.exec_module(kit)
WORKING = {jail.name: jail for jail in working_jails()}


class TestJails(kit.JailKit):
    @pytest.fixture(params=["bubblewrap", "landlock"])
    def jail(self, request):
        if request.param not in WORKING:
            pytest.skip(f"{request.param} doesn't work here")
        return WORKING[request.param]


def test_off_is_no_jail_and_the_best_is_the_first_that_works():
    assert chosen_jail(OFF).name == OFF
    assert chosen_jail("").name == next(iter(WORKING), OFF)


@pytest.mark.parametrize(("mode", "said"), [("nowhere", "no jail nowhere"), ("sandbox-exec", "doesn't work")])
def test_who_asks_for_a_jail_does_not_get_less(mode, said):
    if mode in WORKING:
        pytest.skip("it works here")
    with pytest.raises(UsageError, match=said):
        chosen_jail(mode)


def test_a_jail_that_holds_nothing_is_not_taken_for_one():
    assert not jails._holds(NoJail())


def test_doctor_says_which_jail_holds_and_what_none_costs(monkeypatch):
    found = jail_finding(load({}, {}))
    assert found.found == bool(WORKING) and (not WORKING or next(iter(WORKING)) in found.detail)
    off = jail_finding(load({"jail": "off"}, {}))
    assert not off.found and "your rights" in off.detail and off.costs
    monkeypatch.setattr(jails, "working_jails", lambda: ())
    monkeypatch.setattr("slowpath.toolchain.working_jails", lambda: ())
    assert "Install bubblewrap" in jail_finding(load({}, {})).costs


def test_settings_know_the_names_of_jails():
    assert load({"jail": "auto"}, {}).jail == "" and load({}, {"SLOWPATH_JAIL": "off"}).jail == "off"
    with pytest.raises(ValueError, match="SLOWPATH_JAIL"):
        load({}, {"SLOWPATH_JAIL": "of"})


def test_where_namespaces_are_not_to_be_had_another_jail_is_taken(tmp_path):
    """As in a container: the maker of namespaces is there and fails."""
    wrapper = tmp_path / "bwrap"
    wrapper.write_text("#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n", "utf-8")
    wrapper.chmod(0o755)
    code = (
        "from slowpath.sandbox import jail\n"
        f"jail.find_bubblewrap = lambda: {str(wrapper)!r}\n"
        "print([each.name for each in jail.working_jails()], jail.chosen_jail('').name)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    rest = [name for name in WORKING if name != "bubblewrap"]
    assert said.split("\n")[0] == f"{rest} {rest[0] if rest else OFF}"


def test_of_a_home_and_of_a_folder_of_temporary_files_only_modules_are_given(tmp_path):
    home, project = tmp_path / "home", tmp_path / "home" / "project"
    project.mkdir(parents=True)
    for name in ("a.py", "helper.py", "key.pem", ".hidden.py"):
        (home / name).write_text("", "utf-8")
    (home / "linked.py").symlink_to(home / "key.pem")
    elsewhere = tmp_path / "elsewhere"
    assert set(folder_of(home / "a.py", (".py",), home, elsewhere)) == {home / "a.py", home / "helper.py"}
    assert not folder_of(tmp_path / "x.py", (".py",), home, elsewhere)
    assert folder_of(project / "a.py", (".py",), home, elsewhere) == (project, project)


def test_what_lies_in_another_folder_is_named_once_unless_a_link_leads_out(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").write_text("", "utf-8")
    (tmp_path / "a" / "link").symlink_to(tmp_path / "real")
    assert outermost([tmp_path / "a" / "b", tmp_path / "a"]) == [tmp_path / "a"]
    assert outermost([tmp_path / "a", tmp_path / "a" / "link" / "file"]) == [tmp_path / "a", tmp_path / "real" / "file"]


def test_filters_are_known_for_some_machines_only():
    assert filter_of(beside_files=True, machine="x86_64") and filter_of(beside_files=False, machine="aarch64")
    assert filter_of(beside_files=True, machine="pdp11") is None
    assert len(filter_of(beside_files=True) or b"") > len(filter_of(beside_files=False) or b"")


def test_a_profile_for_macos_names_what_is_given_and_quotes_it(tmp_path):
    odd = tmp_path / 'a "b"'
    odd.mkdir()
    said = profile(("/bin/sh",), Confinement(writable=(odd,)))
    assert "(deny network*)" in said and said.rstrip().endswith(f'(allow file-write* (subpath "{tmp_path}/a \\"b\\""))')


def test_what_a_program_left_is_read_as_bytes_of_a_file(tmp_path):
    (tmp_path / "secret").write_text("secret", "utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "secret")
    os.mkfifo(tmp_path / "pipe")
    assert read_left(tmp_path / "secret", 3) == b"sec"
    assert [read_left(tmp_path / name, 9) for name in ("link", "pipe", "nothing", ".")] == [None] * 4
