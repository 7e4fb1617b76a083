"""The features that instructions need, beyond those that every processor of an architecture has.

A feature goes by the compiler flag that enables it, without "-m". The encoding of an instruction
(AVX and AVX-512) and its name say what it needs; an instruction that no flag enables is `never`.
"""

import re

never = "never"

# The sets that a flag enables besides its own.
implied = {
    "ssse3": ["sse3"],
    "sse4.1": ["ssse3"],
    "sse4.2": ["sse4.1", "popcnt"],
    "avx": ["sse4.2"],
    "avx2": ["avx"],
    "avx512f": ["avx2", "f16c"],  # Clang's means F16C too; every processor with AVX-512 has it
    "avx512cd": ["avx512f"],
    "avx512dq": ["avx512f"],
    "avx512bw": ["avx512f"],
    "avx512ifma": ["avx512f"],
    "avx512vbmi": ["avx512bw"],
}

# Feature, and the names of its instructions in AT&T syntax. Not tzcnt: older processors run it as
# bsf, and compilers count on that.
x86 = [
    # Fused operations, and estimates. Those of x87, which have excess precision, are below.
    (never, r"vfn?m(add|sub|addsub|subadd)(132|213|231)?[ps][sdh]"),
    (never, r"vfc?(madd|mul)c[ps]h|v4fn?madd[ps]s"),
    (never, r"v?r(cp|sqrt)(14|28)?[ps][sd]|vexp2p[sd]"),
    ("sse3", r"addsubp[sd]|h(add|sub)p[sd]|lddqu|movddup|movs[hl]dup|fisttp\w*|monitor|mwait"),
    ("ssse3", r"pshufb|ph(add|sub)(w|d|sw)|pmaddubsw|pmulhrsw|psign[bwd]|pabs[bwd]|palignr"),
    (
        "sse4.1",
        r"p?blendv?p?[sdbw]+|dpp[sd]|extractps|insertps|movntdqa|mpsadbw|packusdw|pcmpeqq|"
        r"pextr[bdq]|pinsr[bdq]|phminposuw|"
        r"pm(ax|in)(s[bd]|u[wd])|pmov[sz]x\w+|pmuldq|pmulld|ptest|round[ps][sd]",
    ),
    ("sse4.2", r"pcmp[ei]str[im]|pcmpgtq|crc32[bwlq]?"),
    ("popcnt", r"popcnt[wlq]?"),
    ("aes", r"v?aes\w+"),
    ("pclmul", r"v?pclmul\w+"),
    ("gfni", r"v?gf2p8\w+"),
    ("sha", r"sha(1|256)\w+"),
    ("bmi", r"(andn|bextr|bls(i|msk|r))[lq]?"),
    ("bmi2", r"(bzhi|mulx|pdep|pext|rorx|s(ar|hl|hr)x)[lq]?"),
    ("lzcnt", r"lzcnt[wlq]?"),
    ("movbe", r"movbe[wlq]?"),
    ("adx", r"ad[co]x[lq]?"),
    ("cx16", r"cmpxchg16b"),
    ("rdrnd", r"rd(rand|seed)[wlq]?"),
    ("f16c", r"vcvt(ph2ps|ps2ph)"),
    ("fma4", r"vfn?m\w+"),
    ("avx512ifma", r"vpmadd52[lh]uq"),
    ("avx512vbmi", r"vpermb|vperm[it]2b|vpmultishiftqb"),
    ("avx512vbmi2", r"vp(compress|expand)[bw]|vpsh[lr]dv?[wdq]"),
    ("avx512vnni", r"vpdp\w+"),
    ("avx512bitalg", r"vpopcnt[bw]|vpshufbitqmb"),
    ("avx512vpopcntdq", r"vpopcnt[dq]"),
    ("avx512bf16", r"vcvtne2?ps2bf16\w*|vdpbf16ps"),
    ("avx512fp16", r"v\w+[ps]hx?|vcvt(t?ph|sh)2\w+"),
    ("avx512vp2intersect", r"vp2intersect[dq]"),
    ("avx512pf", r"v(gather|scatter)pf\w+"),
    ("amx-tile", r"t(dp|ile|release)\w*"),
]
x87 = r"f(add|sub|mul|div|sqrt|prem|sin|cos|patan|ptan|yl2x|2xm1)\w*"
# On 32-bit x86, functions return floats by x87, and 64-bit integers become floats there; fadds adds
# 2^64 to one without sign that was taken for a negative one. Each of these rounds at most once, as
# it should.
i386 = [(never, r"(?!fadds$)" + x87), *x86]
x86_64 = [(never, x87), (never, r"f(i?ld|i?st)\w*"), *x86]
aarch64 = [
    # Fused operations, and estimates.
    (never, r"fn?m(add|sub)|fn?m(la|ls|ad|sb)\w*|fcmla|fcadd|bf(ml|mm|dot)\w*|frecps|frsqrts"),
    (never, r"frecp[ex]|frsqrte|urecpe|ursqrte"),
    ("lse", r"(cas|swp|(ld|st)(add|clr|eor|set|[su]max|[su]min))(a|al|l)?[bhp]?"),
    ("rcpc", r"ldapu?r\w*"),
    ("dotprod", r"(us?|su?)dot"),
    ("i8mm", r"(us?|s)mmla"),
    ("crypto", r"aes\w+|sha(1|256|512)\w+|eor3|rax1|xar|bcax"),
    ("crc", r"crc32c?[bhwx]"),
    ("sve", r"ptrue|pfalse|while\w+|(ld|st)[1-4][bhwd]|cnt[bhwd]"),
]
tables = {"elf64-x86-64": x86_64, "elf32-i386": i386, "elf64-littleaarch64": aarch64}
names = {
    architecture: [(feature, re.compile(pattern)) for feature, pattern in table]
    for architecture, table in tables.items()
}

prefixes = re.compile(r"(?:(?:lock|rep\w*|data16|addr32|[cdefgs]s|notrack|bnd|rex\S*)\s+)*")
# Instructions that AVX-512 encodes for one lane only.
one_lane = re.compile(
    r"v\w+s[sdh]|v\w+s[sdh]2\w+|vcvt\w+2s[sd][lq]?|vmov[dqw]|vp(extr|ins[rer]+)[bwdq]|"
    r"v(extract|insert)ps|vmov[hl]+p[sd]"
)


def closure(flags):
    """The features of flags such as -mavx2."""
    features = {flag.removeprefix("-m") for flag in flags if flag.startswith("-m")}
    waiting = list(features)
    while waiting:
        for feature in implied.get(waiting.pop(), []):
            if feature not in features:
                features.add(feature)
                waiting.append(feature)
    return features


def encoding_needs(code, name, operands):
    """The features that the encoding of an x86 instruction needs."""
    first = 0
    while code[first] in (0x26, 0x2E, 0x36, 0x3E, 0x64, 0x65, 0x67) and first + 1 < len(code):
        first += 1
    if code[first] in (0xC4, 0xC5):
        yield "avx512f" if re.search(r"%k[0-7]", operands) else "avx"
    elif code[first] == 0x62:
        yield "avx512f"
        # The length may be a rounding mode instead.
        has_length = not (code[first + 3] & 0x10 and code[first + 5] >= 0xC0)
        # GCC 12 moves bytes of shorter vectors so with avx512bw alone. No processor has that
        # without avx512vl.
        is_excused = name in ("vmovdqu8", "vmovdqu16") and "{" not in operands
        is_short = has_length and code[first + 3] & 0x60 != 0x40
        if is_short and not is_excused and not one_lane.fullmatch(name):
            yield "avx512vl"


def needs(architecture, code, text):
    """The features that an instruction needs."""
    name, _, operands = text[prefixes.match(text).end() :].replace("\t", " ").partition(" ")
    if name in ("(bad)", "<unknown>", ".inst", "udf"):
        yield "unknown"
        return
    if architecture in ("elf64-x86-64", "elf32-i386"):
        yield from encoding_needs(code, name, operands)
    elif re.search(r"\b[zp]\d+(\.[bhsd]|/[mz])", operands):
        yield "sve"
    elif name[0] == "f" and name[:4] != "fcvt" and re.search(r"\bh\d+\b|\.[48]h", operands):
        yield "fp16"
    for feature, pattern in names[architecture]:
        if pattern.fullmatch(name):
            yield feature
            return
