"""Names that files, C symbols, libraries or targets of a build cannot have, and whose they are."""

from __future__ import annotations

COMMANDS = ("generate", "ops", "bench", "diff", "robots", "show", "verify", "simulate", "report")

_KEYWORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires restrict
    return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using
    virtual void volatile wchar_t while xor xor_eq
"""
# Of the C library and the compilers' run-time libraries, which programs are linked with unasked.
_LIBRARIES = """
    anl asan atomic c crypt dl f2c flang gcc gcc_s gfortran gomp itm lsan m mvec nsl omp pthread
    quadmath resolv rt ssp thread_db tsan ubsan util
"""
# C23; POSIX; those of glibc, musl and the BSDs that stand beside them; compilers; Windows.
_HEADERS = """
    assert complex ctype errno fenv inttypes iso646 limits locale math setjmp signal stdalign stdarg
    stdatomic stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath threads
    time uchar wchar wctype
    aio cpio dirent dlfcn endian fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen libintl
    monetary mqueue ndbm netdb nl_types poll pwd regex sched search semaphore spawn strings stropts
    syslog tar termios trace ulimit unistd utime utmpx wordexp
    aliases alloca ar argp argz byteswap elf envz err error execinfo features fstab fts gconv getopt
    ifaddrs lastlog link malloc mcheck memory mntent nss obstack paths printf pty regexp sgtty shadow
    stab stdio_ext syscall sysexits termio ttyent ucontext utmp values wait
    cpuid immintrin unwind varargs
    conio direct io process windows
"""
# Mesonbuild's FORBIDDEN_TARGET_NAMES, as far as they are names at all, its targets for tools, and
# what CMake's policy CMP0037 reserves.
_TARGETS = """
    all benchmark clean coverage cscope ctags dist distcheck install phony reconfigure test uninstall
    edit_cache help package package_source preinstall rebuild_cache
"""
_DEVICES = """
    aux con nul prn com1 com2 com3 com4 com5 com6 com7 com8 com9
    lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9
"""

TAKEN = {
    **dict.fromkeys(_HEADERS.split(), "{0}.h is a header of the system, which ours would hide"),
    **dict.fromkeys(_LIBRARIES.split(), "lib{0} is a library of the system, which ours would hide"),
    **dict.fromkeys(_TARGETS.split(), "meson or CMake has a target {0} of its own"),
    **dict.fromkeys(_DEVICES.split(), "{0} is a device on Windows, where no file can be called so"),
    **dict.fromkeys(_KEYWORDS.split(), "{0} is a keyword of C or C++"),
    **dict.fromkeys(COMMANDS, "gen-robot {0} is a command"),
}
"""Why a name is taken, with {0} for the name."""
