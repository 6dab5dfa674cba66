import { env } from 'cloudflare:workers'
import { Database, type Read } from '../../../worker/core/database.ts'
import { runGroup } from '../../../worker/core/outbox-runner.ts'
import { jobContext, type SystemName, type WritableBooks } from './writable-books.ts'

/**
 * Jobs that end in the middle, as if their machine had: from a point on nothing of them happens any more. Points are
 * before and after each statement of the database and each call of the accounting system.
 */

const never = (): Promise<never> => new Promise(() => {})

class Life {
  points = 0
  readonly ended: Promise<'ENDED'>
  readonly #last: number
  #end: () => void = () => {}

  /** @param last the point at which it ends */
  constructor(last: number) {
    this.#last = last
    this.ended = new Promise((resolve) => {
      this.#end = () => resolve('ENDED')
    })
  }

  async point(): Promise<void> {
    if (this.points >= this.#last) await never()
    this.points += 1
    if (this.points < this.#last) return
    this.#end()
    await never()
  }

  async between<T>(work: () => Promise<T>): Promise<T> {
    await this.point()
    const done = await work()
    await this.point()
    return done
  }
}

class EndingDatabase extends Database {
  readonly #life: Life
  constructor(life: Life) {
    super(env.DB, 'first-primary')
    this.#life = life
  }
  override all<Row>(statement: Read<Row>): Promise<Row[]> {
    return this.#life.between(() => super.all(statement))
  }
  override batch<const S extends readonly D1PreparedStatement[]>(statements: S) {
    return this.#life.between(() => super.batch(statements))
  }
}

export interface Lived {
  wasBrokenOff: boolean
  /** How far it came. */
  points: number
  /** How many effects it found due. */
  claimed: number
}

/**
 * Runs what is due of a topic once.
 * @param last ends the job at this point
 */
export const liveUntil = async (there: WritableBooks, topic: string, last: number): Promise<Lived> => {
  const life = new Life(last)
  there.between = (request, answer) => life.between(() => answer(request))
  const work = runGroup(jobContext(there, new EndingDatabase(life)), topic, null)
  const outcome = await Promise.race([work, life.ended])
  there.between = (request, answer) => answer(request)
  there.forgetKeys()
  // Its leases end.
  there.now += 12 * 60_000
  return {
    ...{ wasBrokenOff: outcome === 'ENDED', points: life.points },
    claimed: outcome === 'ENDED' ? 1 : outcome,
  }
}

/** Lives to the end. */
export const WHOLE_LIFE = Number.POSITIVE_INFINITY

/** What jobs that were ended again and again left behind. */
export interface Ended {
  system: SystemName
  job: 'read' | 'write'
  kills: number
  /** How many objects should be there afterwards, how many of them are not, and how many are there too often. */
  objects: number
  lost: number
  doubled: number
}

export const nothingEnded = (system: SystemName, job: Ended['job']): Ended => ({
  ...{ system, job, kills: 0, objects: 0, lost: 0, doubled: 0 },
})

/** @param wanted what should be there, once each. All others should not. */
export const countObjects = (ended: Ended, wanted: readonly string[], found: readonly string[]): void => {
  const unfound = new Set(wanted)
  ended.objects += wanted.length
  ended.doubled += found.filter((each) => !unfound.delete(each)).length
  ended.lost += unfound.size
}

/** Read by `bun run bench books-kills`. */
export const sayEnded = (ended: Ended): void => console.log(`ended: ${JSON.stringify(ended)}`)
