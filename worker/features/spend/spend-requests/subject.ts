import { z } from 'zod'
import { customFieldFact, type Fact, type Facts, type Labels } from '../../../../schema/approvals/engine/facts.ts'
import { spendFacts } from '../../../../schema/approvals/rule-sets/spend-facts.ts'
import { hrefOf, nounOf } from '../../../../schema/shared/kinds.ts'
import { id } from '../../../../schema/shared/values.ts'
import {
  askedLines,
  cutContent,
  idsOf,
  LABELS,
  lineCuts,
  type PlannedContent,
  restartingSpendChanges,
  type SpendContent,
  spendChanges,
  spendContent,
  totalOf,
} from '../../../../schema/spend/spend-requests/content.ts'
import { type ApprovalSubject, registerSubject, type Setting } from '../../../objects/approval/subject.ts'
import { refuse } from '../../../objects/approval/turn.ts'
import { settleEffect } from '../../requests/proposed-vendors/index.ts'
import { IS_CURRENT, type SpendSource, spendStatements } from './projection.ts'

/** Spend requests as a subject of the approval machine: lines with amounts, planned by rule sets. */

/** What planning knows besides the content. */
export interface SpendLoaded {
  /** Whether anything was approved for the vendor before. */
  isKnownVendor: boolean
}

const source = z.object({ intakeSubmissionId: id.nullable().default(null) })

type Known = Pick<Setting<unknown, SpendLoaded>, 'labels' | 'loaded'>

/** Values of custom fields, with the names that the run knows: rules that run read fields of sets that changed since. */
const fieldFacts = ({ customFields }: PlannedContent, labels: Labels): [string, Fact][] =>
  Object.entries(customFields).map(([fieldId, value]) => [
    customFieldFact(fieldId),
    {
      label: labels[LABELS.fields]?.[fieldId] ?? 'A removed field',
      type: 'CHOICE',
      value,
      nameOf: (of) => labels[LABELS.options]?.[of],
    },
  ])

/** What rules read. Without what planning loads, the vendor's newness is unknown. */
export const factsOfSpend = (content: PlannedContent, { labels, loaded }: Known): Facts => {
  const lines = askedLines(content)
  const names = new Map(Object.values(labels).flatMap((list) => Object.entries(list)))
  return spendFacts({
    total: totalOf(content),
    vendor: content.vendorId,
    isNewVendor: loaded && content.vendorId ? !loaded.isKnownVendor : null,
    startDate: content.serviceStartDate,
    endDate: content.serviceEndDate,
    departments: idsOf(lines, 'departmentId'),
    businessUnits: idsOf(lines, 'businessUnitId'),
    entities: idsOf(lines, 'entityId'),
    categories: idsOf(lines, 'categoryId'),
    customFields: fieldFacts(content, labels),
    nameOf: (of) => names.get(of),
  })
}

/** The vendor and the beginning of the description: how mails and lists call it. */
export const titleOf = (vendorName: string, description: string): string => {
  const [first = ''] = description.trim().split('\n')
  const short = first.length > 80 ? `${first.slice(0, 79).trimEnd()}…` : first
  return short ? `${vendorName}: ${short}` : vendorName
}

export const spendSubject: ApprovalSubject<SpendContent, SpendSource, SpendLoaded> = {
  targetType: 'SPEND_REQUEST',
  kind: 'spend',
  noun: nounOf('SPEND_REQUEST'),
  href: (of) => hrefOf('SPEND_REQUEST', of),
  audit: { targetType: 'SPEND_REQUEST', area: 'spend-request' },

  content: spendContent,
  filed: ({ content, source: given }, { loaded }) => {
    const origin = source.safeParse(given ?? {})
    if (!origin.success || !loaded) return refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')
    return { content, source: origin.data }
  },
  edited: (_, given) => given,
  isSame: (before, after) => JSON.stringify(before) === JSON.stringify(after),
  facts: factsOfSpend,
  summary: (content) => ({
    title: content.description || 'Spend request',
    amount: totalOf(content),
    dueDate: null,
  }),
  reduced: (before, given, by) => {
    const cuts = lineCuts.safeParse(given)
    if (!cuts.success) return refuse('INVALID', 'INVALID_COMMAND', 'These amounts aren’t valid.')
    const result = cutContent(before, cuts.data, by)
    if ('content' in result) return result.content
    const [message = 'These amounts aren’t valid.'] = Object.values(result.problems)
    return refuse('INVALID', 'ANSWERS_INVALID', message, { fields: result.problems })
  },
  changes: (before, after, { labels }) => spendChanges(before, after, labels),
  restarting: restartingSpendChanges,
  changesWhenApproved: true,

  isCurrent: IS_CURRENT,
  project: spendStatements,
  settled: (outcome, { targetId, requestor, content }) =>
    outcome === 'APPROVED'
      ? settleEffect([content.vendorId], {
          ...{ targetType: 'SPEND_REQUEST', targetId, title: content.description || 'Spend request' },
          // The files of a spend request aren't part of its content.
          ...{ categoryId: null, requestorUserId: requestor.userId, documentIds: [] },
        })
      : [],
  notify: (payload) => ({ topic: 'request.notify', payload }),
}

registerSubject(spendSubject)
