#!/usr/bin/env bash
# Writes e2e/testdata again (no argument); run.sh copy writes the same for another place; run.sh samples writes db/seed/samples; run.sh verify <folder of tables> reads. Needs Java 17 and Maven; see README.md.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
properties=()
build=${WRITER_BUILD:-${TMPDIR:-/tmp}/bergwatch-writer}
case "${1:-write}" in
  write) main=WriteTables; arguments=(e2e/testdata) ;;
  copy)
    main=WriteTables; mkdir -p "${2:?usage: run.sh copy <folder> <address>}"; folder=$(cd "$2" && pwd)
    arguments=(); properties=("-Dbergwatch.folder=$folder" "-Dbergwatch.named=${3:?usage: run.sh copy <folder> <address>}") ;;
  samples) main=WriteSamples; arguments=() ;;
  verify) main=VerifyTables; folder=$(cd "${2:?usage: run.sh verify <folder of tables>}" && pwd); arguments=("$folder") ;;
  *) echo "usage: run.sh [write | copy <folder> <address> | samples | verify <folder of tables>]" >&2; exit 2 ;;
esac
mvn -q -B -Dstyle.color=never -f "$here/pom.xml" -Dwriter.build="$build" -Dmdep.outputFile="$build/classpath" compile dependency:build-classpath
# Relative locations are written into the tables: they count from the project's root.
cd "$here/../.."
# Parquet's writer lists encodings in the order of identity hashes: one hash for all, and the order no longer hangs on what else the program did.
exec java -XX:+UnlockExperimentalVMOptions -XX:hashCode=2 -XX:+UseSerialGC -Xmx1g -Duser.timezone=UTC -Diceberg.worker.num-threads=1 "${properties[@]}" \
  -cp "$build/classes:$(cat "$build/classpath")" "bergwatch.writer.$main" "${arguments[@]}"
