import { systemClock } from '../../core/clock.ts'
import { Database } from '../../core/database.ts'
import { createLogger } from '../../core/log.ts'
import { systemContext } from '../../core/system-context.ts'
import type { Env } from '../../env.ts'
import {
  addBidder,
  addBidFile,
  answerQuestion,
  askQuestion,
  createEvent,
  newToken,
  openDueEvents,
  publishEvent,
  saveScores,
  sendLink,
  submitBid,
} from '../../features/requests/sourcing-events/index.ts'
import { sealOf } from '../../objects/sourcing-seal/client.ts'
import { actAs } from './act.ts'
import { textPdf } from './document-files.ts'
import { COMPANY_ID } from './people.ts'

const DAY_MS = 24 * 3_600_000
/** Time enough to send the bids of an event whose deadline passes while the demo company is filled. */
const SOON_MS = 6_000

interface DemoBid {
  name: string
  email: string
  /** In cents. */
  price: number
  currency?: 'USD' | 'EUR'
  leadTimeDays: number
  remark: string
}

const HOUSINGS: DemoBid[] = [
  {
    ...{ name: 'De Vries Precision', email: 'offers@devriesprecision.example', price: 8_640_000, currency: 'EUR' },
    ...{ leadTimeDays: 24, remark: 'First parts after eight working days. Price holds for twelve months.' },
  },
  {
    ...{ name: 'Kestrel Machining', email: 'bids@kestrelmachining.example', price: 8_150_000, leadTimeDays: 35 },
    remark: 'Anodizing included. We need the drawings as STEP files.',
  },
  {
    ...{ name: 'Norrland Verkstad', email: 'anbud@norrlandverkstad.example', price: 10_900_000, leadTimeDays: 15 },
    remark: 'Two machines are free from January, so we can begin at once.',
  },
]

const FREIGHT: DemoBid[] = [
  {
    ...{ name: 'Northgate Logistics', email: 'tenders@northgatelogistics.example', price: 4_200_000, leadTimeDays: 10 },
    remark: 'Nightly line between Rotterdam and Hull.',
  },
]
const INVITED = { name: 'Harbor & Rail Freight', email: 'sales@harborrail.example' }

/** A link for a bidder whose invitation is only in their mailbox. */
const linkFor = async (env: Env, eventId: string, bidderId: string): Promise<string> => {
  const { token, hash } = newToken(COMPANY_ID)
  await sealOf(env, COMPANY_ID, eventId).admit({ [bidderId]: hash })
  await env.DB.prepare('UPDATE sourcing_bidders SET token_hash = ?, viewed_at = invited_at WHERE id = ?')
    .bind(hash, bidderId)
    .run()
  return token
}

const bidAs = async (env: Env, admin: string, token: string, bid: DemoBid): Promise<void> => {
  const { name, price, currency = 'USD', leadTimeDays, remark } = bid
  const pdf = await textPdf(`Offer of ${name}`, [[{ heading: `Offer of ${name}` }, { text: remark }]])
  const file = new File([new Uint8Array(pdf)], 'offer.pdf', { type: 'application/pdf' })
  const { id } = await actAs(env, admin, addBidFile, { token, file })
  await actAs(env, admin, submitBid, {
    ...{ token, leadTimeDays, remark, answers: [], fileIds: [id] },
    price: { value: price, currency },
  })
}

/**
 * An event that is open for bids, and one whose bids are to be scored.
 * @returns what waits until the deadline of the second one has passed, and opens its bids
 */
export const fillSourcingEvents = async (env: Env, admin: string): Promise<() => Promise<void>> => {
  const owner = { reviewerIds: ['demo-yuki', 'demo-omar'], ownerIds: ['demo-yuki'] }
  const housings = await actAs(env, admin, createEvent, {
    ...owner,
    title: 'Milled housings for the R4 gripper',
    description:
      'We need 1,200 aluminum housings a year, delivered in four lots to Gothenburg. Tolerance is 0.02 mm. Drawings are on request.',
    deadline: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    criteria: [
      { id: 'quality', label: 'Quality', description: 'Tolerances, certificates, references', weight: 50 },
      { id: 'delivery', label: 'Delivery', description: 'Lead time, and how sure it is', weight: 30 },
      { id: 'terms', label: 'Terms', description: 'Payment, warranty, price stability', weight: 20 },
    ],
  })
  const ids: string[] = []
  for (const { name, email } of HOUSINGS) {
    ids.push((await actAs(env, admin, addBidder, { eventId: housings.id, name, email })).id)
  }
  const deadline = Date.now() + SOON_MS
  // Real time: the object that seals the bids has no other clock.
  await env.DB.batch([
    env.DB.prepare('UPDATE sourcing_events SET deadline = ? WHERE id = ?').bind(deadline, housings.id),
    env.DB.prepare('UPDATE sourcing_event_people SET deadline = ? WHERE event_id = ?').bind(deadline, housings.id),
  ])
  await actAs(env, admin, publishEvent, { eventId: housings.id })
  for (const [i, bid] of HOUSINGS.entries()) {
    await bidAs(env, admin, await linkFor(env, housings.id, ids[i] ?? ''), bid)
  }

  const freight = await actAs(env, admin, createEvent, {
    ...owner,
    title: 'Freight of spare parts to the UK',
    description: 'About 30 pallets a month from Rotterdam to Leeds, with customs. Starting in February.',
    deadline: new Date(Date.now() + 9 * DAY_MS).toISOString(),
    criteria: [
      { id: 'service', label: 'Service', description: 'Tracking, and who to call', weight: 60 },
      { id: 'reach', label: 'Reach', description: 'Depots and own trucks', weight: 40 },
    ],
  })
  const [northgate] = FREIGHT
  const eventId = freight.id
  const first = await actAs(env, admin, addBidder, {
    eventId,
    name: northgate?.name ?? '',
    email: northgate?.email ?? '',
  })
  await actAs(env, admin, addBidder, { eventId, ...INVITED })
  await actAs(env, admin, publishEvent, { eventId })
  const token = await linkFor(env, eventId, first.id)
  if (northgate) await bidAs(env, admin, token, northgate)
  const asked = await actAs(env, admin, askQuestion, { token, question: 'Are the pallets stackable?' })
  await actAs(env, admin, answerQuestion, {
    ...{ eventId, questionId: asked.id, version: 1 },
    answer: 'Yes, two high. Each weighs up to 400 kg.',
  })
  await actAs(env, admin, askQuestion, { token, question: 'May we deliver on Saturdays?' })
  // The one in their mailbox works.
  await actAs(env, admin, sendLink, { eventId, bidderId: first.id })

  return async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, deadline - Date.now() + 50)))
    const job = {
      env,
      db: new Database(env.DB, 'first-primary'),
      clock: systemClock,
      log: createLogger({ demo: true }, 'error'),
    }
    await openDueEvents(systemContext(job, { name: 'demo', companyId: null, may: ['system.maintain'] }))
    const points = [
      [8, 7, 6],
      [6, 5, 7],
      [9, 9, 5],
    ]
    await actAs(env, 'demo-omar', saveScores, {
      eventId: housings.id,
      scores: ids.flatMap((bidderId, i) =>
        ['quality', 'delivery', 'terms'].map((criterionId, j) => ({
          ...{ bidderId, criterionId, note: '' },
          score: points[i]?.[j] ?? 5,
        })),
      ),
      submit: true,
    })
  }
}
