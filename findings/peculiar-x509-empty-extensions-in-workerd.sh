#!/usr/bin/env bash
# @peculiar/x509 2.2.0 (createSelfSigned without `extensions`), read by X509Certificate of node:crypto in Node and in workerd.
#
# One would guess: the certificate has no extensions, and both read it.
# Seen: it has an empty list of extensions ("A3 02 30 00"), which RFC 5280 doesn't allow (at least one). Node's OpenSSL
# reads it all the same; workerd (miniflare 4.20260730.0) says that the argument isn't a valid certificate. With one
# extension, such as basic constraints, both read it. So a test certificate that works in Node says nothing of the runtime.
# Fails when that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @peculiar/x509@2.2.0 reflect-metadata@0.2.2 miniflare@4.20260730.0 >/dev/null
cat >run.mjs <<'JS'
import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509'
import { Miniflare } from 'miniflare'
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 }
const keys = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
const worker = new Miniflare({
  modules: true,
  compatibilityDate: '2026-07-30',
  compatibilityFlags: ['nodejs_compat'],
  script: `import { X509Certificate } from 'node:crypto'
export default { async fetch(request) {
  try { return new Response('read, ' + new X509Certificate(await request.text()).subject) }
  catch { return new Response('not a valid certificate') }
} }`,
})
const show = async (name, extensions) => {
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01', name: 'CN=Test', keys, signingAlgorithm: RSA, extensions,
    notBefore: new Date('2026-01-01'), notAfter: new Date('2036-01-01'),
  })
  const pem = certificate.toString('pem')
  const hasEmptyList = Buffer.from(certificate.rawData).toString('hex').includes('a3023000')
  console.log(`${name}: empty list ${hasEmptyList}, Node: read, ${new X509Certificate(pem).subject}`)
  const answer = await worker.dispatchFetch('http://x/', { method: 'POST', body: pem })
  console.log(`${name}: workerd: ${await answer.text()}`)
}
await show('without', undefined)
await show('with one', [new BasicConstraintsExtension(false)])
await worker.dispose()
JS
node run.mjs | tee told
grep -qxF 'without: empty list true, Node: read, CN=Test' told
grep -qxF 'without: workerd: not a valid certificate' told
grep -qxF 'with one: empty list false, Node: read, CN=Test' told
grep -qxF 'with one: workerd: read, CN=Test' told
echo 'As described.'
