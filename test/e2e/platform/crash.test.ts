import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Host, startHost } from '../../../worker/local/host/host.ts'
import { Api, allMails } from '../../support/e2e/api.ts'
import { type Act, COURSES, type Course, type Name, request } from '../../support/e2e/crash-courses.ts'

/**
 * The runtime is killed (SIGKILL) at random moments while people do everything possible with requests. Everything
 * answered with success must exist afterwards, once. Everything else can be sent again with its command id.
 */
const SEED = Number(process.env.OUTLAY_CRASH_SEED ?? 20261120)
const SECONDS = Number(process.env.OUTLAY_CRASH_SECONDS ?? 30)
const WORKERS = 4

const dataDir = mkdtempSync(join(tmpdir(), 'outlay-crash-'))
let host: Host | undefined
afterAll(async () => {
  await host?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Mulberry32: the same seed gives the same moments. */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

/** Always on the same port, so that cookies and addresses stay valid. */
const start = async (before?: Host): Promise<Host> => {
  const port = before ? Number(new URL(before.url).port) : 0
  host = await startHost({ port, mailboxPort: 0, dataDir, quiet: true, cronSeconds: 2 })
  return host
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The emails about a request: who got what, sorted by text. */
const mailsAbout = async (host: Host, { title }: Filed): Promise<string[]> => {
  const mails = await allMails(host)
  return mails
    .filter(({ subject }) => subject.includes(title))
    .map(({ to, subject, text }) => `${to}: ${subject.replace(title, '')}: ${sentenceOf(text)}`)
    .sort()
}
/** What an email says about the event, without its request's address. */
const sentenceOf = (text: string): string =>
  text.split('\n').find((line) => line.trim() && !line.includes('Crash') && !line.startsWith('Reply above')) ?? ''

/** Whether an email says what happened. Others ask for something, as long as it is needed. */
const isTold = (mail: string): boolean => !/^\S+ (Approve|Reminder|Changed|Task for you|Rejected):/.test(mail)

/** An answer that hasn't changed for longer than a decision can be undone. Its emails are sent after that. */
const settled = async <T>(look: () => Promise<T>): Promise<T> => {
  let last = await look()
  for (let same = 0; same < 16; ) {
    await pause(1000)
    const next = await look()
    same = JSON.stringify(next) === JSON.stringify(last) && JSON.stringify(next) !== '[]' ? same + 1 : 0
    last = next
  }
  return last
}

interface Filed {
  id: string | null
  title: string
  course: Course
  /** Everything was acknowledged. */
  isThrough: boolean
}

it('the runtime can be killed at any moment without losing or repeating acknowledged work', async () => {
  const next = random(SEED)
  let current = await start()
  const signedIn = (name: Name) => Api.signIn(current, `${name}@brightwater.example`)
  const people: Record<Name, Api> = {
    ada: await signedIn('ada'),
    omar: await signedIn('omar'),
    maya: await signedIn('maya'),
    grace: await signedIn('grace'),
  }
  const { maya } = people
  const categories = (await maya.get('/api/intake-categories')).body as { id: string; name: string }[]
  const intakeCategoryId = categories.find((category) => category.name === 'Software')?.id
  const filed: Filed[] = []
  let stopping = false
  let down = false

  const answersOf = (title: string) =>
    Object.entries({
      'sw-title': title,
      'sw-vendor': 'demo-acme-cloud-vendors',
      'sw-kind': 'sw-kind-1',
      'sw-why': 'Crash test',
      'sw-personal-data': false,
      'sw-amount': { value: 100_00, currency: 'USD' },
      'sw-department': 'demo-engineering-departments',
      'sw-start': '2027-01-04',
    }).map(([questionId, value]) => ({ questionId, value }))

  /** Repeats the same command until the runtime, which may be down, has answered it. */
  const insist = async ({ by, method, path, body }: Act, commandId: string) => {
    for (;;) {
      while (down) await pause(50)
      try {
        const answer = await people[by].call(method, path, body, commandId)
        if (answer.status < 500) {
          expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
          return answer
        }
      } catch (error) {
        if (error instanceof Error && error.name === 'AssertionError') throw error
        // Killed in the middle: no one knows whether it was applied. The command id makes repeating it safe.
      }
      await pause(50)
    }
  }

  const run = async (course: Course, name: string) => {
    const record: Filed = { id: null, title: `Crash ${filed.length + 1}.`, course, isThrough: false }
    filed.push(record)
    const answers = answersOf(record.title)
    const submission = { intakeCategoryId, isDraft: false, answers }
    const body = { batch: 1, totalBatches: 1, submission }
    const file: Act = { by: 'ada', method: 'POST', path: '/api/intake-submission', body }
    const id = (await insist(file, `${name}-file`)).body.id as string
    record.id = id
    for (const [i, act] of course.acts(id, answers, String(intakeCategoryId)).entries())
      await insist(act, `${name}-${i}`)
    record.isThrough = true
    return record
  }

  const work = async (worker: number) => {
    for (let n = 0; !stopping; n++)
      await run(COURSES[(worker + n) % COURSES.length] as Course, `crash-${worker}-${n}-${SEED}`)
  }

  // The emails of each course when nothing is killed, which is what it must send in the end, no email more or less.
  const calm = new Map<Course, string[]>()
  const settle = async (course: Course, index: number) => {
    const record = await run(course, `calm-${index}-${SEED}`)
    calm.set(course, await settled(() => mailsAbout(current, record)))
  }
  await Promise.all(COURSES.map((course, index) => course.ends === 'DELETED' || settle(course, index)))

  let kills = 0
  const kill = async () => {
    const until = Date.now() + SECONDS * 1000
    // A slow machine takes longer to restart, but is killed just as often.
    while (Date.now() < until || kills < 4 || filed.length < 25) {
      await pause(500 + next() * 3500)
      down = true
      process.kill(current.workerdPid, 'SIGKILL')
      kills += 1
      await current.stop()
      current = await start(current)
      down = false
    }
    stopping = true
  }
  await Promise.all([kill(), ...Array.from({ length: WORKERS }, (_, worker) => work(worker))])

  expect(kills).toBeGreaterThan(2)
  expect(filed.length).toBeGreaterThan(20)
  expect(new Set(filed.map((record) => record.id)).size).toBe(filed.length)
  for (const { id, course, isThrough } of filed) {
    expect(isThrough).toBe(true)
    const { status, body } = await maya.get(request(String(id), '/approvals'))
    const history = await maya.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${id}`)
    if (course.ends === 'DELETED') {
      expect([status, history.status]).toEqual([404, 200])
      continue
    }
    expect(body.status).toBe('APPROVED')
    const actions = history.body.edges.map((edge: { node: { action: string } }) => edge.node.action.split('.')[1])
    expect(actions.sort()).toEqual(['submitted', ...course.leaves].sort())
  }
  // Numbers have no gaps and no duplicates, whatever was interrupted.
  const numbers: number[] = []
  for (let cursor: string | null = null; ; ) {
    const page: {
      status: number
      body: { edges: { node: { number: number } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
    } = await maya.get(`/api/intake-submissions?filter=ALL&first=100${cursor ? `&cursor=${cursor}` : ''}`)
    numbers.push(...page.body.edges.map((edge) => edge.node.number))
    if (!page.body.pageInfo.hasNextPage) break
    cursor = page.body.pageInfo.endCursor
  }
  expect(new Set(numbers).size).toBe(numbers.length)
  // The promised emails arrive, each once, although every kill loses the queue's memory.
  const told = (record: Filed) => ({ title: record.title, mails: calm.get(record.course)?.filter(isTold) })
  const lasting = filed.filter(({ course }) => course.ends === 'APPROVED')
  const promised = lasting.flatMap((record) => told(record).mails ?? []).length
  expect(promised).toBeGreaterThan(lasting.length)
  const mails = new Map<Filed, string[]>()
  for (const until = Date.now() + 150_000; Date.now() < until; await pause(500)) {
    for (const record of filed) mails.set(record, await mailsAbout(current, record))
    if (lasting.flatMap((record) => mails.get(record)?.filter(isTold) ?? []).length >= promised) break
  }
  expect(lasting.map((record) => ({ title: record.title, mails: mails.get(record)?.filter(isTold) }))).toEqual(
    lasting.map(told),
  )
  // No one is asked twice for the same, whatever was repeated.
  for (const [{ title, course }, some] of mails) {
    const left = [...course.asks]
    const unexpected = some
      .filter((mail) => !isTold(mail))
      .filter((mail) => {
        const at = left.findIndex((ask) => mail.startsWith(ask.replace(':', '@brightwater.example:')))
        if (at >= 0) left.splice(at, 1)
        return at < 0
      })
    expect(unexpected, title).toEqual([])
    if (course.ends === 'DELETED') expect(some, title).toEqual([...new Set(some)])
  }
  const verified = await maya.call('POST', '/api/audit-logs/verify', {})
  expect(verified.body).toMatchObject({ ok: true })
}, 420_000)
