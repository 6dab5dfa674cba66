import { openPeople } from '../../../../schema/approvals/engine/block-people.ts'
import type { ApprovalsView, BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import { isSentBack } from '../../../../schema/approvals/engine/model.ts'
import { daysBetween } from '../../../../schema/shared/day-count.ts'
import { listOf, shortListOf } from '../../../../schema/shared/name-lists.ts'
import { formatDate, todayIn } from '../../../lib/format.ts'
import { isoOf } from './blocks.ts'

/** Who is waiting for whom, in one sentence. `strong` marks what matters most. */
export interface Words {
  text: string
  strong?: boolean
}

interface SentenceInput {
  approvals: Pick<ApprovalsView, 'status' | 'levels' | 'archived' | 'decidedIn'>
  /** ISO instant of the last decision, from the request itself. */
  decidedAt: string | null
  /** The person reading. */
  userId: string
  now: Date
  timeZone: string
}

/** "today", "yesterday", "Tuesday" within the last six days, otherwise the date. */
export const sinceWhen = (at: number, now: Date, timeZone: string): string => {
  const days = daysBetween(todayIn(timeZone, new Date(at)), todayIn(timeZone, now))
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  if (days < 7) return new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(new Date(at))
  return formatDate(isoOf(at), timeZone)
}

const namesOf = (block: BlockView, userId: string): string => {
  const open = openPeople(block)
  if (block.canDecide || block.canComplete) {
    if (block.onBehalfOf) return `you for ${block.onBehalfOf.name}`
    const others = open.length - (block.approvers.some((a) => a.userId === userId) ? 1 : 0)
    return others > 0 && block.quorum.kind === 'ALL' ? `you and ${others} ${others === 1 ? 'other' : 'others'}` : 'you'
  }
  return shortListOf(open, block.quorum.kind === 'ANY' ? 'or' : 'and')
}

const blocksIn = (levels: ApprovalsView['levels']): BlockView[] => levels.flatMap((level) => level.blocks)

const sentBack = ({ approvals, now, timeZone }: SentenceInput): Words[] => {
  const asking = blocksIn(approvals.levels).flatMap((block) =>
    isSentBack(block) && block.sentBack ? [block.sentBack] : [],
  )
  if (asking.length === 0) return []
  const names = [
    ...new Set(asking.map(({ by, onBehalfOf }) => (onBehalfOf ? `${by.name} for ${onBehalfOf.name}` : by.name))),
  ]
  const since = Math.min(...asking.map(({ at }) => at))
  return [
    { text: 'Sent back by ' },
    { text: shortListOf(names, 'and'), strong: true },
    { text: `, waiting for the requester since ${sinceWhen(since, now, timeZone)}` },
  ]
}

const waiting = (input: SentenceInput): Words[] => {
  const { approvals, userId, now, timeZone } = input
  const returned = sentBack(input)
  if (returned.length > 0) return returned
  const awaited = blocksIn(approvals.levels).filter((block) => block.isAwaited)
  if (awaited.length === 0) return [{ text: 'Pending' }]
  const words: Words[] = [{ text: 'Waiting for ' }]
  const sinceOf = ({ awaitedSince }: BlockView): string =>
    awaitedSince === null ? '' : ` since ${sinceWhen(awaitedSince, now, timeZone)}`
  // Steps that started waiting on different days each show their own.
  const sinces = new Set(awaited.map(sinceOf))
  // The same people at several steps are named once.
  const groups = new Map<string, { names: string; labels: string[]; since: string }>()
  for (const block of awaited) {
    const names = namesOf(block, userId)
    const since = sinces.size > 1 ? sinceOf(block) : ''
    const key = names ? `${names}${since}` : block.id
    groups.set(key, { names, since, labels: [...(groups.get(key)?.labels ?? []), block.label] })
  }
  const shown = [...groups.values()].slice(0, 3)
  shown.forEach(({ names, labels, since }, i) => {
    if (i > 0) words.push({ text: i === shown.length - 1 && groups.size <= 3 ? ' and ' : ', ' })
    words.push({ text: names || listOf(labels), strong: true })
    if (names || since) words.push({ text: `${names && ` (${shortListOf(labels, 'and')})`}${since}` })
  })
  if (groups.size > 3) words.push({ text: ` and ${groups.size - 3} more` })
  const [since] = sinces
  if (sinces.size === 1 && since) words.push({ text: since })
  return [...words, ...thenWords(approvals.levels)]
}

const thenWords = (levels: ApprovalsView['levels']): Words[] => {
  const later = levels
    .map((level) =>
      level.blocks.filter((block) => block.status === 'PENDING' && !block.isAwaited && block.closedAt === null),
    )
    .filter((blocks) => blocks.length > 0)
  if (later.length === 0) return []
  const shown = later.slice(0, 2).map(
    (blocks) =>
      `; then ${shortListOf(
        blocks.map((block) => block.label),
        'and',
      )}`,
  )
  const rest = later.length - 2
  return [{ text: shown.join('') + (rest > 0 ? `; then ${rest} more ${rest === 1 ? 'level' : 'levels'}` : '') }]
}

/** "Coupa (PR-1042)" */
export const otherSystem = ({ system, reference }: NonNullable<ApprovalsView['decidedIn']>): string =>
  reference ? `${system} (${reference})` : system

const approved = ({ approvals, decidedAt, timeZone }: SentenceInput): Words[] => {
  const blocks = blocksIn(approvals.levels)
  const on = decidedAt ? ` on ${formatDate(decidedAt, timeZone)}` : ''
  if (approvals.decidedIn) return [{ text: `Approved in ${otherSystem(approvals.decidedIn)}${on}` }]
  const names = [
    ...new Set(blocks.flatMap((b) => b.decisions.filter((d) => d.decision === 'APPROVED').map((d) => d.name))),
  ]
  if (names.length > 0) {
    return [{ text: 'Approved by ' }, { text: shortListOf(names, 'and'), strong: true }, { text: on }]
  }
  const bypassed = [...new Set(blocks.flatMap((b) => b.bypassedBy?.name ?? []))]
  if (bypassed.length > 0) return [{ text: `Approved${on}: ${listOf(bypassed)} bypassed the approvals` }]
  return [{ text: `Approved${on}: no approval needed` }]
}

const rejected = ({ approvals, decidedAt, timeZone }: SentenceInput): Words[] => {
  const blocks = blocksIn(approvals.levels)
  const decision = blocks.flatMap((b) => b.decisions).find((d) => d.decision === 'REJECTED')
  const when = decision ? isoOf(decision.at) : decidedAt
  const on = when ? ` on ${formatDate(when, timeZone)}` : ''
  if (approvals.decidedIn) return [{ text: `Rejected in ${otherSystem(approvals.decidedIn)}${on}` }]
  if (!decision) return [{ text: `Rejected${on}` }]
  const name = decision.onBehalfOf ? `${decision.name} for ${decision.onBehalfOf.name}` : decision.name
  const comment = decision.comment.trim()
  return [{ text: 'Rejected by ' }, { text: name, strong: true }, { text: on + (comment ? `: ${comment}` : '') }]
}

const withdrawn = ({ decidedAt, timeZone }: SentenceInput): Words[] => [
  { text: `Withdrawn by the requester${decidedAt ? ` on ${formatDate(decidedAt, timeZone)}` : ''}` },
]

const WORDS: Record<SentenceInput['approvals']['status'], (input: SentenceInput) => Words[]> = {
  PENDING: (input) => (input.approvals.archived ? [] : waiting(input)),
  APPROVED: approved,
  REJECTED: rejected,
  WITHDRAWN: withdrawn,
}

export const statusSentence = (input: SentenceInput): Words[] => {
  const { status, archived } = input.approvals
  const words = WORDS[status](input)
  if (!archived) return words
  return words.length ? [{ text: 'Archived. ' }, ...words] : [{ text: 'Archived before a decision' }]
}

export const plainText = (words: readonly Words[]): string => words.map((word) => word.text).join('')
