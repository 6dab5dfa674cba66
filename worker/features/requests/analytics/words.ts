import { STATUS_WORDS } from '../../../../schema/approvals/engine/statuses.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import { namesText } from '../../../../schema/shared/values.ts'
import type { Figures, Group } from './figures.ts'
import type { FiguresCall } from './figures-call.ts'

/** Figures as a person says them. What was counted is always part of it, so that a misunderstanding shows. Pure. */

const DAY_MS = 24 * 60 * 60 * 1000

const requests = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'request' : 'requests'}`

export const daysText = (ms: number): string => {
  const days = ms / DAY_MS
  const text = days.toLocaleString('en-US', { maximumFractionDigits: 1 })
  return text === '1' ? '1 day' : `${text} days`
}

const measured = ({ measure }: FiguresCall, group: Group, currency: Currency): string => {
  if (measure === 'COUNT') return group.count.toLocaleString('en-US')
  if (measure === 'AMOUNT') return `${formatMoney({ value: group.amount, currency })} (${requests(group.count)})`
  return group.averageMs === null ? 'none decided' : `${daysText(group.averageMs)} (${requests(group.decided)} decided)`
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const NONE: Partial<Record<FiguresCall['dimension'], string>> = {
  CATEGORY: 'A deleted category',
  DEPARTMENT: 'No department',
  VENDOR: 'No vendor',
  REQUESTER: 'Unknown',
}

const labelOf = ({ dimension }: FiguresCall, { label }: Group): string => {
  if (dimension === 'MONTH') return MONTH.format(new Date(`${label}-01T00:00:00Z`))
  if (dimension === 'STATUS') return STATUS_WORDS[label as keyof typeof STATUS_WORDS] ?? label
  return label || (NONE[dimension] ?? label)
}

const BY: Record<FiguresCall['dimension'], string> = {
  NONE: '',
  MONTH: 'By month',
  STATUS: 'By status',
  CATEGORY: 'By category',
  DEPARTMENT: 'By the requester’s department',
  REQUESTER: 'By requester',
  VENDOR: 'By vendor',
}

const countedText = (call: FiguresCall): string => {
  const statuses = call.statuses.map((status) => STATUS_WORDS[status].toLowerCase()).join(' or ')
  const filters = [
    call.categories.length > 0 && `in ${namesText(call.categories)}`,
    call.departments.length > 0 && `from ${namesText(call.departments)}`,
    `filed from ${dayText(call.from)} to ${dayText(call.to)}`,
  ].filter((filter) => filter !== false)
  return `${statuses && `${statuses} `}requests ${filters.join(', ')}`
}

const headline = (call: FiguresCall, { total }: Figures, currency: Currency): string => {
  const counted = countedText(call)
  if (call.measure === 'COUNT') return `${total.count.toLocaleString('en-US')} ${counted}.`
  if (call.measure === 'AMOUNT')
    return `${formatMoney({ value: total.amount, currency })} in total: ${total.count.toLocaleString('en-US')} ${counted}.`
  if (total.averageMs === null) return `No decision yet on ${total.count.toLocaleString('en-US')} ${counted}.`
  return `${daysText(total.averageMs)} on average from submission to decision, for ${total.decided.toLocaleString('en-US')} decided of ${total.count.toLocaleString('en-US')} ${counted}.`
}

export const figuresText = (call: FiguresCall, figures: Figures, currency: Currency): string => {
  const { groups, groupCount, total, isCut } = figures
  const lines = [headline(call, figures, currency)]
  if (groups.length > 0 && total.count > 0) {
    const shown = groupCount > groups.length ? ` (the ${groups.length} largest of ${groupCount})` : ''
    lines.push('', `${BY[call.dimension]}${shown}:`)
    lines.push(...groups.map((group) => `${labelOf(call, group)}: ${measured(call, group, currency)}`))
  }
  const notes = [
    call.measure === 'AMOUNT' &&
      total.unpriced > 0 &&
      `${requests(total.unpriced)} without an exchange rate ${total.unpriced === 1 ? 'is' : 'are'} left out of the amount.`,
    call.dimension === 'DEPARTMENT' && 'A requester in several departments counts in each.',
    isCut && 'The period has more requests than I can count at once, so these are its newest. Name a shorter period.',
  ].filter((note) => note !== false)
  if (notes.length > 0) lines.push('', ...notes)
  return lines.join('\n')
}
