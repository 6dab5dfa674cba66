#!/usr/bin/env bash
# openid-client 6.9.0, client secret by HTTP Basic (ClientSecretBasic).
#
# One would guess: RFC 6749 has client id and secret form-encoded before they go into the header, and form encoding leaves
# letters, digits, "-", "_", "." and "*" alone, as URLSearchParams does. So "app-at-idp.v1" goes out as it is.
# Seen: "-", "_" and "." are escaped too ("app%2Dat%2Didp%2Ev1"). Providers that decode the parts don't notice. One that
# compares them as they come refuses every id with a hyphen, while ClientSecretPost with the same values is taken.
# Fails when that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts openid-client@6.9.0 >/dev/null
cat >run.mjs <<'JS'
import * as client from 'openid-client'
const server = { issuer: 'https://idp.example', token_endpoint: 'https://idp.example/token' }
const [id, secret] = ['app-at-idp.v1', 'se-cret_1']
for (const way of ['ClientSecretBasic', 'ClientSecretPost']) {
  const config = new client.Configuration(server, id, undefined, client[way](secret))
  config[client.customFetch] = async (url, { headers, body }) => {
    const basic = new Headers(headers).get('authorization')
    console.log(`${way}: ${basic ? atob(basic.slice('Basic '.length)) : new URLSearchParams(String(body)).get('client_id')}`)
    return Response.json({ access_token: 'x', token_type: 'bearer' })
  }
  await client.clientCredentialsGrant(config)
}
console.log(`form encoding: ${new URLSearchParams([[id, secret]])}`)
JS
node run.mjs | tee told
grep -qxF 'ClientSecretBasic: app%2Dat%2Didp%2Ev1:se%2Dcret%5F1' told
grep -qxF 'ClientSecretPost: app-at-idp.v1' told
grep -qxF 'form encoding: app-at-idp.v1=se-cret_1' told
echo 'As described.'
