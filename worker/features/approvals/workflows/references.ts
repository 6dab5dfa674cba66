import type { RuleType, WorkflowDefinition, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { archivedWords, disabledWords } from '../../../core/kinds/archived.ts'
import { MEMBER } from '../../../core/object-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { readableDocument, readableParams } from '../../documents/documents/index.ts'

/** The company objects that a workflow uses: people, groups, approver matrices and documents. */

const principalsOfRule = (rule: WorkflowRule): string[] => [
  ...rule.approverGroupIds,
  ...rule.approverUserIds,
  ...(rule.approverMatrixId ? [rule.approverMatrixId] : []),
  ...rule.watcherGroupIds,
  ...rule.watcherUserIds,
]

const documentsOfRule = ({ settings }: WorkflowRule): string[] => settings.sendDocument?.documentIds ?? []

type RuleCheck = (context: StaffContext, rules: readonly WorkflowRule[]) => Promise<{ id: string; message: string }[]>
const checks = new Map<RuleType, RuleCheck>()

/** Checks what rules of a type name, which another wing knows. Called when its module is loaded. */
export const registerRuleCheck = (type: RuleType, check: RuleCheck): void => void checks.set(type, check)

/** What other wings find wrong with rules. */
export const checkedElsewhere = async (context: StaffContext, rules: readonly WorkflowRule[]) => {
  const found = await Promise.all(
    [...checks].map(([type, check]) => {
      const ofType = rules.filter((rule) => rule.type === type)
      return ofType.length > 0 ? check(context, ofType) : []
    }),
  )
  return found.flat()
}

const rulesOf = (definition: WorkflowDefinition): WorkflowRule[] => definition.levels.flatMap(({ rules }) => rules)

/** Every group, person and approver matrix in these rules. */
export const principalsOfRules = (rules: readonly WorkflowRule[]): string[] => [
  ...new Set(rules.flatMap(principalsOfRule)),
]

/** The same for all rules of a definition. */
export const principalsOf = (definition: WorkflowDefinition): string[] => principalsOfRules(rulesOf(definition))

interface Principal {
  id: string
  columns: string | null
  /** The name of someone who was disabled. */
  disabled: string | null
}
interface Sendable {
  id: string
  name: string
  archivedAt: number | null
}

/**
 * Groups, people, matrices and documents must be the company's own, and a matrix must have the column. Documents are
 * sent by email, so the person can add only those they can read, and keep those already sent. People who were disabled
 * and documents that were archived can stay, and not come in.
 * @param saved the workflow before the change
 */
export const unknownReferences = async (
  context: StaffContext,
  definition: WorkflowDefinition,
  saved: WorkflowDefinition,
): Promise<{ id: string; message: string }[]> => {
  const { db, actor } = context
  const rules = rulesOf(definition)
  const [principals, documents] = await db.batch([
    db.sql(
      `SELECT id, NULL AS columns, NULL AS disabled FROM groups
        WHERE company_id = ?1 AND id IN (SELECT value FROM json_each(?2))
       UNION ALL
       SELECT ids.id, NULL, iif(m.disabled_at IS NULL, NULL, ${MEMBER}) FROM (SELECT value AS id FROM json_each(?2)) ids
        CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = ids.id
       UNION ALL
       SELECT id, approver_columns, NULL FROM approver_matrices
        WHERE +company_id = ?1 AND deleted_at IS NULL AND id IN (SELECT value FROM json_each(?2))`,
      actor.companyId,
      JSON.stringify(principalsOf(definition)),
    ),
    db.sql(
      `SELECT d.id, d.display_name AS name, d.archived_at AS archivedAt FROM json_each(?5) j CROSS JOIN documents d ON d.id = j.value
        WHERE d.company_id = ?1 AND d.deleted_at IS NULL
          AND (d.id IN (SELECT value FROM json_each(?6)) OR (${readableDocument()}))`,
      ...readableParams(actor),
      JSON.stringify([...new Set(rules.flatMap(documentsOfRule))]),
      JSON.stringify(rulesOf(saved).flatMap(documentsOfRule)),
    ),
  ])
  const rows = (principals?.results ?? []) as unknown as Principal[]
  const known = new Set(rows.map((row) => row.id))
  const sendable = new Map(((documents?.results ?? []) as unknown as Sendable[]).map((row) => [row.id, row]))
  const before = new Set([...principalsOf(saved), ...rulesOf(saved).flatMap(documentsOfRule)])
  const left = new Map(
    rows.flatMap(({ id, disabled }) => (disabled === null || before.has(id) ? [] : [[id, disabledWords(disabled)]])),
  )
  const columns = new Map(rows.map((row) => [row.id, JSON.parse(row.columns ?? '[]') as { id: string }[]]))
  const problems = rules.flatMap((rule): { id: string; message: string }[] => {
    const matrix = rule.approverMatrixId
    if (matrix && !known.has(matrix)) return [{ id: rule.id, message: 'The approver matrix no longer exists' }]
    if (principalsOfRule(rule).some((principal) => !known.has(principal)))
      return [{ id: rule.id, message: 'One of the chosen groups or people no longer exists' }]
    const gone = principalsOfRule(rule).find((principal) => left.has(principal))
    if (gone) return [{ id: rule.id, message: left.get(gone) ?? '' }]
    if (documentsOfRule(rule).some((document) => !sendable.has(document)))
      return [{ id: rule.id, message: 'One of the documents doesn’t exist, or you don’t have access to it' }]
    const archived = documentsOfRule(rule)
      .filter((document) => !before.has(document))
      .flatMap((document) => sendable.get(document) ?? [])
      .find(({ archivedAt }) => archivedAt !== null)
    if (archived) return [{ id: rule.id, message: archivedWords(archived.name) }]
    const column = rule.approverMatrixColumnId
    if (matrix && column && !columns.get(matrix)?.some(({ id }) => id === column))
      return [{ id: rule.id, message: 'The column of the approver matrix no longer exists' }]
    return []
  })
  return [...problems, ...(await checkedElsewhere(context, rules))]
}
