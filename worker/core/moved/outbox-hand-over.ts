import { inPlace } from '../cells.ts'
import { type OutboxTopic, outboxStatement } from '../outbox.ts'
import { leftCompanies, markHandedOver, writtenSince } from '../outbox-claim.ts'
import type { OutboxContext } from '../outbox-registry.ts'
import { systemContext } from '../system-context.ts'

/**
 * Effects that are written where a company lived before, by work that began before it moved, are carried out where it
 * lives now. Those that were copied with the company are known there by their ids.
 */

/** How many rows of how many companies one sweep hands over. The next one continues. */
const AT_ONCE = 200
const COMPANIES = 20

/** Rows from before were compared with the copy after they were written. */
const BEFORE_MS = 24 * 60 * 60 * 1000

/** @returns how many rows were handed over */
export const handOverEffects = async (context: OutboxContext): Promise<number> => {
  const { db, clock } = context
  const left = await leftCompanies(db, COMPANIES)
  let total = 0
  for (const { companyId, leftAt } of left) {
    const caller = systemContext(context, { name: 'outbox.hand-over', companyId, may: ['system.maintain'] })
    const there = await inPlace(caller, { companyId })
    const rows = there.db === db ? [] : await writtenSince(db, companyId, leftAt - BEFORE_MS, AT_ONCE)
    if (rows.length === 0) continue
    await there.db.batch([
      outboxStatement(
        there.db,
        rows.map(({ topic, payload, ...row }) => ({
          ...row,
          topic: topic as OutboxTopic,
          payload: JSON.parse(payload),
        })),
      ),
    ])
    // A secret is where it is carried out, and nowhere else.
    await markHandedOver(db, rows, clock.now())
    total += rows.length
  }
  return total
}
