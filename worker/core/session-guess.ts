import type { Env } from '../env.ts'
import { type LoadedSession, readSession, sessionStatement, toActor } from './actor.ts'
import type { Database } from './database.ts'
import { AppError } from './errors.ts'
import { sha256Hex } from './hash.ts'

/**
 * A session is read again on every request, so that a disabled person is out at once. For reads that need not cost an
 * extra round trip: the person is assumed to be who they were when this isolate last read them, and the session is read
 * along with the first read. If it says anything else, all results of the guess are discarded and the work is repeated.
 * Until the session has been read, nothing is written or answered.
 */
export interface SessionGuess {
  state: 'open' | 'right' | 'wrong'
  /** Resolves when the session has been read: whether the guess was right. */
  confirm(): Promise<boolean>
}

const justMoved = () =>
  new AppError('CONFLICT', 'Your company’s data has just moved to another database. Try again.', {
    reason: 'JUST_MOVED',
  })

class WrongGuess extends Error {}

/** The last known row of each session, by the hash of its token. */
const lastRows = new Map<string, string>()
const ROWS_KEPT = 1_000

/** Who a person is and what they may do, without when the session was used or what a command answered. */
const essenceOf = ({ lastSeenAt: _, expiresAt: __, known: ___, ...row }: Record<string, unknown>): string =>
  JSON.stringify(row)

const remember = (sessionHash: string, essence: string | null): void => {
  lastRows.delete(sessionHash)
  if (essence === null) return
  lastRows.set(sessionHash, essence)
  const [oldest] = lastRows.size > ROWS_KEPT ? lastRows.keys() : []
  if (oldest !== undefined) lastRows.delete(oldest)
}

interface Asked {
  env: Env
  db: Database
  token: string
  now: number
  commandId: string | null
  /** Whether all results of the guess go through `perform`. */
  mayGuess: boolean
  /** Reads the session, and reads it again if the guess was wrong. */
  admit(session: LoadedSession | null): void
  /** Whether a session that its cell doesn't know is in another one. */
  hasMoved(): Promise<boolean>
}

/** Admits the person of a session token, as read or as guessed. */
export const openSession = async (asked: Asked): Promise<SessionGuess | null> => {
  const { env, db, now, commandId, admit } = asked
  const sessionHash = sha256Hex(asked.token)
  const statement = sessionStatement(db, sessionHash, now, commandId ?? undefined)
  const last = asked.mayGuess ? lastRows.get(sessionHash) : undefined
  const read = (row: Record<string, unknown> | null): LoadedSession | null => {
    const session = readSession(env, row, sessionHash, now)
    remember(sessionHash, session && row && session.movedTo === null ? essenceOf(row) : null)
    return session
  }
  if (last === undefined) {
    admit(read(await db.first(statement)))
    return null
  }
  let isGone = false
  const take = (row: Record<string, unknown> | null): void => {
    const session = read(row)
    isGone = session === null
    guess.state = session && !session.known && lastRows.get(sessionHash) === last ? 'right' : 'wrong'
    // Everything was read from the old cell. The next request asks again.
    if (session?.movedTo != null) throw justMoved()
    admit(session)
    if (guess.state === 'wrong') throw new WrongGuess('The session is not what it was')
  }
  const guess: SessionGuess = {
    state: 'open',
    confirm: async () => {
      await db.settle().catch(() => {})
      // If what was read along failed, so did the session's read, and is made again by itself.
      const row = guess.state === 'open' ? await db.first<Record<string, unknown>>(statement) : null
      if (guess.state === 'open') {
        try {
          take(row)
        } catch (error) {
          if (!(error instanceof WrongGuess)) throw error
        }
      }
      if (isGone && (await asked.hasMoved())) throw justMoved()
      return guess.state === 'right'
    },
  }
  admit({ actor: toActor(JSON.parse(last), sessionHash, env), known: null, touch: null, movedTo: null })
  db.sendAlong(statement, take)
  return guess
}
