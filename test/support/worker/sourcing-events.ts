import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { envOfCell } from '../../../worker/core/cells.ts'
import { newId } from '../../../worker/core/clock.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import { systemContext } from '../../../worker/core/system-context.ts'
import { openDueEvents } from '../../../worker/features/requests/sourcing-events/open.ts'
import { sealOf } from '../../../worker/objects/sourcing-seal/client.ts'
import { cellFor } from './database.ts'
import { question, saveForm, step } from './intake.ts'
import { mailTo, rows } from './sessions.ts'
import { type Answer, anonymous, type Client, makeCompany, signIn, type TestCompany } from './world.ts'

/** A company with an event: an admin who owns it, two reviewers, and bidders with their links. */

const HOUR_MS = 3_600_000

export const CRITERIA = [
  { id: 'quality', label: 'Quality', description: '', weight: 60 },
  { id: 'service', label: 'Service', description: '', weight: 40 },
]

export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

const ok = (answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

export const BID_FORM = [
  step('offer', [
    question('what', 'REQUEST_TITLE', { label: 'What do you offer?', isRequired: true }),
    question('iso', 'YES_NO', { label: 'ISO 9001?' }),
    question('proof', 'DOCUMENTS', { label: 'Certificate', isMulti: true }),
  ]),
]

export const makeBidForm = async (admin: Client): Promise<string> => {
  const { body } = ok(await admin.post('/api/intake-categories', { name: `Suppliers ${newId()}`, type: 'PUBLIC' }))
  await saveForm(admin, body.id, BID_FORM)
  return body.id
}

export interface TestBidder {
  id: string
  name: string
  email: string
  /** The address of their calls. */
  path: string
}

/** The secret in the newest invitation to an address. */
export const linkIn = async (email: string, count = 1): Promise<string> => {
  const mail = await mailTo(email, count)
  const token = /\/public\/sourcing-event\/(\S+)/.exec(mail.text)?.[1]
  if (!token) throw new Error(`There is no link in: ${mail.text}`)
  return `/public-api/sourcing-event/${token}`
}

export const bidOf = (value: number, more: Record<string, unknown> = {}) => ({
  price: { value, currency: 'USD' },
  leadTimeDays: 10,
  remark: '',
  answers: [{ questionId: 'what', value: 'Everything' }],
  fileIds: [],
  ...more,
})

/** For an event without a form. */
export const bareBid = bidOf(100, { answers: [] })

export const makeDraft = async (company: TestCompany, admin: Client, more: Record<string, unknown> = {}) => {
  const { body } = ok(
    await admin.post('/api/sourcing-events', { title: 'Machined parts', deadline: inHours(1), ...more }),
  )
  return { company, eventId: body.id as string, path: `/api/sourcing-events/${body.id}` }
}

export const addBidder = async (admin: Client, path: string, name: string, more: object = {}): Promise<TestBidder> => {
  const email = `${newId()}@bidders.test`
  const { body } = ok(await admin.post(`${path}/bidders`, { name, email, ...more }))
  return { id: body.id, name, email, path: '' }
}

export const publish = async (admin: Client, path: string, bidders: TestBidder[]): Promise<void> => {
  ok(await admin.post(`${path}/publish`))
  for (const bidder of bidders) bidder.path = await linkIn(bidder.email)
}

export const makeEventScene = async (names: string[] = ['Acme', 'Bolt']) => {
  const company = await makeCompany(['enableIntakeRequests', 'enableSourcing', 'enableCurrencies'])
  const owner = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  const [rita, rob, member] = [
    await company.addPerson({ name: 'Rita Reviewer' }),
    await company.addPerson({ name: 'Rob Reviewer' }),
    await company.addPerson({ name: 'Mo Member' }),
  ]
  const admin = await signIn(company, owner)
  const event = await makeDraft(company, admin, {
    intakeCategoryId: await makeBidForm(admin),
    criteria: CRITERIA,
    reviewerIds: [rita.userId, rob.userId],
  })
  const bidders: TestBidder[] = []
  for (const name of names) bidders.push(await addBidder(admin, event.path, name))
  await publish(admin, event.path, bidders)
  const [first, second] = bidders as [TestBidder, TestBidder]
  return {
    ...{ company, owner, admin, rita, rob, member, bidders, first, second },
    ...event,
    reviewer: await signIn(company, rita),
    otherReviewer: await signIn(company, rob),
    stranger: await signIn(company, member),
    submit: async (bidder: TestBidder, bid: object) => ok(await anonymous.post(`${bidder.path}/submit`, bid)),
    open: (hours = 2) => openAfter(company, event.eventId, hours),
    audit: (action: string) =>
      rows<{ message: string; actor_user_id: string | null; change_data: string }>(
        'SELECT message, actor_user_id, change_data FROM audit_log WHERE company_id = ? AND target_id = ? AND action = ? ORDER BY id',
        ...[company.id, event.eventId, `sourcing-event.${action}`],
      ),
  }
}
export type EventScene = Awaited<ReturnType<typeof makeEventScene>>

/** Moves the clock of the event's object. */
export const setClock = async (companyId: string, eventId: string, now: number): Promise<void> => {
  await runInDurableObject(sealOf(env, companyId, eventId), (instance) => {
    ;(instance as unknown as { clock: { now(): number } }).clock = { now: () => now }
  })
}

const jobAt = (companyId: string, now: number) => {
  const own = envOfCell(env, cellFor(companyId))
  const job = {
    env: own,
    db: new Database(own.DB, 'first-primary'),
    clock: { now: () => now },
    log: createLogger({}, 'error'),
  }
  return systemContext(job, { name: 'test', companyId: null, may: ['system.maintain'] })
}

/** What the schedule does, that many hours from now by its own clock. */
export const openByJob = (companyId: string, hours: number): Promise<void> =>
  openDueEvents(jobAt(companyId, Date.now() + hours * HOUR_MS))

export const jobContext = jobAt

/** The deadline passes for everyone. */
export const openAfter = async (company: { id: string }, eventId: string, hours = 2): Promise<void> => {
  await setClock(company.id, eventId, Date.now() + hours * HOUR_MS)
  await openByJob(company.id, hours)
}

export const pdfForm = (name = 'offer.pdf', bytes?: BlobPart): FormData => {
  const form = new FormData()
  form.append('file', new File([bytes ?? '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'], name))
  return form
}
