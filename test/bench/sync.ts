import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCAL_NETSUITE } from '../../worker/local/demo/book-account.ts'
import { type Host, startHost } from '../../worker/local/host/host.ts'
import { freePorts } from '../../worker/local/host/ports.ts'
import { COMPANIES } from '../../worker/local/host/stand-ins/quickbooks/index.ts'
import { Api, eventually } from '../support/e2e/api.ts'
import { watchMemory } from './worker-memory.ts'

/**
 * Reading a company's books of 60,000 lines from each stand-in, through everything that production has, and then 200
 * changes. The memory is that of the Worker's isolate, where its Durable Objects are too: the most that its heap and its
 * buffers held at once, code included, without garbage. Stand-ins and databases are outside of it.
 */

export interface SyncCost {
  label: string
  seconds: number
  /** The most that was in use at once, in megabytes, and what was before. */
  megabytes: number
  before: number
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

interface Way {
  system: string
  connect(there: There): Promise<void>
  /** Where someone changes the books without Outlay, and whom. */
  control: string
  asked: object
}

interface There {
  host: Host
  admin: Api
}

const post = async (api: Api, path: string, body: object) => {
  const answer = await api.call('POST', path, body)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const connectNetsuite = async ({ admin }: There): Promise<void> => {
  const { accountId, consumerKey, consumerSecret, tokenId, tokenSecret } = LOCAL_NETSUITE
  const tokens = { consumerKey, consumerSecret, token: tokenId, tokenSecret, realmId: accountId }
  await post(admin, '/api/accounting/netsuite', tokens)
}
const NETSUITE_HOST = `${LOCAL_NETSUITE.accountId.toLowerCase().replace('_', '-')}.suitetalk.api.netsuite.com`

const turnOnSoap = async (host: Host, admin: Api): Promise<void> => {
  const { id } = (await admin.get('/api/company-settings')).body as { id: string }
  const staff = await Api.signIn(host, 'staff@outlay.example')
  const body = { companyId: id, features: ['netsuiteSoapEnabled'] }
  await post(staff, '/api/super-admin/enable-company-features', body)
}

/** Agrees on Intuit's page, as the browser would. */
const connectQuickbooks = async ({ admin }: There): Promise<void> => {
  const { url } = (await post(admin, '/api/accounting/quickbooks/begin', {})) as { url: string }
  const { realmId = '' } = COMPANIES[0] ?? {}
  const agreed = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ answer: 'connect', realmId }),
  })
  const back = new URL(agreed.headers.get('location') ?? '').searchParams
  await post(admin, '/api/accounting/quickbooks', { code: back.get('code'), state: back.get('state'), realmId })
}

const NETSUITE_CHANGES = { control: NETSUITE_HOST, asked: { action: 'change', type: 'bill', count: CHANGES } }
const WAYS: Way[] = [
  {
    ...{ system: 'QuickBooks', connect: connectQuickbooks, control: 'appcenter.intuit.com' },
    asked: { action: 'change', type: 'bill', count: CHANGES, realmId: COMPANIES[0]?.realmId },
  },
  { system: 'NetSuite by REST', connect: connectNetsuite, ...NETSUITE_CHANGES },
  {
    system: 'NetSuite by SOAP',
    async connect(there) {
      await turnOnSoap(there.host, there.admin)
      await connectNetsuite(there)
    },
    ...NETSUITE_CHANGES,
  },
]

const wordsOf = ({ counts }: Job): string =>
  counts
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => `${count} ${what}`)
    .join(', ')

const measureWay = async ({ system, connect, control, asked }: Way): Promise<SyncCost[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlay-bench-sync-'))
  const [inspectorPort = 0] = await freePorts(1)
  const host = await startHost({ port: 0, mailboxPort: 0, dataDir, quiet: true, cronSeconds: 2, inspectorPort })
  try {
    const admin = await Api.signIn(host, 'erik@haldenfoods.example')
    const memory = await watchMemory(inspectorPort, 'outlay')
    const newest = async () => (await admin.get('/api/get-sync-status')).body as Job | null
    const finished = (what: string, not: string | null) =>
      eventually(
        what,
        async () => {
          const job = await newest()
          if (job?.status === 'ERROR') throw new Error(`The sync failed: ${job.error}`)
          return job?.status === 'COMPLETE' && job.finishedAt !== not ? job : null
        },
        900,
      )
    const measured = async (label: string, mostSeconds: number, not: string | null, begin: () => Promise<unknown>) => {
      const before = await memory.begin()
      const started = performance.now()
      await begin()
      const job = await finished(label, not)
      const seconds = (performance.now() - started) / 1000
      const cost = { label, mostSeconds, seconds, before, megabytes: memory.most(), counts: wordsOf(job) }
      return { cost, job }
    }
    const whole = await measured(`${system}, 60,000 transactions`, WHOLE_SECONDS, null, () => connect({ host, admin }))
    const changed = await fetch(`${host.mailboxUrl}/providers/${control}/local`, {
      method: 'POST',
      body: JSON.stringify(asked),
    })
    if (!changed.ok) throw new Error(`The books can’t be changed: ${await changed.text()}`)
    const again = () => post(admin, '/api/create-sync-job', {})
    const changes = await measured(`${system}, ${CHANGES} changes`, CHANGE_SECONDS, whole.job.finishedAt, again)
    await memory.stop()
    return [whole.cost, changes.cost]
  } finally {
    await host.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

export const syncCosts = async (): Promise<SyncCost[]> => {
  const costs: SyncCost[] = []
  for (const way of WAYS) costs.push(...(await measureWay(way)))
  return costs
}

export const syncText = (costs: readonly SyncCost[]): string =>
  costs
    .map(
      ({ label, seconds, megabytes, before, counts }) =>
        `${label}: ${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB of the Worker's memory, ` +
        `${before.toFixed(0)} before (${counts})`,
    )
    .join('\n')

export const missedSync = (costs: readonly SyncCost[]): string[] =>
  costs.flatMap(({ label, seconds, mostSeconds, megabytes }) => [
    ...(seconds > mostSeconds ? [`${label} took ${seconds.toFixed(1)} s instead of ${mostSeconds}`] : []),
    ...(megabytes > MOST_MEGABYTES ? [`${label} needed ${megabytes.toFixed(0)} MB instead of ${MOST_MEGABYTES}`] : []),
  ])
