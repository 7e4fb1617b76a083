"""The tables of subcommands and of options in the page of the command line, made from the help of
the tool and from its answers to values that it does not take.

usage: overview_test.py PERLANE PAGE [--write]

The test fails if a table of the page is another one than the tool has, and runs the examples. With
--write, it writes the tables into the page.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# One command for each subcommand. They run in this order, in a directory of their own.
EXAMPLES = {
    "render": "perlane render height.png --size 512 --seed 7",
    "export": "perlane export world --size 1024 --tile 512 --levels 2",
    "info": "perlane info height.png",
    "nodes": "perlane nodes fbm",
    "schema": "perlane schema",
    "selftest": "perlane selftest",
}
GROUPS = ("File", "Image", "Noise", "Place", "Tiles", "Run", "Options")
LISTED_BY_INFO = "a name that `perlane info` lists"
MOST_WORDS = 9
# The values of options that take them all, or that depend on the machine.
WORDED = {
    "--preview": "a file with the extension `.png`",
    "--field": "a file, `-`, or the text itself",
    "--name": "a name of the text",
    "--names": "a path with `{x}` and the like",
    "--isa": LISTED_BY_INFO,
}
POWERS = {
    str(-(2**63)): "-2^63",
    str(2**64 - 1): "2^64 - 1",
    str(2**31 - 1): "2^31 - 1",
}


class Tool:
    def __init__(self, perlane, directory):
        self.perlane = perlane
        self.directory = directory

    def run(self, *arguments):
        return subprocess.run([self.perlane, *arguments], cwd=self.directory, capture_output=True,
                              text=True, check=False)

    def help(self, *subcommand):
        """The items of the help by group: their names, and their texts in one line each."""
        run = self.run(*subcommand, "--help")
        assert run.returncode == 0, run.stderr
        groups, items = {}, {}
        for line in run.stdout.splitlines():
            if re.match(r"\S", line):  # a heading, or a paragraph, which has no items
                items = groups[line[:-1]] = {}
            elif re.match(r" {2}\S", line):
                name, _, text = line[2:].partition("  ")
                items[name] = [text.strip()]
            elif line.startswith("   ") and items:
                next(reversed(items.values())).append(line.strip())
        return {group: {name: "\n".join(text).strip() for name, text in items.items()}
                for group, items in groups.items() if group in ("Subcommands", *GROUPS)}

    def complaint(self, subcommand, option, value):
        """The advice by which the tool rejects a value; None if it takes the value."""
        words = {"render": ["map.png"], "export": ["tiles"]}[subcommand]
        if option not in ("--size", "--tile", "--task"):
            words += ["--size", "1"]
        if option in ("--preview-size", "--sea-level", "--palette"):
            words += ["--preview", "look.png"]
        run = self.run(subcommand, *words, "-q", f"{option}={value}")
        assert run.returncode in (0, 2), run.stderr
        found = re.search(r"; use (.*)\n", run.stderr) if run.returncode == 2 else None
        return found and found[1]

    def values(self, subcommand, option, argument):
        """The values that an option takes, in words."""
        if option in WORDED:
            return WORDED[option]
        if not argument:
            return ""
        if is_list_of_words(argument):
            return listed(argument.split("|"))
        text = self.complaint(subcommand, option, "?")
        assert text, f"{option} has no values"
        if text in ("an integer", "a finite number"):  # the library has the limits
            text = self.complaint(subcommand, option, "-1" if "integer" in text else "-1e9") or text
        found = re.fullmatch(r"(one of )?(\w+(?:(?:, | or )\w+)+)", text)
        if found:
            words = re.split(", | or ", found[2])
            return listed(words) if len(words) <= MOST_WORDS else LISTED_BY_INFO
        for number, power in POWERS.items():
            text = text.replace(number, power)
        return marked(text.partition(", which is")[0])


def is_list_of_words(argument):
    return re.fullmatch(r"[a-z0-9_]+(\|[a-z0-9_]+)*", argument)


def listed(words):
    return ", ".join(f"`{word}`" for word in words)


def marked(text):
    """Options as code."""
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", r"`\g<0>`", text)


def first_sentence(text):
    text = re.split(r"(?<!\.)\.(?:\s|$)|:\n|;?\s*Default: ", text + "\n")[0]
    return marked(" ".join(text.split()))


def default_of(text):
    found = re.search(r"Default: (.*)$", text, re.DOTALL)
    if not found:
        return ""
    default = re.split(r":\n|\. ", found[1])[0]
    default = " ".join(default.split())
    return marked(default) if " " in default else f"`{default}`"


def row(*cells):
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in
                         (cell.replace("|", "\\|") for cell in cells)) + "\n"


def table(*head):
    return row(*head) + "|" + "---|" * len(head) + "\n"


def subcommands_table(tool):
    text = table("subcommand", "what it does", "example")
    for name, help_text in tool.help()["Subcommands"].items():
        text += row(f"`{name}`", marked(help_text), f"`{EXAMPLES[name]}`")
    return text


def options_by_group(tool):
    """For each group, its options with the subcommands that have them."""
    groups = {}
    for subcommand in tool.help()["Subcommands"]:
        for group, items in tool.help(subcommand).items():
            for item, text in items.items():
                if item.startswith("-h,"):
                    continue
                _, subcommands = groups.setdefault(group, {}).setdefault(item, (text, []))
                subcommands.append(subcommand)
    return groups


def options_tables(tool):
    tables = []
    groups = options_by_group(tool)
    for group in GROUPS:
        title = "Other" if group == "Options" else group.removesuffix("s")
        text = f"### {title} options\n\n"
        text += table("option", "what it does", "values", "default", "subcommands")
        for item, (help_text, subcommands) in groups[group].items():
            names, _, argument = item.partition(" ")
            option = names.split(",")[-1]
            shown = names.replace(",", ", ")
            if not is_list_of_words(argument):
                shown = f"{shown} {argument}".strip()
            text += row(f"`{shown}`", first_sentence(help_text),
                        tool.values(subcommands[0], option, argument), default_of(help_text),
                        ", ".join(subcommands))
        tables.append(text)
    return "\n".join(tables)


def main(perlane, page, write):
    with tempfile.TemporaryDirectory() as directory:
        tool = Tool(perlane.resolve(), directory)
        if "built without" in tool.run("info").stdout:
            print("skipped: this perlane was built without a format, whose options it lacks")
            return 77
        text = old = page.read_text(encoding="utf-8")
        for mark, made in (("subcommands", subcommands_table(tool)),
                           ("options", options_tables(tool))):
            pattern = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end -->)", re.DOTALL)
            assert len(pattern.findall(text)) == 1, f"{page} has no place for the {mark}"
            text = pattern.sub(lambda found: f"{found[1]}\n{made}\n{found[2]}", text)
        for example in EXAMPLES.values():
            run = tool.run(*shlex.split(example)[1:])
            assert run.returncode == 0, f"{example}: {run.stderr}"
    if write:
        page.write_text(text, encoding="utf-8")
    elif text != old:
        print(f"{page} has other tables than the tool; run this with --write")
        return 1
    return 0


sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), "--write" in sys.argv[3:]))
