"""What is put into robot files in place of what belongs there."""

from __future__ import annotations

# fmt: off
NUMBERS = (
    "nan", "NaN", "-nan", ".nan", "inf", "-inf", "+.inf", "Infinity", "1e400", "-1e400", "1e-400",
    "1e308", "1e30", "1.0000001e30", "1e29", "1e-29", "1e-40", "1e-320", "5e-324", "0", "-0", "0.0",
    "-1", "1e99999999999", "1e-99999999999", "9" * 40, "9" * 4301, "0." + "3" * 5000, "0x1F", "017",
    "1_000", "1,5", "1:30", "1 000", "1e", "e5", ".", "-", "--1", "+-1", "++1", "1..2", "1e1.5", "",
    "\u0661\u0662", "\uff11", "\u00bd", "\u221e", "\u2212" + "1", "1\u00a0", "true", "no", "null",
    "~", "1.5708", "3.14159", "-1.570796", "0.7853981", "90", "180", "1e3", "-2.5", "0.1", "1e-9",
)
"""Instead of a number: none, too large or small, other spellings; and some that are allowed."""

EXPRESSIONS = (
    "1/0", "0/0", "sqrt(-1)", "2^2^2^2^2^2", "9^400^400", "((((((1))))))", "(" * 40 + "1" + ")" * 40,
    "-" * 900 + "1", "+".join(["1"] * 400), "pi*" * 300 + "1", "sin(cos(sin(pi/7)))", "l*l*l", "x",
    "pi(", "__import__('os').system('true')", "open('/etc/passwd')", "lambda: 0", "1 if 1 else 2",
    "m.mass", "1e30*1e30", "1e-30*1e-30", "pi/2", "-3*pi/4", "0.1+0.2", "2**3", "5%3", "1;2", "'1'",
    "[1]", "{}",
)
"""Instead of an expression, where a file may hold one."""

TEXTS = (
    "../up", "../../../../tmp/gen_robot_was_here", "/etc/passwd", "..", ".", "/", "a/b", "~", "-o",
    "a b", " a", "a ", "a'b", 'a"b', "a`b`", "$(touch x)", "; touch x;", "| touch x", "&& touch x",
    "--help", "%s%n", "*/ int x; /*", "*/", "/*", "//", "??/", "\\", "a\\", '"); system("x"); ("',
    "#include <x.h>", "@x@", "{{ 7*7 }}", "{% raw %}", "${x}", "$x", "\n", "a\nb", "a\r\nb", "\t",
    "\x00", "\x1b[31m", "\x7f", "\u202e", "caf\u00e9", "\u540d\u524d", "\U0001f916", "\ufeff",
    "\u2028", "a" * 64, "a" * 65, "a" * 5000, "A" * 100_000, "base", "BASE", "universe", "M", "q",
    "root_joint", "floating_base", "int", "double", "main", "NULL", "con", "nul.txt", "all", "test",
    "install", "meson", "a.b", "a-b", "1a", "_", "__a", "true", "null", "1.5", "revolute", "fixed",
    "prismatic", "planar", "spherical", "floating", "helical", "continuous", "ball", "transform",
    "modified_dh", "standard_dh", "!!python/object:os.system x", "&a", "*a", "<<", "&lt;", "&x;",
)
"""Instead of a name: paths, shells, languages, templates, scripts; names that are taken."""

YAML_LINES = (
    "<<: *a", "x: &a [*a]", "? [a, b]: c", "- -", "---", "...", "%YAML 3.0", "%TAG ! x", "\t- a",
    "!!set {a, b}", "x: !!python/name:os.system", "x: |", "x: >-", "'x", '"x', "[", "{", "]", "}",
    ": :", "&a &b c", "*nobody", "parameters: {pi: 3}", "gravity: [0, 0]", "base: floating", "# x",
    "links: []", "name: {}", "convention: dh",
)
"""Lines that YAML has, and robot files do not."""

XML_PIECES = (
    '<!DOCTYPE r [<!ENTITY x "y">]>', '<!DOCTYPE r SYSTEM "file:///etc/passwd">', "<![CDATA[<a>]]>",
    "<!-- -- -->", "<?php x ?>", "&x;", "&#0;", "&#xD800;", "&#x41;", "<a:b xmlns:a='x'/>", "</a>",
    "<xacro:macro name='x'/>", "<a", '<link name="x"/>', "<link/>", "<joint/>", "<inertial/>",
    '<joint name="x" type="revolute"/>', '<axis xyz="0 0 0"/>', '<mass value="-1"/>', "<mimic/>",
    '<origin xyz="1 2"/>', '<limit lower="1" upper="-1"/>', "<robot/>", "text", "<a b=c/>",
    '<mimic joint="wrist"/>', '<dynamics damping="-1"/>', '<include filename="/etc/passwd"/>',
    "<origin/>", "<axis/>",
)
"""Pieces that XML has, and robot files do not, or not there."""

BYTES = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"\x80" * 8, b"\r", b"\r\n", b"\x0b", b"\x0c", b"\x1a", b"\x85", b"\x1b]0;x\x07", b" " * 70_000,
    b"\n" * 70_000,
)
"""Bytes that no editor writes."""
# fmt: on
