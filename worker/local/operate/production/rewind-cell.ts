import { Problem } from '../../host/problem.ts'
import type { Cloudflare } from './cloudflare.ts'

/** Puts objects back, through the Worker that is deployed for that (rewind-worker.ts). Returns what takes each back. */
export type RewindObjects = (names: readonly string[], at: Date) => Promise<Record<string, string>>

interface Cell {
  cell: number
  database: string
  /** Whether the deployed Worker answers no one about this cell meanwhile. */
  isHeld: boolean
}

interface Plan {
  cell: Cell
  at: Date
  bookmark: string
  /** Objects that changed since, by name. Others are as they were. */
  objects: string[]
}

/** What is needed to take it back, kept in a file before and after each step. */
export interface Done {
  at: string
  cell: number
  objects: Record<string, string>
  previousBookmark: string | null
}

const MOST_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
/** Objects that one call puts back. */
const AT_ONCE = 50

/** The names of subjects' objects, by what their history calls them. */
const KINDS = new Map([
  ['INTAKE_SUBMISSION', 'intake'],
  ['BILL', 'bill'],
  ['SPEND_REQUEST', 'spend'],
  ['PURCHASE_ORDER', 'po'],
])

/** Only reads. Throws a Problem for a moment that can't be reached. */
export const planRewind = async (cloudflare: Cloudflare, cell: Cell, at: Date, now: Date): Promise<Plan> => {
  const age = now.getTime() - at.getTime()
  if (!(age > 0)) throw new Problem('--to takes a moment in the past, such as 2026-11-29T19:00:00Z.')
  if (age > MOST_DAYS * DAY_MS) throw new Problem(`Cloudflare keeps ${MOST_DAYS} days; ${at.toISOString()} is earlier.`)
  const rows = await cloudflare.rows(
    cell.database,
    `SELECT DISTINCT target_type AS type, target_id AS id FROM audit_log
      WHERE sequence IS NOT NULL AND occurred_at > ? ORDER BY 1, 2`,
    [at.getTime()],
  )
  const objects = rows.map(({ type, id }) => {
    const kind = KINDS.get(String(type))
    if (!kind) throw new Problem(`It is not known which object has the approvals of a ${type}.`)
    return `${kind}:${id}`
  })
  return { cell, at, bookmark: await cloudflare.bookmarkAt(cell.database, at), objects }
}

/**
 * Puts the objects back, then the database: one that is ahead of its objects would never be healed, while an object that is
 * ahead brings its rows along. Repeating it after a failure is safe.
 * @param keep stores what takes it back
 */
export const rewindCell = async (
  cloudflare: Cloudflare,
  rewind: RewindObjects,
  { cell, at, bookmark, objects }: Plan,
  keep: (done: Done) => void,
  say: (text: string) => void,
): Promise<Done> => {
  if (!cell.isHeld)
    throw new Problem(
      `Hold cell ${cell.cell} first: set OUTLAY_HELD_CELLS = "${cell.cell}" in wrangler.toml and deploy.`,
    )
  const done: Done = { at: at.toISOString(), cell: cell.cell, objects: {}, previousBookmark: null }
  keep(done)
  for (let from = 0; from < objects.length; from += AT_ONCE) {
    const some = objects.slice(from, from + AT_ONCE)
    const undo = await rewind(some, at)
    const missing = some.find((name) => undo[name] === undefined)
    if (missing) throw new Problem(`${missing} was not put back; nothing of the database was changed. Try again.`)
    // The first bookmark of an object is the one from before.
    done.objects = { ...undo, ...done.objects }
    keep(done)
    say(`${Math.min(from + AT_ONCE, objects.length)} of ${objects.length} objects\n`)
  }
  done.previousBookmark = await cloudflare.restore(cell.database, bookmark)
  keep(done)
  return done
}
