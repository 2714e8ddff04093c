#!/usr/bin/env bash
# Writes e2e/testdata again (no argument), or: run.sh verify <folder of tables>. Needs Java 17 and Maven; see README.md.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${WRITER_BUILD:-${TMPDIR:-/tmp}/bergwatch-writer}
case "${1:-write}" in
  write) main=WriteTables; arguments=(e2e/testdata) ;;
  verify) main=VerifyTables; folder=$(cd "${2:?usage: run.sh verify <folder of tables>}" && pwd); arguments=("$folder") ;;
  *) echo "usage: run.sh [write | verify <folder of tables>]" >&2; exit 2 ;;
esac
mvn -q -B -Dstyle.color=never -f "$here/pom.xml" -Dwriter.build="$build" -Dmdep.outputFile="$build/classpath" compile dependency:build-classpath
# Relative locations are written into the tables: they count from the project's root.
cd "$here/../.."
exec java -XX:+UseSerialGC -Xmx1g -Duser.timezone=UTC -Diceberg.worker.num-threads=1 \
  -cp "$build/classes:$(cat "$build/classpath")" "bergwatch.writer.$main" "${arguments[@]}"
