import { ASKABLE_FACTS, type ConditionValue } from '../../shared/conditions.ts'
import type { Exchange } from '../../shared/exchange.ts'
import type { Money } from '../../shared/money.ts'
import type { ApproverMatrix } from '../approver-matrix/conditions.ts'
import type { DeadlineRule } from './deadline-rule.ts'

/** What is known about the thing that is approved, and about its company. The Worker loads it, never the client. */

export interface PersonRef {
  userId: string
  name: string
}

/** Someone who is asked to act. */
export interface AskedPerson extends PersonRef {
  /** When the person joined a step that others had already been asked about, in UTC milliseconds. */
  askedAt?: number
  /** Their place, for deadlines. Missing if the company has none. */
  timeZone?: string
}

/** Who caused that someone is asked, or isn't, and when. */
export interface Choice {
  userId: string
  at: number
}

export interface NamedUsers {
  name: string
  userIds: string[]
  /** By member: who put them there, where that is known. */
  addedBy?: Record<string, Choice>
  /** Who took someone out who would have been asked. */
  removedBy?: readonly Choice[]
}

export interface PlanOrganisation {
  /** Everyone whom the definition, the groups or the request can name. Anyone missing counts as disabled. */
  people: Record<
    string,
    { name: string; disabled: boolean; timeZone?: string; disabledBy?: Choice; enabledBy?: Choice }
  >
  /** By department: the members who approve its requests. */
  departmentApprovers: Record<string, NamedUsers>
  businessUnitApprovers: Record<string, NamedUsers>
  groups: Record<string, NamedUsers>
  /** By requester: who gave them their manager, where that is known. */
  managersSetBy?: Record<string, Choice>
  /** User ids of the company's admins. */
  admins: string[]
  matrices: Record<string, ApproverMatrix>
  /** The deadline of runs that start now. */
  deadline?: DeadlineRule
}

export type FactType = 'AMOUNT' | 'NUMBER' | 'YES_NO' | 'DATE' | 'TEXT' | 'CHOICE' | 'OTHER'

/** A named, typed value. Conditions name it by its key, and an answer to a question is one source of facts. */
export interface Fact {
  label: string
  type: FactType
  /** Amounts are in the currency in which they were asked for. */
  value: ConditionValue
  /** The name of an id in the value. */
  nameOf?(id: string): string | undefined
  /** Another fact has the same value, so its problems are told only once. */
  repeats?: true
}

/** By key: one of `FACTS`, `customFieldFact(id)`, or the id of a question. */
export type Facts = ReadonlyMap<string, Fact>

/** Names of ids in facts: by key, then by id. */
export type Labels = Record<string, Record<string, string>>

/** Keys of the facts that subjects have in common. Ids contain no colon, so no question has one of these keys. */
export const FACTS = {
  amount: 'fact:amount',
  vendor: 'fact:vendor',
  isNewVendor: ASKABLE_FACTS[0],
  contractMonths: 'fact:contract-months',
  startDate: 'fact:start-date',
  endDate: 'fact:end-date',
  dueDate: 'fact:due-date',
  departments: 'fact:departments',
  businessUnits: 'fact:business-units',
  entities: 'fact:entities',
  categories: 'fact:categories',
} as const
export type FactName = keyof typeof FACTS

export const customFieldFact = (fieldId: string): string => `field:${fieldId}`

const NAMED: { [N in FactName]: { label: string; type: FactType } } = {
  amount: { label: 'Amount', type: 'AMOUNT' },
  vendor: { label: 'Vendor', type: 'CHOICE' },
  isNewVendor: { label: 'New vendor', type: 'YES_NO' },
  contractMonths: { label: 'Contract length in months', type: 'NUMBER' },
  startDate: { label: 'Start date', type: 'DATE' },
  endDate: { label: 'End date', type: 'DATE' },
  dueDate: { label: 'Due date', type: 'DATE' },
  departments: { label: 'Department', type: 'CHOICE' },
  businessUnits: { label: 'Business unit', type: 'CHOICE' },
  entities: { label: 'Entity', type: 'CHOICE' },
  categories: { label: 'Category', type: 'CHOICE' },
}

/** The values of the common facts. A missing one is unknown. */
export interface NamedValues {
  amount?: Money | null
  vendor?: string | null
  isNewVendor?: boolean | null
  contractMonths?: number | null
  startDate?: string | null
  endDate?: string | null
  dueDate?: string | null
  departments?: readonly string[]
  businessUnits?: readonly string[]
  entities?: readonly string[]
  categories?: readonly string[]
}

/** The common facts, as entries of a `Facts`. */
export const namedFacts = (values: NamedValues, more: Pick<Fact, 'nameOf' | 'repeats'> = {}): [string, Fact][] =>
  (Object.entries(values) as [FactName, ConditionValue][]).map(([name, value]) => [
    FACTS[name],
    { ...NAMED[name], value, ...more },
  ])

/** The ids in a fact that is a choice. */
export const idsIn = (facts: Facts, key: string): string[] => {
  const value = facts.get(key)?.value
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}

/** The facts of one thing to approve, with the people and the rates that planning needs. */
export interface PlanFacts {
  requestor: PersonRef & { managerUserId: string | null }
  /** The person who files it, if they aren't the requester. */
  onBehalfSubmitter: PersonRef | null
  /** Other people who may not decide: they edited it, chose its approvers, or did so as someone else. */
  barredUserIds?: string[]
  /** Those of them who only chose approvers, and neither filed nor changed it. */
  chooserIds?: string[]
  known: Facts
  /** The rates for comparing amounts in the company's currency. They are recorded with the run. */
  exchange?: Exchange | undefined
  /** By department id: the approver that the requester chose. */
  departmentApproverAssignees?: Readonly<Record<string, string>> | undefined
  organisation: PlanOrganisation
  /** Choices from then on keep the people who made them from deciding. Missing: none do. */
  choicesSince?: number
  /** For money, everyone who was put into a group since then counts later, by anyone. */
  countsLater?: true
}

const SETTLES_MS = 24 * 60 * 60 * 1000

/**
 * From when on choices count: a day before it was filed. They settle with time, and everyone has seen them. What is planned
 * and what is shown before it is filed read the same.
 */
export const unsettled = (
  filedAt: number,
  targetType: string,
): Required<Pick<PlanFacts, 'choicesSince'>> & Pick<PlanFacts, 'countsLater'> => ({
  choicesSince: filedAt - SETTLES_MS,
  ...(targetType === 'BILL' && { countsLater: true as const }),
})
