import { z } from 'zod'
import type { Env } from '../env.ts'

const order = z.object({ binding: z.string(), statements: z.array(z.string()).min(1) })

/** Runs the statements of a migration as one transaction. The host would ask for each of them on its own. */
export const answerMigration = async (request: Request, env: Env): Promise<Response> => {
  const { binding, statements } = order.parse(await request.json())
  const database = (env as unknown as Record<string, D1Database>)[binding]
  if (!database) return Response.json({ message: `There is no database ${binding}` }, { status: 404 })
  try {
    await database.batch(statements.map((statement) => database.prepare(statement)))
    return Response.json({ ok: true })
  } catch (error) {
    return Response.json({ message: error instanceof Error ? error.message : String(error) }, { status: 500 })
  }
}
