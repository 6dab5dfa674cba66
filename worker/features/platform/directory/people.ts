import { cellOf, cellsOf, FIRST_CELL, inCell } from '../../../core/cells.ts'
import type { Change } from '../../../core/commit.ts'
import type { BaseContext, SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'

/**
 * Which companies know an email address. The company's cell is what counts: it announces a change by its outbox, so that
 * the directory follows even if it can't be written at that moment.
 */

/** What a change of members or their addresses leaves in the outbox. */
export const toldDirectory = (...userIds: string[]): NonNullable<Change<unknown>['outbox']> => [
  { topic: 'directory.people', payload: { userIds } },
]

/** Writes what the cell says now, however late or often it runs. */
export const followPeople: OutboxHandler<'directory.people', SystemContext> = async (context) => {
  const { db, directory } = context
  return async ({ companyId, payload: { userIds } }) => {
    const known = await db.all<{ userId: string; email: string }>(
      db.sql(
        `SELECT u.id AS userId, u.email FROM company_memberships m CROSS JOIN users u ON u.id = m.user_id
          WHERE m.company_id = ? AND m.user_id IN (SELECT value FROM json_each(?))`,
        companyId,
        JSON.stringify(userIds),
      ),
    )
    await directory.batch([
      directory.sql(
        'DELETE FROM directory_people WHERE company_id = ? AND user_id IN (SELECT value FROM json_each(?))',
        companyId,
        JSON.stringify(userIds),
      ),
      ...known.map(({ userId, email }) =>
        directory.sql(
          'INSERT INTO directory_people (email, company_id, user_id) VALUES (?, ?, ?)',
          email,
          companyId,
          userId,
        ),
      ),
    ])
  }
}

/** The context in each cell in which the address may be known. The first cell, which knows vendors' people, is one. */
export const cellsOfAddress = async <C extends BaseContext>(context: C, email: string): Promise<C[]> => {
  if (cellsOf(context.env).length === 1) return [context]
  const { directory } = context
  const found = await directory.all<{ cell: number }>(
    directory.sql(
      `SELECT DISTINCT c.cell FROM directory_people p CROSS JOIN directory_companies c ON c.id = p.company_id
        WHERE p.email = ?`,
      email,
    ),
  )
  return [...new Set([FIRST_CELL, cellOf(context.env), ...found.map(({ cell }) => cell)])].map((cell) =>
    inCell(context, cell),
  )
}
