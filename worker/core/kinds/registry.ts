import { type Kind, nounOf, slugOf } from '../../../schema/shared/kinds.ts'
import type { StaffActor } from '../actor.ts'
import type { StaffContext } from '../operation.ts'
import type { FurtherHandOver, KindHandOver } from './hand-over.ts'
import type { HistoryCheck } from './history.ts'
import type { NameCopy } from './name-copies.ts'
import type { KindRows } from './rows.ts'
import type { KindSearch } from './search.ts'
import type { KindThreads } from './threads.ts'
import type { KindWaiting } from './waiting.ts'

/**
 * The kinds of objects. The area that owns a kind registers it once and says everything about it, so that history,
 * search, conversations, documents, hand-over and merges work for all kinds without knowing one.
 */
export interface ObjectKind {
  kind: Kind
  rows: KindRows
  /** Who can read its history, even after it was deleted. See the rules in `history.ts`. */
  history(context: StaffContext, id: string): HistoryCheck | null
  /** Null: global search doesn't find it. */
  search: KindSearch | null
  /** Null: people don't discuss it. */
  threads: KindThreads | null
  /** Null: no documents are attached to it on its own page. */
  documents: KindDocuments | null
  /** Null: no one owns it. */
  handOver: KindHandOver | null
  /**
   * Null: no one approves it. Otherwise each that waits for a member gets an outbox row `member.hand-over` when the
   * member is disabled.
   */
  waitingFor: KindWaiting | null
  /** The names that its rows keep, of other objects or of their own parts. */
  copies: readonly NameCopy[]
}

/** Documents on its page. Everyone can read them, and people who can change the object choose them. */
export interface KindDocuments {
  /** SQL of the ids of its owners, as JSON. */
  owners: string
  mayChange(actor: StaffActor, ownerIds: readonly string[]): boolean
}

const kinds = new Map<Kind, ObjectKind>()

export const registerKind = (kind: ObjectKind): void => {
  kinds.set(kind.kind, kind)
}

/** What kinds answer that no one searches, discusses or owns, such as settings. */
export const ONLY_HISTORY = {
  search: null,
  threads: null,
  documents: null,
  handOver: null,
  waitingFor: null,
  copies: [],
} as const satisfies Partial<ObjectKind>

export const allKinds = (): readonly ObjectKind[] => [...kinds.values()]

export const kindOf = (kind: Kind): ObjectKind | undefined => kinds.get(kind)

type Answered<P extends keyof ObjectKind> = ObjectKind & { [K in P]: NonNullable<ObjectKind[K]> }

/** The kinds that have this. */
export const kindsWith = <P extends keyof ObjectKind>(part: P): readonly Answered<P>[] =>
  allKinds().filter((kind): kind is Answered<P> => kind[part] !== null)

const further: FurtherHandOver[] = []

/** What members own that is no kind of object itself. */
export const registerHandOver = (handOver: FurtherHandOver): void => {
  further.push(handOver)
}

/** All that members own. */
export const handOvers = (): FurtherHandOver[] => [
  ...kindsWith('handOver').map(({ kind, handOver }) => ({ ...handOver, kind, noun: nounOf(kind), slug: slugOf(kind) })),
  ...further,
]

/** What refers to members other than their own memberships, so that only someone whom nothing refers to is removed. */
export interface MemberUse {
  /** What a person reads: "They watch or approve requests". */
  text: string
  /** SQL of a row if it refers to member `j.value` of company ?1. */
  sql: string
}

const referring: MemberUse[] = []

/** Where else members are named, besides what they own and what waits for them. */
export const registerMemberUse = (...uses: MemberUse[]): void => {
  referring.push(...uses)
}

export const memberUses = (): readonly MemberUse[] => referring
