import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import type { Env } from '../env.ts'
import { advanceMove, beginMove, confirmMove, readMove, undoMove } from '../features/platform/moves/index.ts'

const order = z.object({
  companyId: z.string(),
  action: z.enum(['MOVE', 'UNDO', 'CONFIRM']),
  toCell: z.number().int().optional(),
})

/** Moves a company on this machine, or takes a move up again, back, or confirms it. Answers what came of it. */
export const answerMove = async (request: Request, env: Env): Promise<Response> => {
  const { companyId, action, toCell } = order.parse(await request.json())
  const moving = { env, now: () => Date.now() }
  try {
    if (action === 'UNDO') await undoMove(moving, companyId)
    else if (action === 'CONFIRM') await confirmMove(moving, companyId)
    else {
      if (toCell !== undefined && !(await readMove(moving, companyId)))
        await beginMove(moving, { companyId, toCell, startedBy: 'this machine' })
      await advanceMove(moving, companyId)
    }
    return Response.json({ ok: true, move: await readMove(moving, companyId) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return Response.json({ ok: false, message: error.message }, { status: error.status })
  }
}
