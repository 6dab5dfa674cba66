import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { widgetOf } from '../../../integrations/turnstile/client.ts'
import { categoryStatement, requireConfigurator } from './read.ts'
import { type CategoryRule, rulesOf, workflowsStatement } from './workflow-rules.ts'

interface Owner {
  id: string
  name: string
}

interface StoredSettings {
  name: string
  isReadOnly: boolean
  form: FormDefinition
  rules: CategoryRule[]
  settings: endpoints.IntakeCategorySettings
}

const PERSON = "COALESCE(NULLIF(trim(u.first_name || ' ' || u.last_name), ''), u.email)"

/** Columns whose question is in the form, and whose task is in a workflow. Others have nothing to show. */
const existing = (
  columns: endpoints.DashboardColumn[],
  form: FormDefinition,
  rules: CategoryRule[],
): endpoints.DashboardColumn[] => {
  const questions = new Set(answerable(form))
  const tasks = new Set(rules.map((rule) => rule.id))
  return columns.filter(({ questionId, ruleId }) => (ruleId ? tasks.has(ruleId) : questions.has(questionId ?? '')))
}

const answerable = (form: FormDefinition): string[] =>
  form.steps.flatMap((step) => step.questions.filter((q) => q.type !== 'DISPLAY_ONLY').map((q) => q.id))

/** Throws NOT_FOUND for a category that the person can't configure. */
export const requireSettings = async (context: StaffContext, categoryId: string): Promise<StoredSettings> => {
  const { db, actor, env } = context
  const [categories, more, owners, workflows] = await db.batch([
    categoryStatement(context, categoryId),
    db.sql(
      `SELECT approval_mode AS approvalMode, dashboard_columns AS columns, require_person_check AS requirePersonCheck,
              type FROM intake_categories
        WHERE id = ? AND company_id = ?`,
      categoryId,
      actor.companyId,
    ),
    db.sql(
      `SELECT o.user_id AS id, ${PERSON} AS name FROM intake_category_owners o JOIN users u ON u.id = o.user_id
        WHERE o.company_id = ? AND o.intake_category_id = ? ORDER BY lower(${PERSON}), o.user_id`,
      actor.companyId,
      categoryId,
    ),
    workflowsStatement(context, categoryId),
  ])
  const row = categories?.results[0]
  const stored = more?.results[0]
  requireConfigurator(actor, row)
  if (!row || !stored) throw notFound('The category')
  const form = (row.definition ? JSON.parse(String(row.definition)) : { steps: [] }) as FormDefinition
  const rules = rulesOf(workflows?.results ?? [])
  return {
    name: String(row.name),
    isReadOnly: row.isReadOnly === 1,
    form,
    rules,
    settings: {
      approvalMode: (stored.approvalMode as endpoints.IntakeCategorySettings['approvalMode']) ?? null,
      enableAssignees: row.enableAssignees === 1,
      requirePersonCheck: stored.requirePersonCheck === 1,
      canRequirePersonCheck: stored.type === 'PUBLIC' && widgetOf(env) !== null,
      dashboardCustomColumns: existing(JSON.parse(String(stored.columns)), form, rules),
      owners: (owners?.results ?? []) as unknown as Owner[],
      version: Number(row.version),
    },
  }
}

export const readSettings = query({
  id: 'intake.get-category-settings',
  access: 'categories.configure',
  input: inputOf(endpoints.getIntakeCategorySettings),
  run: async (context, { intakeCategoryId }) => (await requireSettings(context, intakeCategoryId)).settings,
})

/** Messages by path in the input, such as `dashboardCustomColumns.1.columnName`. */
const checkColumns = (
  columns: endpoints.DashboardColumn[],
  { form, rules }: StoredSettings,
): Record<string, string> => {
  const messages: Record<string, string> = {}
  const names = new Set<string>()
  const sources = new Set<string>()
  for (const [i, column] of columns.entries()) {
    const source = column.ruleId ?? column.questionId ?? ''
    const name = column.columnName.toLowerCase()
    if (existing([column], form, rules).length === 0) {
      messages[`dashboardCustomColumns.${i}.source`] = column.ruleId
        ? 'This task is not in a workflow of the category'
        : 'This question is not in the form, or has no answer'
    } else if (sources.has(source)) messages[`dashboardCustomColumns.${i}.source`] = 'This is already a column'
    if (names.has(name)) messages[`dashboardCustomColumns.${i}.columnName`] = 'Another column has this name'
    names.add(name)
    sources.add(source)
  }
  return messages
}

/** The new owners of the category. Throws FORBIDDEN, or INVALID for people who aren't active members. */
const newOwners = async ({ db, actor }: StaffContext, before: Owner[], ownerIds: string[]): Promise<Owner[]> => {
  const wanted = [...new Set(ownerIds)]
  const known = new Map(before.map((owner) => [owner.id, owner]))
  if (wanted.length === known.size && wanted.every((id) => known.has(id))) return before
  if (!can(actor.policy, 'settings.manage')) {
    throw new AppError('FORBIDDEN', 'Only people who manage settings can choose category owners.')
  }
  const added = wanted.filter((id) => !known.has(id))
  const found = await db.all<Owner>(
    db.sql(
      `SELECT m.user_id AS id, ${PERSON} AS name FROM company_memberships m JOIN users u ON u.id = m.user_id
        WHERE m.company_id = ? AND m.disabled_at IS NULL AND m.user_id IN (SELECT value FROM json_each(?))`,
      actor.companyId,
      JSON.stringify(added),
    ),
  )
  if (found.length < added.length) throw invalidField('ownerIds', 'One of the people isn’t an active member')
  return [...before.filter((owner) => wanted.includes(owner.id)), ...found].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Replaces the advanced settings. Requests in progress keep the approval mode of their run. Throws INVALID with
 * messages by column, FORBIDDEN if an owner changes the owners, or CONFLICT (STALE_VERSION).
 */
export const saveSettings = command({
  id: 'intake.save-category-settings',
  access: 'categories.configure',
  input: inputOf(endpoints.saveIntakeCategorySettings),
  run: lastWriteWins(async (context, { intakeCategoryId, version: read, ...given }) => {
    const stored = await requireSettings(context, intakeCategoryId)
    if (stored.isReadOnly) throw new AppError('RULE_BROKEN', 'This category cannot be changed.')
    const { owners: present, version = stored.settings.version, ...settings } = { ...stored.settings, version: read }
    if (given.requirePersonCheck && !settings.requirePersonCheck && !settings.canRequirePersonCheck)
      throw invalidField('requirePersonCheck', 'Only sourcing forms can have this check, if Turnstile is set up')
    const ownerIds = given.ownerIds ?? present.map((owner) => owner.id)
    const input = {
      approvalMode: given.approvalMode === undefined ? settings.approvalMode : given.approvalMode,
      enableAssignees: given.enableAssignees ?? settings.enableAssignees,
      requirePersonCheck: given.requirePersonCheck ?? settings.requirePersonCheck,
      dashboardCustomColumns: given.dashboardCustomColumns ?? settings.dashboardCustomColumns,
    }
    if (version !== stored.settings.version) throw staleVersion('The category')
    const messages = checkColumns(input.dashboardCustomColumns, stored)
    const first = Object.values(messages)[0]
    if (first) throw new AppError('INVALID', first, { fields: messages })
    const owners = await newOwners(context, stored.settings.owners, ownerIds)
    const { db, actor } = context
    const { canRequirePersonCheck } = settings
    const result = { ...input, canRequirePersonCheck, owners, version: version + 1 }
    return commit(context, {
      subject: 'The category',
      statements: [
        db.sql(
          `UPDATE intake_categories SET approval_mode = ?, enable_assignees = ?, dashboard_columns = ?,
                                        require_person_check = ?, version = version + 1
            WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
          input.approvalMode,
          input.enableAssignees ? 1 : 0,
          JSON.stringify(input.dashboardCustomColumns),
          input.requirePersonCheck ? 1 : 0,
          intakeCategoryId,
          actor.companyId,
          version,
        ),
        guardOneRow(db),
        ...(owners === stored.settings.owners ? [] : ownersStatements(context, intakeCategoryId, owners)),
      ],
      audit: [
        {
          changeKey: `intake-category:${intakeCategoryId}:v${version + 1}`,
          action: 'intake-category.settings-saved',
          targetType: 'INTAKE_CATEGORY',
          targetId: intakeCategoryId,
          message: `Changed the settings of the category ${stored.name}`,
          changeData: { before: outline(stored.settings), after: outline(result) },
        },
      ],
      result,
    })
  }),
})

const ownersStatements = ({ db, actor }: StaffContext, categoryId: string, owners: Owner[]): D1PreparedStatement[] => [
  db.sql(
    'DELETE FROM intake_category_owners WHERE company_id = ? AND intake_category_id = ?',
    actor.companyId,
    categoryId,
  ),
  db.sql(
    `INSERT INTO intake_category_owners (company_id, intake_category_id, user_id)
     SELECT ?1, ?2, value FROM json_each(?3)`,
    actor.companyId,
    categoryId,
    JSON.stringify(owners.map((owner) => owner.id)),
  ),
]

const outline = (settings: endpoints.IntakeCategorySettings) => ({
  approvalMode: settings.approvalMode ?? 'Company default',
  assignees: settings.enableAssignees,
  ...((settings.canRequirePersonCheck || settings.requirePersonCheck) && {
    'Check that senders are people': settings.requirePersonCheck,
  }),
  owners: settings.owners.map((owner) => owner.name),
  columns: settings.dashboardCustomColumns.map((column) => column.columnName),
})
