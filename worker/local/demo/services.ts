import { addDays, monthOf, shiftMonth } from '../../../schema/shared/calendar.ts'
import { firstDayOf } from '../../../schema/shared/day-count.ts'
import { parseAmount } from '../../../schema/shared/money.ts'
import type { Env } from '../../env.ts'
import { archiveServices, createService } from '../../features/vendors/services/index.ts'
import { actAs } from './act.ts'
import { demoDay } from './clock.ts'
import { slug } from './people.ts'

interface DemoService {
  name: string
  vendor: string
  description: string
  owners: string[]
  department: string
  category: string
  frequency: 'ANNUALLY' | 'MONTHLY' | 'QUARTERLY' | 'ONE_TIME'
  renewal?: string
  /** When the first period begins, in months before (−) or after the current one, and how many months each lasts. */
  periods: {
    starts: number
    months: number
    units?: [count: number, major: number]
    total?: number
    savings?: number
  }[]
  /** Days of notice before each period ends. Reminders come a month before that. */
  notice?: number
  currency?: 'USD' | 'EUR' | 'JPY'
  isArchived?: boolean
}

const SERVICES: DemoService[] = [
  {
    name: 'Compute and storage',
    vendor: 'Acme Cloud',
    description: 'Servers, object storage and backups of the robot fleet.',
    owners: ['demo-priya'],
    department: 'Engineering',
    category: 'Software',
    frequency: 'MONTHLY',
    renewal: 'For one year at a time, 60 days of notice.',
    notice: 60,
    periods: [
      { starts: -20, months: 12, total: 168_000 },
      { starts: -8, months: 12, total: 186_000, savings: 12_000 },
    ],
  },
  {
    name: 'Content delivery',
    vendor: 'Acme Cloud',
    description: 'Firmware downloads close to customers.',
    owners: ['demo-priya'],
    department: 'Engineering',
    category: 'Software',
    frequency: 'MONTHLY',
    periods: [{ starts: -3, months: 12, total: 21_600 }],
  },
  {
    name: 'Product analytics',
    vendor: 'Atlas Analytics',
    description: 'How operators use the control app.',
    owners: ['demo-omar'],
    department: 'Engineering',
    category: 'Software',
    frequency: 'ANNUALLY',
    renewal: 'For one year at a time, 30 days of notice.',
    notice: 30,
    periods: [
      { starts: -22, months: 12, units: [20, 45] },
      { starts: -10, months: 12, units: [35, 42] },
    ],
  },
  {
    name: 'Data warehouse',
    vendor: 'Atlas Analytics',
    description: '',
    owners: ['demo-grace'],
    department: 'Finance',
    category: 'Software',
    frequency: 'QUARTERLY',
    periods: [{ starts: -5, months: 24, total: 96_000 }],
  },
  {
    name: 'Penetration tests',
    vendor: 'Beacon Security',
    description: 'Twice a year, with a retest.',
    owners: ['demo-priya'],
    department: 'Engineering',
    category: 'Professional services',
    frequency: 'ANNUALLY',
    periods: [{ starts: -11, months: 12, total: 38_000, savings: 2_000 }],
  },
  {
    name: 'Endpoint protection',
    vendor: 'Beacon Security',
    description: 'All laptops and build machines.',
    owners: ['demo-priya'],
    department: 'Operations',
    category: 'Software',
    frequency: 'ANNUALLY',
    renewal: 'For one year at a time.',
    periods: [{ starts: -9, months: 12, units: [74, 6.5] }],
  },
  {
    name: 'Brand retainer',
    vendor: 'Cobalt Design',
    description: 'Forty hours a month.',
    owners: ['demo-sofia'],
    department: 'Marketing',
    category: 'Professional services',
    frequency: 'MONTHLY',
    periods: [{ starts: -2, months: 6, units: [40, 110] }],
    currency: 'EUR',
  },
  {
    name: 'Team chat',
    vendor: 'Driftline',
    description: 'Everybody.',
    owners: ['demo-nora'],
    department: 'Operations',
    category: 'Software',
    frequency: 'ANNUALLY',
    renewal: 'For one year at a time, 30 days of notice.',
    notice: 30,
    periods: [
      { starts: -23, months: 12, units: [52, 8] },
      { starts: -11, months: 12, units: [60, 8.25] },
    ],
  },
  {
    name: 'Video meetings',
    vendor: 'Driftline',
    description: '',
    owners: ['demo-nora'],
    department: 'Operations',
    category: 'Software',
    frequency: 'MONTHLY',
    periods: [{ starts: -6, months: 12, units: [60, 4.5] }],
  },
  {
    name: 'Cafeteria Rotterdam',
    vendor: 'Evergreen Catering',
    description: 'Lunch three days a week.',
    owners: ['demo-maya'],
    department: 'Operations',
    category: 'Office',
    frequency: 'MONTHLY',
    periods: [{ starts: -1, months: 12, total: 54_000 }],
    currency: 'EUR',
  },
  {
    name: 'Operator interviews',
    vendor: 'Fathom Research',
    description: 'Field study in Osaka.',
    owners: ['demo-sofia'],
    department: 'Marketing',
    category: 'Professional services',
    frequency: 'ONE_TIME',
    periods: [{ starts: 1, months: 3, total: 4_200_000 }],
    currency: 'JPY',
  },
  {
    name: 'Build servers',
    vendor: 'Granite Hosting',
    description: 'Eight dedicated machines.',
    owners: ['demo-omar'],
    department: 'Engineering',
    category: 'Hardware',
    frequency: 'MONTHLY',
    renewal: 'Month by month after the first year.',
    notice: 14,
    periods: [
      { starts: -14, months: 12, units: [8, 289] },
      { starts: -2, months: 12, units: [8, 299] },
    ],
  },
  {
    name: 'Disaster recovery site',
    vendor: 'Granite Hosting',
    description: '',
    owners: ['demo-omar'],
    department: 'Engineering',
    category: 'Hardware',
    frequency: 'QUARTERLY',
    periods: [{ starts: -12, months: 36, total: 72_000 }],
  },
  {
    name: 'Kestrel CAD seats',
    vendor: 'Kestrel CAD',
    description: 'Mechanical design, floating licenses.',
    owners: ['demo-omar'],
    department: 'Engineering',
    category: 'Software',
    frequency: 'ANNUALLY',
    renewal: 'For one year at a time, 90 days of notice.',
    notice: 90,
    periods: [
      { starts: -10, months: 12, units: [12, 210], savings: 1_800 },
      { starts: 2, months: 12, units: [15, 205] },
    ],
  },
  {
    name: 'Old ticket system',
    vendor: 'Driftline',
    description: 'Replaced by the service desk.',
    owners: ['demo-nora'],
    department: 'Operations',
    category: 'Software',
    frequency: 'ANNUALLY',
    periods: [{ starts: -30, months: 12, units: [40, 11] }],
    isArchived: true,
  },
]

/** The first day of the month that many months after the current one. */
const firstOf = (now: number, offset: number): string => firstDayOf(shiftMonth(monthOf(demoDay(now)), offset))

/** Where personal data is stored. */
const REGIONS: Record<string, string> = {
  'Product analytics': 'EU (Frankfurt)',
  'Team chat': 'USA',
  'Video meetings': 'USA',
  'Data warehouse': 'EU (Frankfurt)',
}

const answersOf = ({ name, category }: DemoService) => {
  const region = REGIONS[name]
  if (!region) return category === 'Software' ? [{ questionId: 'service-data', value: false }] : []
  return [
    { questionId: 'service-data', value: true },
    { questionId: 'service-region', value: region },
  ]
}

/** What Brightwater buys from its vendors. */
export const fillServices = async (env: Env, admin: string, now: number): Promise<void> => {
  const archived: string[] = []
  for (const { currency = 'USD', ...service } of SERVICES) {
    const minor = (major: number) => parseAmount(major, currency) ?? 0
    const { id } = await actAs(env, admin, createService, {
      name: service.name,
      description: service.description,
      vendorId: `${slug(service.vendor)}-vendors`,
      ownerIds: service.owners,
      departmentIds: [`${slug(service.department)}-departments`],
      spendCategoryId: `${slug(service.category)}-spend-categories`,
      paymentFrequency: service.frequency,
      paymentTerm: service.frequency === 'ANNUALLY' ? 'NET_30' : 'NET_15',
      autorenews: service.renewal !== undefined,
      autoRenewalDetail: service.renewal ?? '',
      customForm: answersOf(service),
      servicePeriods: service.periods.map(({ starts, months, units, total, savings = 0 }) => ({
        startDate: firstOf(now, starts),
        endDate: addDays(firstOf(now, starts + months), -1),
        ...(units && { unitsPerMonth: units[0], costPerUnit: minor(units[1]) }),
        ...(total !== undefined && { totalServicePeriodCost: minor(total) }),
        savings: minor(savings),
        currency,
        customForm: units && service.category === 'Software' ? [{ questionId: 'item-seats', value: units[0] }] : [],
        ...(service.notice !== undefined && {
          noticeDays: service.notice,
          renewalReminders: [service.notice + 30, service.notice + 7]
            .map((days) => addDays(firstOf(now, starts + months), -(days + 1)))
            // Reminders already past when the company is created count as handled.
            .filter((day) => day > demoDay(now)),
        }),
      })),
    })
    if (service.isArchived) archived.push(id)
  }
  await actAs(env, admin, archiveServices, { serviceIds: archived, archived: true })
}
