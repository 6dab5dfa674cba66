import type { StandIn } from './stand-in.ts'

/** DNS over HTTPS, as https://cloudflare-dns.com/dns-query answers: every name has one public address. */
export const names: StandIn = {
  host: 'cloudflare-dns.com',
  async answer(request) {
    const { searchParams } = new URL(request.url)
    const name = searchParams.get('name') ?? ''
    const isAddress = searchParams.get('type') === 'A'
    return Response.json(
      { Status: 0, Answer: isAddress ? [{ name, type: 1, TTL: 300, data: '93.184.215.14' }] : [] },
      { headers: { 'content-type': 'application/dns-json' } },
    )
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
