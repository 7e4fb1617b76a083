"""The names of the files of a source tree: those that git tracks, or, in an archive of the sources,
all but those that .gitignore names.
"""

import fnmatch
import os
import pathlib
import subprocess


def is_ignored(name, patterns):
    """True if a pattern of .gitignore names a file, or one of its folders."""
    parts = name.split("/")
    paths = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    for pattern in patterns:
        whole = "/" in pattern.rstrip("/")
        pattern = pattern.strip("/")
        if any(fnmatch.fnmatch(path if whole else path.split("/")[-1], pattern) for path in paths):
            return True
    return False


def without_git(tree):
    lines = (tree / ".gitignore").read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    for directory, folders, files in os.walk(tree):
        at = pathlib.Path(directory).relative_to(tree)
        folders[:] = [
            folder for folder in folders
            if not is_ignored((at / folder).as_posix(), patterns)
            and not (tree / at / folder / ".gitignore").exists()  # a cache that ignores itself
        ]
        for name in ((at / file).as_posix() for file in files):
            if not is_ignored(name, patterns):
                yield name


def names(tree):
    if not (tree / ".git").exists():  # perhaps unpacked within another repository
        return sorted(without_git(tree))
    # The tree may be another user's, as in a container.
    command = ["git", "-c", "safe.directory=*", "-C", tree, "ls-files", "-z"]
    listed = subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8")
    # A file may have been deleted since.
    return [name for name in listed.split("\0") if name and (tree / name).is_file()]
