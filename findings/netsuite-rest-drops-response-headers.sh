#!/usr/bin/env bash
# netsuite-rest 1.0.9 on current Node gives no headers with its answers, so that the address of a record that it has
# created can't be read.
#
# NetSuite answers a POST of a record with 204 and says the new record's id only in the Location header. One would read
# `response.headers.location`, as got (which netsuite-rest calls with) gives it, and as the README's "response" suggests.
# netsuite-rest copies the answer in a hook with `{ ...response, data }`. Since Node 15, IncomingMessage keeps `headers`
# as a getter of its prototype, which a spread leaves out: `response.headers` is undefined, and `statusCode` is there.
#
# Seen: {"statusCode":204,"data":null,"headers":"undefined","location":null}, while got alone reads the Location.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund netsuite-rest@1.0.9 got@11.8.6 >/dev/null
cat >run.cjs <<'JS'
const { createServer } = require('node:http')
const got = require('got')
const NetsuiteRest = require('netsuite-rest')

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(204, { location: 'https://1234567.suitetalk.api.netsuite.com/services/rest/record/v1/vendor/647' })
    response.end()
  })
})
server.listen(0, '127.0.0.1', async () => {
  const base_url = `http://127.0.0.1:${server.address().port}`
  const keys = { consumer_key: 'a', consumer_secret_key: 'b', token: 'c', token_secret: 'd', realm: '1234567' }
  const client = new NetsuiteRest({ ...keys, base_url })
  const body = JSON.stringify({ companyName: 'New vendor' })
  const made = await client.request({ path: 'record/v1/vendor', method: 'POST', body })
  const plain = await got(`${base_url}/services/rest/record/v1/vendor`, { method: 'POST', body })
  const { statusCode, data, headers } = made
  const seen = JSON.stringify({ statusCode, data, headers: typeof headers, location: headers?.location ?? null })
  console.log(`Node ${process.version}, netsuite-rest ${require('netsuite-rest/package.json').version}: ${seen}`)
  console.log(`got alone: ${plain.headers.location}`)
  server.close()
  const expected = '{"statusCode":204,"data":null,"headers":"undefined","location":null}'
  process.exitCode = seen === expected && plain.headers.location.endsWith('/647') ? 0 : 1
})
JS
node run.cjs
