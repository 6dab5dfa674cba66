import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import { software } from '../../../../schema/requests/templates/catalog/software.ts'
import { limitIn } from '../../../../schema/requests/templates/limits.ts'
import { addDays, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { firstDayOf, lastDayOf } from '../../../../schema/shared/day-count.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'

/** What sample data consists of. All names begin with "Sample:", so that no one takes it for the company's own. */

export const VENDORS = [
  {
    key: 'cloud',
    name: 'Sample: Bluebird Cloud',
    description: 'Servers, databases and backups.',
    website: 'https://bluebird.example',
  },
  {
    key: 'design',
    name: 'Sample: Fernleaf Design',
    description: 'The design tool of product and marketing.',
    website: 'https://fernleaf.example',
  },
  {
    key: 'legal',
    name: 'Sample: Harbor Legal',
    description: 'Contracts and questions about employment.',
    website: 'https://harbor.example',
  },
  {
    key: 'office',
    name: 'Sample: Oakline Office',
    description: 'Furniture, cleaning and supplies.',
    website: 'https://oakline.example',
  },
] as const
type VendorKey = (typeof VENDORS)[number]['key']

interface SampleService {
  key: string
  vendor: VendorKey
  name: string
  description: string
  dollars: number
  /** When its current year ends, counted from this month. */
  endsInMonths: number
  autorenews: boolean
  noticeDays: number
  /** The year before cost this. */
  before?: number
  /** In another currency, if the company has them. */
  isAbroad?: true
}

export const SERVICES: readonly SampleService[] = [
  {
    ...{ key: 'hosting', vendor: 'cloud', name: 'Sample: Cloud hosting', description: 'Servers and databases.' },
    ...{ dollars: 48_000, before: 42_000, endsInMonths: 2, autorenews: true, noticeDays: 30 },
  },
  {
    ...{ key: 'backup', vendor: 'cloud', name: 'Sample: Backup storage', description: 'Copies in a second region.' },
    ...{ dollars: 9_600, endsInMonths: 5, autorenews: true, noticeDays: 30 },
  },
  {
    ...{ key: 'design', vendor: 'design', name: 'Sample: Design tool', description: 'Twenty seats.' },
    ...{ dollars: 14_400, before: 12_000, endsInMonths: 1, autorenews: true, noticeDays: 14 },
  },
  {
    ...{ key: 'retainer', vendor: 'legal', name: 'Sample: Legal retainer', description: 'Ten hours a month.' },
    ...{ dollars: 30_000, endsInMonths: 8, autorenews: false, noticeDays: 60, isAbroad: true },
  },
  {
    ...{ key: 'cleaning', vendor: 'office', name: 'Sample: Cleaning', description: 'Three evenings a week.' },
    ...{ dollars: 18_000, endsInMonths: 3, autorenews: false, noticeDays: 30 },
  },
  {
    ...{
      key: 'supplies',
      vendor: 'office',
      name: 'Sample: Office supplies',
      description: 'Paper, coffee and the like.',
    },
    ...{ dollars: 6_000, endsInMonths: 10, autorenews: true, noticeDays: 0 },
  },
]

interface Step {
  label: string
  does: 'APPROVED' | 'REJECTED' | 'TASK'
  comment: string
}

interface SampleRequest {
  key: string
  title: string
  vendor: VendorKey
  /** Which of the template's choices, counted from 0. */
  kind: number
  why: string
  dollars: number
  isDraft?: true
  hasQuote?: true
  /** What has happened to it since it was filed. */
  steps: readonly Step[]
}

export const REQUESTS: readonly SampleRequest[] = [
  {
    ...{ key: 'approved', title: 'Sample: Backup storage, second region', vendor: 'cloud', kind: 2, dollars: 2_400 },
    ...{ why: 'A copy of all data far away from the first one.', hasQuote: true },
    steps: [
      { label: 'Manager', does: 'APPROVED', comment: 'We promised this to customers.' },
      { label: 'Department', does: 'APPROVED', comment: '' },
      { label: 'Set up accounts', does: 'TASK', comment: 'Done, and tested with a restore.' },
    ],
  },
  {
    ...{ key: 'rejected', title: 'Sample: Travel booking portal', vendor: 'office', kind: 0, dollars: 3_600 },
    why: 'One place for flights and hotels.',
    steps: [{ label: 'Manager', does: 'REJECTED', comment: 'We travel too little for this. Ask again next year.' }],
  },
  {
    ...{ key: 'finance', title: 'Sample: Cloud hosting, larger plan', vendor: 'cloud', kind: 2, dollars: 12_000 },
    why: 'The servers are full on Mondays.',
    steps: [
      { label: 'Manager', does: 'APPROVED', comment: 'Cheaper than a second provider.' },
      { label: 'Department', does: 'APPROVED', comment: '' },
    ],
  },
  {
    ...{ key: 'waiting', title: 'Sample: Design tool, five more seats', vendor: 'design', kind: 2, dollars: 3_000 },
    ...{ why: 'Five people join in spring.', steps: [] },
  },
  {
    ...{ key: 'draft', title: 'Sample: Contract archive', vendor: 'legal', kind: 0, dollars: 7_200 },
    ...{ why: 'Find contracts without asking around.', isDraft: true, steps: [] },
  },
]

export const DOCUMENTS = [
  { key: 'order', name: 'Sample: Order form of Bluebird Cloud', vendor: 'cloud', service: 'hosting' },
  { key: 'quote', name: 'Sample: Quote for backup storage', vendor: null, service: null },
] as const

export const TEMPLATE = software
export const CATEGORY_NAME = 'Sample: Software'

/** Last year, if it has one, and this one, in whole months around the day. */
export const periodsFrom = (today: string, { endsInMonths, before }: SampleService) => {
  const yearEndingIn = (months: number) => ({
    startDate: firstDayOf(shiftMonth(monthOf(today), months - 11)),
    endDate: lastDayOf(shiftMonth(monthOf(today), months)),
  })
  const current = yearEndingIn(endsInMonths)
  return [
    ...(before ? [{ ...yearEndingIn(endsInMonths - 12), dollars: before, renewalReminders: [] }] : []),
    { ...current, dollars: 0, renewalReminders: [addDays(current.endDate, -30)] },
  ]
}

/**
 * The template's workflow, in which the requester decides everything, who is the person that loads it. So no one else
 * is asked, and a company of one person can try it.
 */
export const ownWorkflow = (exchange: Exchange): WorkflowDefinition => ({
  ...TEMPLATE.workflow.definition,
  levels: TEMPLATE.workflow.definition.levels.map((level) => ({
    ...level,
    rules: level.rules.map((rule) => {
      const limit = TEMPLATE.limits.find(({ ruleId }) => ruleId === rule.id)
      const minimum = limit && limitIn(limit.dollars, exchange).value
      return {
        ...rule,
        approverType: 'REQUESTOR' as const,
        conditionNumerics: rule.conditionNumerics.map((condition) => ({
          ...condition,
          minimumValue: minimum ?? condition.minimumValue,
        })),
      }
    }),
  })),
})
