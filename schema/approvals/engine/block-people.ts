import { listOf, shortListOf } from '../../shared/name-lists.ts'
import { isTask } from '../workflows/rule-kinds.ts'
import { asksPeople, type Block, type Decision, isBroughtToPeople } from './model.ts'

/** The people of a block, as screens and exported files name them. */

/** Whose decision it is: the person's own, or that of the approver they acted for. */
const principalOf = (decision: Decision): string => decision.onBehalfOf?.userId ?? decision.userId

export interface PersonLine {
  userId: string
  name: string
  /** How the person became an approver: "manager of Ada". */
  via: string
  decision: Decision | null
  /** "Bo Li for Dana Fox" if a delegate decided. */
  actedAs: string | null
}

/** Where another way follows in "group Legal and manager of Ada". A name can itself contain " and ". */
const NEXT_WAY =
  / and (?=(?:group|department|business unit|manager of|matrix|named in|chosen for|request[eo]r|admin)\b)/

/** A group as people say it. One that is called so already isn't called so twice. */
const groupWords = (name: string): string => (/\bgroup$/i.test(name) ? name : `${name} group`)

/** How a person became an approver, in words. Blocks from before call the requester by another one. */
export const viaWords = (via: string): string =>
  via
    .split(NEXT_WAY)
    .map((way) => (way === 'requestor' ? 'requester' : way.startsWith('group ') ? groupWords(way.slice(6)) : way))
    .join(' and ')

/** The block's people with their decisions. People who decided but are no longer approvers come last. */
export const personLines = (block: Pick<Block, 'approvers' | 'decisions'>): PersonLine[] => {
  const lines = block.approvers.map((approver): PersonLine => {
    const decision = block.decisions.find((d) => principalOf(d) === approver.userId) ?? null
    return { ...approver, via: viaWords(approver.via), decision, actedAs: decision && actedAs(decision) }
  })
  const known = new Set(block.approvers.map(({ userId }) => userId))
  const others = block.decisions.filter((d) => !known.has(principalOf(d)))
  return [
    ...lines,
    ...others.map((d): PersonLine => ({ userId: d.userId, name: d.name, via: '', decision: d, actedAs: actedAs(d) })),
  ]
}

const actedAs = (decision: Decision): string | null =>
  decision.onBehalfOf ? `${decision.name} for ${decision.onBehalfOf.name}` : null

/** Approvers who can still decide; no one while an automatic task runs. */
export const openPeople = (block: Pick<Block, 'approvers' | 'decisions' | 'automatic'>): string[] =>
  !asksPeople(block)
    ? []
    : personLines(block)
        .filter((line) => line.decision === null)
        .map((line) => line.name)

/** The fields needed to describe the state of a block in one line. */
export type BlockOutline = Pick<
  Block,
  'ruleType' | 'status' | 'approvers' | 'decisions' | 'quorum' | 'closedAt' | 'openedAt' | 'bypassedBy' | 'automatic'
>

const decidedBy = (block: BlockOutline, decision: Decision['decision']): string =>
  listOf([...new Set(block.decisions.filter((d) => d.decision === decision).map((d) => actedAs(d) ?? d.name))])

const undecidedWords = (block: BlockOutline): string => {
  if (block.automatic?.state === 'FAILED') return 'Failed'
  if (block.openedAt === null) return 'Not yet'
  if (block.automatic?.state === 'SENT') return 'Waiting for the vendor'
  if (block.automatic?.state === 'REVIEWED') return 'Answers in review'
  if (block.automatic?.state === 'ORDERED') return 'Accounting system'
  if (block.automatic && !isBroughtToPeople(block.automatic.state)) return 'Running automatically'
  const people = shortListOf(openPeople(block), block.quorum.kind === 'ANY' ? 'or' : 'and')
  return people ? `Waiting for ${people}` : 'Waiting'
}

/**
 * "Approved by Ada", "Waiting for Bo or Cy".
 * @param isOpen whether the request is waiting for anyone
 */
export const blockWords = (block: BlockOutline, isOpen: boolean): string => {
  if (block.bypassedBy) return `Bypassed by ${block.bypassedBy.name}`
  if (block.status === 'PENDING') return isOpen && block.closedAt === null ? undecidedWords(block) : 'Not decided'
  const people = decidedBy(block, block.status)
  const verb = block.status === 'REJECTED' ? 'Rejected' : isTask(block.ruleType) ? 'Completed' : 'Approved'
  return people ? `${verb} by ${people}` : verb
}

/** The people a block can be assigned to: anyone for a task, its approvers for an approval. */
export const mayBeAssigned = (block: Pick<Block, 'ruleType' | 'approvers'>, userId: string): boolean =>
  isTask(block.ruleType) || block.approvers.some((approver) => approver.userId === userId)
