#!/usr/bin/env bash
# Node's own SQLite (node:sqlite), node 24.21.0 from the npm package `node`.
#
# What happens: backup(source, path) into a database that another connection is writing rejects at once with
# code ERR_SQLITE_ERROR, errcode 0 and the message "not an error", whatever `rate` is. A reader doesn't disturb it.
# What one would have guessed: that it waits until the writer has ended, as the `timeout` option of a connection does, or
# rejects with SQLITE_BUSY (errcode 5, "database is locked"), which says that trying again helps.
# What to do: try again after any error until it succeeds.
#
# Installs in a temporary folder, and fails if what is described here changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 >/dev/null
cat >busy.mjs <<'JS'
import { backup, DatabaseSync } from 'node:sqlite'

const source = new DatabaseSync('source.db')
source.exec('CREATE TABLE t (x); INSERT INTO t VALUES (1)')

const open = (name, sql) => {
  const database = new DatabaseSync(name)
  database.exec(`PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (0); ${sql}`)
  return database
}
const copyInto = (name) =>
  backup(source, name, { rate: 1_000_000 }).then(
    () => 'copied',
    ({ code, errcode, message }) => `${code} ${errcode} ${message}`,
  )

const reader = open('read.db', 'BEGIN')
reader.prepare('SELECT * FROM t').get()
console.log(`while read: ${await copyInto('read.db')}`)

const writer = open('written.db', 'BEGIN IMMEDIATE')
const begun = Date.now()
console.log(`while written: ${await copyInto('written.db')}, after ${Date.now() - begun < 1000 ? 'less' : 'more'} than a second`)
writer.exec('ROLLBACK')
console.log(`afterwards: ${await copyInto('written.db')}`)
JS
seen=$(node_modules/.bin/node --no-warnings busy.mjs)
echo "$seen"
expected="while read: copied
while written: ERR_SQLITE_ERROR 0 not an error, after less than a second
afterwards: copied"
[ "$seen" = "$expected" ] || { echo 'It is different now.'; exit 1; }
