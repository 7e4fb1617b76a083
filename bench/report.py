#!/usr/bin/env python3
"""Makes a report of what perlane-bench has measured: tables to read, and a page with charts."""

import argparse
import sys

from findings import Findings
from results import read
from text import print_report


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", help="what perlane-bench --benchmark_out wrote")
    parser.add_argument("page", nargs="?", help="the page to write; needs Matplotlib")
    arguments = parser.parse_args()
    try:
        findings = Findings(*read(arguments.results))
    except ValueError as error:
        sys.exit(f"report: {error}")
    print_report(findings)
    if arguments.page:
        from page import page  # only this needs Matplotlib

        with open(arguments.page, "w", encoding="utf-8") as file:
            file.write(page(findings))


if __name__ == "__main__":
    main()
