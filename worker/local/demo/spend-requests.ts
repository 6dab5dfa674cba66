import { addDays, addMonths } from '../../../schema/shared/calendar.ts'
import type { SpendBody } from '../../../schema/spend/spend-requests/endpoints.ts'
import type { Env } from '../../env.ts'
import { createRate } from '../../features/platform/currency-rates/index.ts'
import {
  changeServices,
  createSpendRequest,
  createSpendThread,
  decide,
  readApprovals,
  readSpendRequest,
  setArchived,
  updateSpendRequest,
} from '../../features/spend/spend-requests/index.ts'
import { actAs } from './act.ts'
import { demoClock, demoDay } from './clock.ts'
import { COMPANY_ID, slug } from './people.ts'

const line = (
  dollars: number,
  category: string,
  department: string,
  more: Partial<SpendBody['lines'][number]> = {},
) => ({
  amount: Math.round(dollars * 100),
  categoryId: `${slug(category)}-spend-categories`,
  departmentId: `${slug(department)}-departments`,
  ...more,
})
const vendorId = (name: string) => `${slug(name)}-vendors`
const DATA = 'demo-data'
const data = (...kinds: string[]) => [{ id: DATA, value: kinds.map((kind) => `${DATA}-${kind}`) }]

/** A service period that begins so many days from the demo company's day. */
const period = (days: number, months: number) => {
  const serviceStartDate = addDays(demoDay(demoClock.now()), days)
  return { serviceStartDate, serviceEndDate: addDays(addMonths(serviceStartDate, months), -1) }
}

/** What happened so many days ago. */
export interface DatedStory {
  daysAgo: number
  happens(): Promise<void>
}

/** Spend requests in every state, filed and decided by people of the demo company. The oldest first. */
export const spendStories = (env: Env): DatedStory[] => {
  const file = (userId: string, body: SpendBody) => actAs(env, userId, createSpendRequest, body)
  /** The first approver of the next open block decides it. */
  const decideNext = async (id: string, comment = '', status: 'APPROVED' | 'REJECTED' = 'APPROVED') => {
    const { levels, version } = await actAs(env, 'demo-maya', readApprovals, { id })
    const block = levels.flatMap(({ blocks }) => blocks).find((each) => each.status === 'PENDING')
    const [approver] = block?.approvers ?? []
    if (!block || !approver) throw new Error('A spend request of the demo company waits for no one')
    demoClock.pass(5)
    await actAs(env, approver.userId, decide, {
      ...{ id, levelGroupStatusId: block.id, status, comment, seenVersion: version },
    })
  }
  const decideAll = async (id: string) => {
    const open = async () =>
      (await actAs(env, 'demo-maya', readApprovals, { id })).levels
        .flatMap(({ blocks }) => blocks)
        .some(({ status }) => status === 'PENDING')
    while (await open()) await decideNext(id)
  }
  let changed = { id: '' }

  return [
    {
      daysAgo: 60,
      happens: async () => {
        const hosting = await file('demo-jonas', {
          ...{ vendorId: vendorId('Granite Hosting'), ...period(10, 12), needsSigner: true },
          description:
            'Hosting of the fleet service\nTwo regions, for a year. The second region is what customers in Boston ask for.',
          lines: [
            line(18_000, 'Software', 'Engineering', { description: 'Production, Frankfurt' }),
            line(9_600, 'Software', 'Engineering', { description: 'Production, Boston' }),
            line(2_400, 'Software', 'IT', { description: 'Backups' }),
          ],
          customFieldValues: [...data('personal', 'source'), { id: 'demo-reason', value: 'Nearest to our customers.' }],
        })
        await decideAll(hosting.id)
      },
    },
    {
      daysAgo: 38,
      happens: async () => {
        const office = await file('demo-sofia', {
          ...{ vendorId: vendorId('Evergreen Catering'), ...period(14, 12) },
          description: 'Lunch at the Lisbon office',
          lines: [line(14_400, 'Office', 'Operations')],
        })
        await decideAll(office.id)
      },
    },
    {
      daysAgo: 31,
      happens: async () => {
        const legal = await file('demo-sofia', {
          ...{ vendorId: vendorId('Harbor Legal'), requestorId: 'demo-ada', ...period(7, 6) },
          description: 'Patent search for the soft gripper',
          lines: [line(22_500, 'Professional services', 'Engineering')],
          customFieldValues: data('none'),
        })
        await decideNext(legal.id, 'Not before the prototype works. Please file it again in spring.', 'REJECTED')
      },
    },
    {
      daysAgo: 24,
      happens: async () => {
        const print = await file('demo-jonas', {
          ...{ vendorId: vendorId('Inkwell Print'), ...period(3, 1) },
          description: 'Manuals, printed in four languages',
          lines: [line(1_850, 'Office', 'Engineering')],
        })
        await actAs(env, 'demo-jonas', setArchived, {
          ...{ id: print.id, archived: true, message: 'The manuals stay digital.' },
        })
      },
    },
    {
      daysAgo: 12,
      happens: async () => {
        changed = await file('demo-sofia', {
          ...{ vendorId: vendorId('Juniper Travel'), ...period(20, 12) },
          description: 'Travel agency, yearly fee',
          lines: [line(6_000, 'Office', 'Operations'), line(3_000, 'Events', 'Marketing')],
        })
        await decideAll(changed.id)
      },
    },
    {
      daysAgo: 5,
      happens: async () => {
        const before = await actAs(env, 'demo-sofia', readSpendRequest, { id: changed.id })
        const [fee, week] = before.spendRequestLines.map(({ id }) => ({ id }))
        await actAs(env, 'demo-sofia', updateSpendRequest, {
          ...{ id: changed.id, version: before.version, vendorId: before.vendor.id },
          ...{ serviceStartDate: before.serviceStartDate, serviceEndDate: before.serviceEndDate },
          description: 'Travel agency, yearly fee',
          lines: [
            line(6_000, 'Office', 'Operations', fee),
            line(7_500, 'Events', 'Marketing', { ...week, description: 'Robotics Week' }),
          ],
        })
      },
    },
    {
      daysAgo: 4,
      happens: async () => {
        await actAs(env, 'demo-maya', createRate, { base: 'EUR', date: demoDay(demoClock.now()), rate: '1.08' })
        const design = await file('demo-jonas', {
          ...{ vendorId: vendorId('Cobalt Design'), currency: 'EUR', ...period(28, 36) },
          description: 'Redesign of the teach pendant’s screens',
          lines: [
            line(36_000, 'Professional services', 'Engineering', { description: 'Interaction design' }),
            line(12_500, 'Professional services', 'Engineering', { description: 'Tests with operators' }),
          ],
          customFieldValues: data('source'),
        })
        await decideNext(design.id, 'The operators have waited for this.')
        await actAs(env, 'demo-dana', createSpendThread, {
          ...{
            spendRequestId: design.id,
            commentBody: '@[Jonas Berg](demo-jonas) is the second year fixed, or an option?',
          },
          documentIds: [],
        })
      },
    },
    {
      daysAgo: 3,
      happens: async () => {
        const scanner = await file('demo-jonas', {
          ...{ vendorId: vendorId('Beacon Security'), ...period(15, 12) },
          description: 'Scanner for our container images',
          lines: [line(4_800, 'Software', 'Engineering')],
          customFieldValues: data('source'),
        })
        const bought = await env.DB.prepare('SELECT id FROM services WHERE company_id = ? AND vendor_id = ?')
          .bind(COMPANY_ID, vendorId('Beacon Security'))
          .all<{ id: string }>()
        await actAs(env, 'demo-maya', changeServices, {
          ...{
            spendRequestId: scanner.id,
            serviceIdsToAdd: bought.results.map(({ id }) => id),
            serviceIdsToRemove: [],
          },
        })
      },
    },
  ]
}
