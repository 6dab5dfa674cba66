#!/usr/bin/env bash
# scim2-parse-filter 0.2.10, two conditions in the brackets of a list, evaluated by its `filter`.
#
# One would guess: RFC 7644 (section 3.4.2.2) applies what stands in brackets to each element, so that both conditions hold
# for one e-mail: emails[type eq "work" and value eq "ada@b.example"] doesn't match a person whose work address is another.
# Seen: it matches as soon as each condition holds for some element, here the work address of type and the home address of
# value. So does emails[type eq "work"].value eq "ada@b.example", which is parsed as an `and` of two filters of their own.
# With a single e-mail both answers are right.
# Fails when that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts scim2-parse-filter@0.2.10 >/dev/null
cat >run.mjs <<'JS'
import { filter, parse } from 'scim2-parse-filter'
const work = { type: 'work', value: 'ada@a.example' }
const home = { type: 'home', value: 'ada@b.example' }
const ask = (name, text, emails) => console.log(`${name}: ${filter(parse(text))({ emails })}`)
const both = 'emails[type eq "work" and value eq "ada@b.example"]'
ask('both conditions, two e-mails', both, [work, home])
ask('both conditions, one e-mail', both, [work])
ask('neither of the addresses', 'emails[type eq "work" and value eq "ada@c.example"]', [work, home])
ask('value after the brackets', 'emails[type eq "work"].value eq "ada@b.example"', [work, home])
JS
node run.mjs | tee told
grep -qxF 'both conditions, two e-mails: true' told
grep -qxF 'both conditions, one e-mail: false' told
grep -qxF 'neither of the addresses: false' told
grep -qxF 'value after the brackets: true' told
echo 'As described.'
