import { Refused } from './state.ts'
import type { StripeThere } from './there.ts'

/**
 * What happens at Stripe without Outlay, on demand: POST /local with `{ action, id?, status?, code?, created?, count?,
 * signature? }`. `move` takes a transfer to a status, also one that was made at another time, `lose` loses the next events, `repeat` sends the last one again.
 */

interface Asked {
  action?: string
  id?: string
  status?: string
  code?: string
  /** In seconds. */
  created?: number
  count?: number
  signature?: 'right' | 'wrong' | 'none'
}

export const answerControl = async (standIn: StripeThere, request: Request): Promise<Response> => {
  const asked = (await request.json()) as Asked
  if (asked.action === 'lose') {
    standIn.events.loseNext = asked.count ?? 1
    return Response.json({ losing: standIn.events.loseNext })
  }
  if (asked.action === 'repeat') {
    const last = standIn.events.sent.at(-1)
    const answer = last ? await standIn.events.send(last, asked.signature) : null
    return Response.json({ type: last?.type ?? null, status: answer?.status ?? null })
  }
  const account = Object.values(standIn.state.accounts).find(({ flows }) => flows[asked.id ?? ''])
  const flow = account?.flows[asked.id ?? '']
  if (asked.action !== 'move' || !account || !flow)
    return Response.json({ message: 'action is move (id, status, code), lose or repeat.' }, { status: 400 })
  try {
    standIn.move(account, flow, { status: asked.status ?? '', code: asked.code ?? null })
  } catch (error) {
    if (error instanceof Refused) return error.toResponse()
    throw error
  }
  flow.created = asked.created ?? flow.created
  return Response.json({ id: flow.id, status: flow.status })
}
