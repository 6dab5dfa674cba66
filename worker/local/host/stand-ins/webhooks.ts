import { DEMO_DOMAIN, DEMO_DOMAIN_TOKEN } from './sign-on/vars.ts'
import type { StandIn } from './stand-in.ts'

/** TXT records, by name. */
const PROOFS = new Map([[`_outlay.${DEMO_DOMAIN}`, `outlay-domain=${DEMO_DOMAIN_TOKEN}`]])

/**
 * DNS over HTTPS, as https://cloudflare-dns.com/dns-query answers: every name has one public address and
 * the demo company's domain has its proof.
 */
export const names: StandIn = {
  host: 'cloudflare-dns.com',
  async answer(request) {
    const { searchParams } = new URL(request.url)
    const name = searchParams.get('name') ?? ''
    const type = searchParams.get('type')
    const proof = PROOFS.get(name)
    const found: object[] = []
    if (type === 'A') found.push({ name, type: 1, TTL: 300, data: '93.184.215.14' })
    if (type === 'TXT' && proof) found.push({ name, type: 16, TTL: 300, data: `"${proof}"` })
    return Response.json({ Status: 0, Answer: found }, { headers: { 'content-type': 'application/dns-json' } })
  },
}

/** A company's own system that receives webhooks. It returns what it was sent. */
export const webhookTarget: StandIn = {
  host: 'hooks.brightwater-systems.com',
  async answer(request) {
    if (request.method !== 'POST') return new Response('Method not allowed', { status: 405 })
    if (!request.headers.get('outlay-signature')) return new Response('Not signed', { status: 401 })
    return Response.json({ received: await request.json() })
  },
}
