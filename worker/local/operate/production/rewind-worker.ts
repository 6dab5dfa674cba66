/**
 * A Worker of its own, deployed only while a cell is put back, with a binding to the product's objects (RUNBOOK.md). It
 * answers one call, with a token that is made for the occasion.
 */
interface Rewindable {
  rewind(at: number): Promise<string>
}

interface Env {
  APPROVALS: { getByName(name: string): Rewindable }
  REWIND_TOKEN: string
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const isAsked = env.REWIND_TOKEN && request.headers.get('Authorization') === `Bearer ${env.REWIND_TOKEN}`
    if (!isAsked || request.method !== 'POST') return new Response('Not found', { status: 404 })
    const { names, at } = (await request.json()) as { names: string[]; at: number }
    const undo = await Promise.all(
      names.map(async (name) => [name, await env.APPROVALS.getByName(name).rewind(at)] as const),
    )
    return Response.json(Object.fromEntries(undo))
  },
}
