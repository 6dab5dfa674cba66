import type { Answers } from '../../../schema/requests/forms/form.ts'
import type { Notes } from '../../../schema/requests/forms/notes.ts'
import { addDays } from '../../../schema/shared/calendar.ts'
import type { Env } from '../../env.ts'
import { sendBack, withdraw } from '../../features/approvals/blocks/index.ts'
import {
  completeTask,
  createIntakeThread,
  decide,
  readApprovals,
  saveSubmission,
  setArchived,
} from '../../features/requests/submissions/index.ts'
import { actAs } from './act.ts'
import { demoClock, demoDay } from './clock.ts'
import { uploadFile } from './documents.ts'
import { PAST_REQUESTS } from './past-requests.ts'
import { PEOPLE, slug } from './people.ts'
import { quotePdf } from './quote.ts'
import type { DatedStory } from './spend-requests.ts'

const usd = (dollars: number) => ({ value: dollars * 100, currency: 'USD' as const })
const vendor = (name: string) => `${slug(name)}-vendors`
const department = (name: string) => `${slug(name)}-departments`

/** A day that many days after the demo company's current one. */
const dayFrom = (now: number, days: number): string => addDays(demoDay(now), days)

const uploadQuote = async (env: Env, userId: string, name: string, lines: [string, string][], total: string) => {
  const fileName = `${name} quote.pdf`
  return uploadFile(env, userId, { fileName, bytes: await quotePdf(name, lines, total), type: ['ORDER_FORM'] })
}

/** Each step took so long, except lately, when requests follow each other more closely. */
const HOURS_ONCE = [4, 19, 7, 30, 12]
const HOURS_TO_DECIDE = 7
const hoursToDecide = (index: number): number =>
  (index < 14 ? HOURS_ONCE[index % HOURS_ONCE.length] : undefined) ?? HOURS_TO_DECIDE
/** The first was filed ten weeks ago, and they become more frequent. */
const daysAgo = (index: number): number => 3 + 67 * (1 - index / PAST_REQUESTS.length) ** 1.6

interface Categories {
  software: string
  events: string
}

/** Requests in every state, filed and decided by people of the demo company. */
export const fillRequests = async (
  env: Env,
  categories: Categories,
  now: number,
  stories: readonly DatedStory[],
): Promise<void> => {
  const told = [...stories]
  /** What else happened until then, because the demo company's time never goes back. */
  const tellUntil = async (daysAgo: number) => {
    while ((told[0]?.daysAgo ?? -1) >= daysAgo) {
      const story = told.shift()
      demoClock.goTo(story?.daysAgo ?? 0)
      await story?.happens()
    }
  }
  const file = async (
    userId: string,
    intakeCategoryId: string,
    answers: Answers,
    isDraft = false,
    notes: Notes = {},
  ) => {
    const list = Object.entries(answers).map(([questionId, value]) => ({ questionId, value, note: notes[questionId] }))
    const { id } = await actAs(env, userId, saveSubmission, {
      batch: 1,
      totalBatches: 1,
      submission: { intakeCategoryId, isDraft, answers: list },
    })
    if (!id) throw new Error('A request of the demo company was not filed')
    return id
  }
  const blockOf = async (userId: string, id: string, label: string) => {
    const { levels, version } = await actAs(env, userId, readApprovals, { id })
    const block = levels.flatMap((level) => level.blocks).find((candidate) => candidate.label === label)
    if (!block) throw new Error(`A request of the demo company has no block ${label}`)
    return { levelGroupStatusId: block.id, seenVersion: version }
  }
  const approve = async (userId: string, id: string, label: string, comment = '') =>
    actAs(env, userId, decide, { id, status: 'APPROVED', comment, ...(await blockOf(userId, id, label)) })

  const software = (name: string, dollars: number, more: Answers): Answers => ({
    'sw-title': name,
    'sw-kind': 'sw-kind-1',
    'sw-why': 'Requested by the team lead; see the attached quote.',
    'sw-personal-data': false,
    'sw-amount': usd(dollars),
    'sw-department': department('Engineering'),
    'sw-start': dayFrom(demoClock.now(), 21),
    ...more,
  })

  for (const [index, { userId, title, dollars, dueInDays, story, answers }] of PAST_REQUESTS.entries()) {
    await tellUntil(daysAgo(index))
    demoClock.goTo(daysAgo(index))
    const due: Answers = dueInDays === undefined ? {} : { 'sw-due': dayFrom(now, dueInDays) }
    const id = await file(
      userId,
      categories.software,
      software(title, dollars, { ...answers, ...due }),
      story === 'draft',
    )
    const manager = PEOPLE.find((person) => person.id === userId)?.manager ?? ''
    demoClock.pass(hoursToDecide(index))
    if (story === 'manager' || story === 'approved') await approve(manager, id, 'Manager')
    demoClock.pass(hoursToDecide(index))
    if (story === 'approved' && dollars >= 10_000) await approve('demo-dana', id, 'Finance')
    if (story === 'rejected') {
      const block = await blockOf(manager, id, 'Manager')
      await actAs(env, manager, decide, { id, status: 'REJECTED', comment: 'Not this year.', ...block })
    }
    if (story === 'sent-back') {
      const { levelGroupStatusId } = await blockOf(manager, id, 'Manager')
      const message = 'Please add what it would replace, and a quote for two years.'
      await actAs(env, manager, sendBack, { id: levelGroupStatusId, message })
    }
    if (story === 'withdrawn')
      await actAs(env, userId, withdraw, {
        targetType: 'INTAKE_SUBMISSION',
        id,
        message: 'The caterer has its own app now.',
      })
    if (story === 'archived')
      await actAs(env, userId, setArchived, { id, archived: true, message: 'No longer needed.' })
  }

  await tellUntil(2)
  demoClock.goTo(2)
  const quote = await uploadQuote(
    env,
    'demo-ada',
    'Kestrel CAD',
    [
      ['Kestrel CAD Professional, 12 seats', '$16,800.00'],
      ['Onboarding, two days', '$2,400.00'],
    ],
    '$19,200.00',
  )
  await file(
    'demo-ada',
    categories.software,
    software('Kestrel CAD, 12 seats', 19_200, {
      'sw-vendor': vendor('Kestrel CAD'),
      'sw-why': 'The gripper team designs in 2D today and loses a day a week on conversions.',
      'sw-due': dayFrom(now, 10),
      'sw-quote': [quote.id],
    }),
    false,
    { 'sw-amount': 'Includes two days of onboarding; $16,800 a year from the second year on.' },
  )
  const analytics = await file(
    'demo-jonas',
    categories.software,
    software('Atlas Analytics, team plan', 42_000, {
      'sw-vendor': vendor('Atlas Analytics'),
      'sw-personal-data': true,
      'sw-data-kinds': 'Usage data of customers’ robots, kept in Frankfurt.',
      'sw-yearly': true,
    }),
  )
  demoClock.pass(HOURS_TO_DECIDE)
  await approve('demo-omar', analytics, 'Manager', 'Replaces two tools we pay for today.')
  await actAs(env, 'demo-priya', completeTask, {
    id: analytics,
    levelGroupStatusId: (await blockOf('demo-priya', analytics, 'Security review')).levelGroupStatusId,
    comment: 'SOC 2 Type II checked, single sign-on included.',
  })
  await actAs(env, 'demo-priya', createIntakeThread, {
    id: analytics,
    intakeSubmissionAnswerId: 'sw-data-kinds',
    commentBody: '@[Jonas Berg](demo-jonas) please ask them for the list of sub-processors before we sign.',
  })
  const hosting = await file(
    'demo-leo',
    categories.software,
    software('Granite Hosting, larger plan', 8_400, {
      'sw-vendor': vendor('Granite Hosting'),
      'sw-kind': 'sw-kind-3',
      'sw-department': department('IT'),
    }),
  )
  await approve('demo-priya', hosting, 'Manager')
  const recorder = await file(
    'demo-yuki',
    categories.software,
    software('Driftline recorder', 3_600, {
      'sw-vendor': vendor('Driftline'),
      'sw-department': department('Marketing'),
    }),
  )
  await actAs(env, 'demo-ines', decide, {
    id: recorder,
    status: 'REJECTED',
    comment: 'We have this in Cobalt Design already. Please use that first.',
    ...(await blockOf('demo-ines', recorder, 'Manager')),
  })
  await file('demo-yuki', categories.events, {
    'ev-title': 'Robotics Week, customer evening',
    'ev-location': `${slug('Rotterdam')}-locations`,
    'ev-start': dayFrom(now, 60),
    'ev-end': dayFrom(now, 61),
    'ev-guests': 80,
    'ev-amount': usd(14_500),
    'ev-department': [{ id: department('Marketing'), departmentApproverAssigneeUserId: 'demo-ines' }],
  })
  await file('demo-ada', categories.software, { 'sw-title': 'Beacon Security scanner' }, true)
}
