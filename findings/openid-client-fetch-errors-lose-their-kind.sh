#!/usr/bin/env bash
# openid-client 6.9.0, what the token call says when the provider is down, with one's own customFetch.
#
# One would guess: an error that the given fetch throws comes out as it is (a TypeError does, so a retry rule on the error's
# class looks right in a first try), and an OAuth error in a 503 is told as one (`error`, `status`), as it is in a 400.
# Seen: any other class than TypeError comes out as ClientError "something went wrong" without a code, its own error only as
# `cause`. A timeout has the code OAUTH_TIMEOUT. A 503 is "unexpected HTTP response status code" also where its body is a
# correct OAuth error (`temporarily_unavailable`), a 429 in plain text is told by its content type; in both the status is
# nowhere but on `cause`, which is the Response. So "down", "busy" and "refused" are told apart by `cause`, not by the error.
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
class ProviderDown extends Error {}
const causeOf = (cause) => (cause instanceof Response ? `Response ${cause.status}` : (cause?.constructor.name ?? 'none'))
const told = async (name, answer) => {
  const config = new client.Configuration(server, 'app', undefined, client.ClientSecretPost('secret'))
  config[client.customFetch] = answer
  const error = await client.clientCredentialsGrant(config).then(
    () => ({ message: 'granted', constructor: { name: 'none' } }),
    (thrown) => thrown,
  )
  const { message, code = 'no code', status = 'no status', cause } = error
  console.log(`${name}: ${error.constructor.name}, ${message}, ${code}, ${status}, cause ${causeOf(cause)}`)
}
await told('own class', async () => Promise.reject(new ProviderDown('down')))
await told('TypeError', async () => Promise.reject(new TypeError('fetch failed')))
await told('timeout', async () => Promise.reject(new DOMException('late', 'TimeoutError')))
await told('OAuth error in a 503', async () => Response.json({ error: 'temporarily_unavailable' }, { status: 503 }))
await told('429 in text', async () => new Response('slow down', { status: 429, headers: { 'retry-after': '7' } }))
await told('OAuth error in a 400', async () => Response.json({ error: 'invalid_client' }, { status: 400 }))
JS
node run.mjs | tee told
grep -qxF 'own class: ClientError, something went wrong, no code, no status, cause ProviderDown' told
grep -qxF 'TypeError: TypeError, fetch failed, no code, no status, cause none' told
grep -qxF 'timeout: ClientError, operation timed out, OAUTH_TIMEOUT, no status, cause DOMException' told
grep -qF 'OAuth error in a 503: ClientError, unexpected HTTP response status code, OAUTH_RESPONSE_IS_NOT_CONFORM, no status, cause Response 503' told
grep -qF '429 in text: ClientError, unexpected response content-type, OAUTH_RESPONSE_IS_NOT_JSON, no status, cause Response 429' told
grep -qF 'OAuth error in a 400: ResponseBodyError, server responded with an error in the response body, OAUTH_RESPONSE_BODY_ERROR, 400,' told
echo 'As described.'
