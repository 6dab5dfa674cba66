import { createContext, useContext } from 'react'
import type { z } from 'zod'
import type { backtestOf, linkedReplay, ReplayPeriod } from '../../../../schema/approvals/backtest/replay.ts'
import type {
  ModedRuleSet,
  RuleSetInput,
  ruleSetVersions,
  Simulation,
} from '../../../../schema/approvals/rule-sets/endpoints.ts'
import type { RuleKind } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import type { Waits } from '../../../../schema/platform/guarded/endpoints.ts'
import type { Address } from '../../../lib/address.ts'
import type { SampleRequest } from './sample.ts'

/** What rule sets are for: where their pages are, what is asked of the Worker, and how people call it. */

interface Saved {
  id: string
  version: number
  /** It isn't saved yet, and what for. */
  waits?: Waits | undefined
}
/** Without custom fields, where they have none. */
export type RuleSetRead = Omit<ModedRuleSet, 'customFields' | 'approvalMode'> &
  Partial<Pick<ModedRuleSet, 'customFields' | 'approvalMode'>>
type Draft = Partial<RuleSetInput>

export interface RuleSubject {
  /** First part of the keys of its queries. */
  key: string
  history: 'SPEND_RULE_SET' | 'BILL_RULE_SET'
  listHref: Address
  simulateHref: Address
  hrefOf(ruleSetId: string): Address
  /** Only where rule sets have custom fields. */
  fieldsHrefOf?: (ruleSetId: string) => Address
  /** Which rules they can have. */
  kinds: readonly RuleKind[]
  /** Whether what is asked for has a start and an end. */
  hasContract: boolean
  /** Whether a rule set says when its approvers are notified. */
  hasMode: boolean
  words: {
    /** "Spend rules" */
    title: string
    /** "spend request" */
    noun: string
    nouns: string
    /** Under the title of the list. */
    purpose: string
    empty: string
    covers: string
    always: string
    coversEvery: string
    simulateLabel: string
    simulateTitle: string
    simulateHint: string
    tryLabel: string
    tried: string
    resultOf: string
    problemTitle: string
    newVendor: string
    nameHelp: string
    deletes: string
    requester: string
  }
  api: {
    list(signal?: AbortSignal): Promise<RuleSetRead[]>
    read(id: string, signal?: AbortSignal): Promise<RuleSetRead>
    create(name: string, commandId: string): Promise<{ id: string }>
    rename(id: string, body: { name: string; version?: number | undefined }, commandId: string): Promise<Saved>
    save(id: string, body: Draft & { version?: number | undefined }, commandId: string): Promise<Saved>
    remove(id: string, commandId: string): Promise<{ id: string; waits?: Waits | null | undefined }>
    simulate(
      request: SampleRequest,
      draft: (Draft & { id: string }) | undefined,
      signal: AbortSignal,
    ): Promise<Simulation>
    backtest(
      id: string,
      body: Draft & { period?: ReplayPeriod | undefined },
    ): Promise<z.output<ReturnType<typeof backtestOf<typeof linkedReplay>>>>
    versions(id: string, before: number | undefined, signal: AbortSignal): Promise<z.output<typeof ruleSetVersions>>
    version(id: string, version: number): Promise<Omit<RuleSetRead, 'names'>>
  }
}

const Context = createContext<RuleSubject | null>(null)
export const RuleSubjectProvider = Context.Provider

export const useRuleSubject = (): RuleSubject => {
  const subject = useContext(Context)
  if (!subject) throw new Error('There is no RuleSubjectProvider around this')
  return subject
}
