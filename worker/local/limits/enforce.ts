import type { Env } from '../../env.ts'
import { refuse, use } from './invocation.ts'
import { checkText, checkValues } from './statement.ts'

/** D1 ends a query that takes longer. */
const LONGEST_MS = 30_000

interface Prepared {
  statement?: string
}

const methodsOf = (of: object): Record<string, unknown> => Object.getPrototypeOf(of) as Record<string, unknown>

type Method = (this: object, ...given: unknown[]) => unknown

/** Replaces a method for all of its kind. */
const around = (of: Record<string, unknown>, name: string, outer: (inner: Method) => Method): void => {
  const inner = of[name]
  if (typeof inner === 'function') of[name] = outer(inner as Method)
}

const textOf = (statement: object): string => (statement as Prepared).statement ?? ''

const checkTime = (results: D1Result[]): void => {
  const took = results.reduce((sum, { meta }) => sum + (meta?.duration ?? 0), 0)
  if (took > LONGEST_MS) refuse(`30 s for a batch, this took ${Math.round(took / 1000)} s`)
}

const enforced = new WeakSet<object>()
const isFirst = (kind: object): boolean => {
  if (enforced.has(kind)) return false
  enforced.add(kind)
  return true
}

/** Every statement and session of this isolate is counted from now on. */
const enforceD1 = (database: D1Database): void => {
  const session = database.withSession()
  const sessions = methodsOf(session)
  const statements = methodsOf(session.prepare('SELECT 1'))
  if (!isFirst(statements)) return
  for (const name of ['all', 'run', 'first', 'raw']) {
    around(
      statements,
      name,
      (inner) =>
        async function (this: object, ...given) {
          use('subrequests', 1)
          use('queries', 1)
          checkText(textOf(this))
          const result = await inner.apply(this, given)
          if (name === 'all' || name === 'run') checkTime([result as D1Result])
          return result
        },
    )
  }
  around(
    statements,
    'bind',
    (inner) =>
      function (this: object, ...values) {
        checkValues(values, textOf(this))
        return inner.apply(this, values)
      },
  )
  // A database's own `batch` calls its session's.
  around(
    sessions,
    'batch',
    (inner) =>
      async function (this: object, ...given) {
        const [batch] = given as [object[]]
        use('subrequests', 1)
        use('queries', batch.length)
        for (const each of batch) checkText(textOf(each))
        const results = (await inner.apply(this, given)) as D1Result[]
        checkTime(results)
        return results
      },
  )
}

const countCalls = (binding: unknown, names: string[]): void => {
  if (typeof binding !== 'object' || binding === null) return
  const methods = methodsOf(binding)
  if (!isFirst(methods)) return
  for (const name of names) {
    around(
      methods,
      name,
      (inner) =>
        function (this: object, ...given) {
          use('subrequests', 1)
          return inner.apply(this, given)
        },
    )
  }
}

/** Calls to other servers count as well. */
export const countedFetch =
  (inner: typeof fetch): typeof fetch =>
  (...given) => {
    use('subrequests', 1)
    return inner(...given)
  }

/** Makes the emulator refuse what production refuses. Once for an isolate. */
export const enforceLimits = (env: Env): void => {
  enforceD1(env.DB)
  countCalls(env.DOCUMENTS, ['get', 'put', 'head', 'delete', 'list', 'createMultipartUpload'])
  countCalls(env.OUTBOX_QUEUE, ['send', 'sendBatch'])
  // An object that is asked for is called.
  countCalls(env.APPROVALS, ['get'])
}
