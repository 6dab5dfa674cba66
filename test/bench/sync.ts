import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCAL_NETSUITE } from '../../worker/local/demo/book-account.ts'
import { startHost } from '../../worker/local/host/host.ts'
import { Api, eventually } from '../support/e2e/api.ts'

/**
 * Reading a company's books of 60,000 lines from the stand-in of NetSuite, through everything that production has, and
 * then 200 changes. The memory is that of the whole runtime, above what it had before.
 */

export interface SyncCost {
  label: string
  seconds: number
  /** The highest above what the runtime had before, in megabytes. Null where the machine doesn't say. */
  megabytes: number | null
  counts: string
  mostSeconds: number
}

const CHANGES = 200
const MOST_MEGABYTES = 64
const WHOLE_SECONDS = 180
const CHANGE_SECONDS = 5

interface Job {
  status: string
  error: string | null
  finishedAt: string | null
  counts: { what: string; count: number }[]
}

const statusOf = (pid: string, name: string): number | null => {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return found ? Number(found[1]) / 1024 : null
}

/** Runtimes that this process has started. */
const runtimes = (): string[] => {
  try {
    return readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid)) return false
      try {
        const [, name, rest = ''] = /\((.+)\) (.+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return name === 'workerd' && Number(rest.split(' ')[1]) === process.pid
      } catch {
        return false
      }
    })
  } catch {
    return []
  }
}

/** Forgets the highest so far, and says later how much higher it has been than now. */
const watchMemory = (): (() => number | null) => {
  const before = runtimes().flatMap((pid) => {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5')
      const now = statusOf(pid, 'VmRSS')
      return now === null ? [] : [{ pid, now }]
    } catch {
      return []
    }
  })
  return () => {
    const grown = before.map(({ pid, now }) => (statusOf(pid, 'VmHWM') ?? now) - now)
    return grown.length > 0 ? grown.reduce((sum, each) => sum + each, 0) : null
  }
}

const wordsOf = ({ counts }: Job): string => counts.map(({ what, count }) => `${count} ${what}`).join(', ')

export const syncCosts = async (): Promise<SyncCost[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlay-bench-sync-'))
  const host = await startHost({ port: 0, mailboxPort: 0, dataDir, quiet: true, cronSeconds: 2 })
  try {
    const erik = await Api.signIn(host, 'erik@haldenfoods.example')
    const newest = async () => (await erik.get('/api/get-sync-status')).body as Job | null
    const finished = (what: string, not: string | null) =>
      eventually(
        what,
        async () => {
          const job = await newest()
          if (job?.status === 'ERROR') throw new Error(`The sync failed: ${job.error}`)
          return job?.status === 'COMPLETE' && job.finishedAt !== not ? job : null
        },
        1800,
      )
    const call = async (path: string, body: object) => {
      const answer = await erik.call('POST', path, body)
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
    const measured = async (label: string, mostSeconds: number, not: string | null, begin: () => Promise<void>) => {
      const memory = watchMemory()
      const started = performance.now()
      await begin()
      const job = await finished(label, not)
      const cost: SyncCost = {
        ...{ label, mostSeconds, seconds: (performance.now() - started) / 1000, megabytes: memory() },
        counts: wordsOf(job),
      }
      return { cost, job }
    }
    const { accountId, consumerKey, consumerSecret, tokenId, tokenSecret } = LOCAL_NETSUITE
    const tokens = { consumerKey, consumerSecret, token: tokenId, tokenSecret, realmId: accountId }
    const whole = await measured('60,000 transactions', WHOLE_SECONDS, null, () =>
      call('/api/accounting/netsuite', tokens),
    )
    const there = `${host.mailboxUrl}/providers/${accountId.toLowerCase().replace('_', '-')}.suitetalk.api.netsuite.com/local`
    await fetch(there, { method: 'POST', body: JSON.stringify({ action: 'change', type: 'bill', count: CHANGES }) })
    const changes = await measured(`${CHANGES} changes`, CHANGE_SECONDS, whole.job.finishedAt, () =>
      call('/api/create-sync-job', {}),
    )
    return [whole.cost, changes.cost]
  } finally {
    await host.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

const megabytesText = ({ megabytes }: SyncCost): string => (megabytes === null ? '?' : megabytes.toFixed(0))

export const syncText = (costs: readonly SyncCost[]): string =>
  costs
    .map((cost) => `${cost.label}: ${cost.seconds.toFixed(1)} s, ${megabytesText(cost)} MB more (${cost.counts})`)
    .join('\n')

export const missedSync = (costs: readonly SyncCost[]): string[] =>
  costs.flatMap((cost) => [
    ...(cost.seconds > cost.mostSeconds
      ? [`${cost.label} took ${cost.seconds.toFixed(1)} s instead of ${cost.mostSeconds}`]
      : []),
    ...(cost.megabytes !== null && cost.megabytes > MOST_MEGABYTES
      ? [`${cost.label} needed ${megabytesText(cost)} MB instead of ${MOST_MEGABYTES}`]
      : []),
  ])
