import { lineOf, type Making, type Month } from './month.ts'
import type { BookDocumentLine } from './shapes.ts'

/** The part of a month's wages by kind of line. */
const WAGES: [account: string, share: number, memo: string][] = [
  ['Salaries and wages', 1, 'Gross wages'],
  ['Payroll taxes', 0.0765, 'Employer taxes'],
  ['Benefits:Health insurance', 0.09, 'Health insurance'],
  ['Benefits:Pension', 0.04, 'Pension'],
]

/** Wages by department and place, twice a month, in whole documents that sum to nothing. */
export const payrollJournals = (making: Making, month: Month, budget: number): void => {
  const { random, index } = month
  const isSmall = budget < 1000
  const departments = isSmall ? making.entries.department.filter(({ parentId }) => !parentId) : making.departments
  const locations = isSmall ? making.locations.slice(0, 1) : making.locations
  for (const [half, day] of [15, month.days].entries()) {
    if (isSmall && half === 0) continue
    const lines: BookDocumentLine[] = []
    for (const department of departments) {
      for (const location of locations) {
        const gross = (38_000 + random.whole(0, 26_000)) * (1 + (index - 290) * 0.005)
        for (const [account, share, memo] of isSmall ? WAGES.slice(0, 2) : WAGES) {
          const debitMinor = Math.round(gross * share * 100)
          const place = { departmentId: department.id, locationId: location.id }
          lines.push(lineOf({ accountId: making.accounts.get(account) ?? null, debitMinor, memo, ...place }))
        }
      }
    }
    const total = lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0)
    lines.push(
      lineOf({
        accountId: making.accounts.get('Payroll liabilities') ?? null,
        debitMinor: -total,
        memo: 'Net pay and withholdings',
      }),
    )
    const number = `PR-${index}-${half + 1}`
    addJournal(
      making,
      month,
      { number, date: month.day(day), memo: `Payroll, ${half === 0 ? 'first' : 'second'} half` },
      lines,
    )
  }
}

interface Heading {
  number: string
  date: string
  memo: string
}

const addJournal = (making: Making, month: Month, heading: Heading, lines: BookDocumentLine[]): void => {
  const entity = making.entries.entity[0]
  if (entity) month.add('journalEntry', entity.id, heading.date, { ...heading, currency: entity.currency }, lines)
}

/** Depreciation, prepaid software, and what is accrued on the last day and taken back on the first. */
export const closingJournals = (making: Making, month: Month): void => {
  const { random, index } = month
  const pair = (debit: string, credit: string, dollars: number, memo: string): BookDocumentLine[] => {
    const [department, debitMinor] = [random.of(making.departments), Math.round(dollars * 100)]
    const of = { memo, departmentId: department.id }
    return [
      lineOf({ ...of, accountId: making.accounts.get(debit) ?? null, debitMinor }),
      lineOf({ ...of, accountId: making.accounts.get(credit) ?? null, debitMinor: -debitMinor }),
    ]
  }
  const accrued = random.around(9000)
  addJournal(making, month, { number: `DEP-${index}`, date: month.day(month.days), memo: 'Depreciation' }, [
    ...pair('Depreciation', 'Machinery:Accumulated depreciation', 11_240, 'Machinery'),
    ...pair('Depreciation', 'Computers:Accumulated depreciation', 3_875.5, 'Computers'),
  ])
  addJournal(making, month, { number: `PRE-${index}`, date: month.day(month.days), memo: 'Prepaid software' }, [
    ...pair('Software:Engineering tools', 'Prepaid expenses:Software', 4_166.67, 'Twelfth of the annual licenses'),
  ])
  addJournal(making, month, { number: `ACC-${index}`, date: month.day(month.days), memo: 'Accrued expenses' }, [
    ...pair('Professional services:Legal', 'Accrued expenses', accrued, 'Not yet billed'),
  ])
  addJournal(making, month, { number: `REV-${index}`, date: month.day(1), memo: 'Reversal of accrued expenses' }, [
    ...pair('Accrued expenses', 'Professional services:Legal', random.around(9000), 'Billed since'),
  ])
}
