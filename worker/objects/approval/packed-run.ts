import { serialOf } from '../../../schema/approvals/engine/block-ids.ts'
import {
  type Block,
  type Decision,
  isDecided,
  type TargetType,
  WORK_STATUSES,
  type WorkStatusSpan,
} from '../../../schema/approvals/engine/model.ts'

/**
 * A run's blocks as D1 stores them: one row with what they have of their own, and numbers for what they share with other
 * requests. The view `level_group_statuses` puts it all together again (migrations/0420), so that a statement reads a row
 * for each block. `basis` is only asked by the machine, which has the log.
 */
export interface PackedRun {
  run: number
  /** The earliest time in it, in milliseconds, or null without any. */
  since: number | null
  /** JSON: the times in it, from the earliest, in milliseconds after `since`. */
  times: string
  /** What it shares, each once. `blocks` has their places. */
  texts: string[]
  /** JSON: a list for each block, whose places the view knows. */
  blocks: string
  /** Whether other runs may have gone just the same way, so that `blocks` is worth sharing too. */
  isUsual: boolean
}

/** Longer runs hardly ever go the same way. */
const MOST_SHARED = 4

/** What a rule says. The last one is a word, which the migration relies on. */
const RULE = ['quorum', 'settings', 'label', 'ruleId', 'ruleType'] as const
/** Whom it asks, which is the same for many requests. */
const PEOPLE = ['approverType', 'approvers', 'approversNote', 'watchers'] as const

/** They have places in the list, or are the row's. */
const PLACED: ReadonlySet<string> = new Set<keyof Block>([
  ...(['id', 'run', 'level', 'ordinal', 'sequence', 'status', 'workStatus'] as const),
  ...(['openedAt', 'decidedAt', 'createdAt', 'basis'] as const),
])

/** What most blocks have, as JSON. */
const USUAL: Partial<Record<keyof Block, string>> = {
  ...{ parentId: 'null', subLevel: '0', reason: '"Always"', assignee: 'null', closedAt: 'null', bypassedAt: 'null' },
  ...{ bypassedBy: 'null', bypassNote: 'null', remindedAt: 'null', remindedBy: 'null', remindedNote: 'null' },
  ...{ reopenedAt: 'null', createdBy: 'null', automatic: 'null' },
}

const TYPES: Record<TargetType, number> = { INTAKE_SUBMISSION: 1, SPEND_REQUEST: 2, BILL: 3, PURCHASE_ORDER: 4 }
/** How the row says what its blocks belong to: a number, or the word where there is none. */
export const storedType = (type: TargetType): number | string => TYPES[type] ?? type

const STATUSES = { PENDING: 0, APPROVED: 1, REJECTED: 2 }

const inside = (value: object): string => JSON.stringify(value).slice(1, -1)
const only = (value: object, keys: readonly string[]): boolean => Object.keys(value).every((key) => keys.includes(key))

const isPlainDecision = (decision: Decision): boolean =>
  only(decision, ['userId', 'name', 'onBehalfOf', 'decision', 'comment', 'answersVersion', 'at']) &&
  (decision.onBehalfOf === undefined || only(decision.onBehalfOf, ['userId', 'name']))

const isPlainSpan = (span: WorkStatusSpan): boolean =>
  only(span, ['userId', 'name', 'status', 'at', 'until', 'spentMs']) &&
  span.spentMs === (span.until === null ? null : span.until - span.at)

/** What a decision says besides who, what and when, as far as it isn't what most say. */
const moreOf = ({ comment, answersVersion }: Decision, onBehalfOf: number | null): unknown[] => {
  if (onBehalfOf !== null) return [comment, answersVersion, onBehalfOf]
  if (answersVersion !== 1) return [comment, answersVersion]
  return comment === '' ? [] : [comment]
}

/** Numbers what is asked for, in the order of asking. */
const numbered = () => {
  const places = new Map<string, number>()
  const place = (text: string): number => {
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, places.size)
    return places.size - 1
  }
  return { place, texts: () => [...places.keys()] }
}

const timesOf = (block: Block): number[] =>
  [
    ...[block.openedAt, block.decidedAt, block.createdAt],
    ...block.decisions.map(({ at }) => at),
    ...block.workStatusHistory.flatMap(({ at, until }) => [at, until]),
  ].filter((at) => at !== null)

export const packedRun = (run: number, blocks: readonly Block[]): PackedRun => {
  const times = [...new Set(blocks.flatMap(timesOf))].sort((a, b) => a - b)
  const since = times[0] ?? null
  const { place, texts } = numbered()
  const timed = (at: number | null): number | null => (at === null ? null : times.indexOf(at))
  const person = ({ userId, name }: { userId: string; name: string }): number => place(inside({ userId, name }))
  const part = (block: Block, keys: readonly (keyof Block)[]): number =>
    place(`${inside(Object.fromEntries(keys.map((key) => [key, block[key]])))},`)

  const packed = blocks.map((block) => {
    const isOfRule = block.ruleId !== null
    const hasPlainDecisions = block.decisions.every(isPlainDecision)
    const hasPlainSpans = block.workStatusHistory.every(isPlainSpan)
    const isPlaced = (key: string): boolean =>
      PLACED.has(key) ||
      (isOfRule && [...RULE, ...PEOPLE].some((each) => each === key)) ||
      (key === 'decisions' && hasPlainDecisions) ||
      (key === 'workStatusHistory' && hasPlainSpans)
    const rest = Object.fromEntries(
      Object.entries(block).filter(
        ([key, value]) => !isPlaced(key) && value !== undefined && JSON.stringify(value) !== USUAL[key as keyof Block],
      ),
    )
    return [
      ...[serialOf(block.id), block.level, block.ordinal, STATUSES[block.status]],
      ...[WORK_STATUSES.indexOf(block.workStatus), block.sequence],
      ...[isOfRule ? part(block, RULE) : null, isOfRule ? part(block, PEOPLE) : null],
      ...[timed(block.openedAt), timed(block.decidedAt), timed(block.createdAt)],
      hasPlainDecisions
        ? block.decisions.map((decision) => {
            const { onBehalfOf, decision: said } = decision
            const by = [person(decision), STATUSES[said], timed(decision.at)]
            return [...by, ...moreOf(decision, onBehalfOf ? person(onBehalfOf) : null)]
          })
        : [],
      hasPlainSpans
        ? block.workStatusHistory.map((span) => [
            ...[WORK_STATUSES.indexOf(span.status), person(span), timed(span.at), timed(span.until)],
          ])
        : [],
      ...(Object.keys(rest).length > 0 ? [rest] : []),
    ]
  })
  const text = JSON.stringify(packed)
  return {
    run,
    since,
    times: JSON.stringify(times.map((at) => at - (since ?? 0))),
    texts: texts(),
    blocks: text,
    // Words are of one request alone.
    isUsual:
      blocks.length <= MOST_SHARED &&
      !text.includes('"') &&
      blocks.every((block) => isDecided(block) || block.closedAt !== null),
  }
}
