import { z } from 'zod'
import { outlineOf, ruleSetChanges } from '../../../../schema/approvals/rule-sets/changes.ts'
import * as endpoints from '../../../../schema/approvals/rule-sets/endpoints.ts'
import {
  EMPTY_CONTENT,
  RULE_SET_LIMITS,
  type RuleSet,
  type RuleSetContent,
} from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { slugOf } from '../../../../schema/shared/kinds.ts'
import { id } from '../../../../schema/shared/values.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound, staleVersion } from '../../../core/errors.ts'
import { handsBy, handsStatement } from '../../../core/hands.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { changeWords } from './change-words.ts'
import { requireSound } from './check.ts'
import { contentOf, ownMode } from './given.ts'
import { KIND_OF, RULE_SET_COLUMNS, type RuleSetRow, type RuleSubject, SUBJECT, toRuleSet } from './load.ts'
import { namedPatch } from './named-by.ts'
import { idsNamedBy, namesOf, principalIdsOf } from './read.ts'

const CHANGED = 'The rule set'
export const onDuplicate = { rule_sets_name: () => invalidField('name', 'Another rule set has this name') }

/** Throws NOT_FOUND, also for another company's or a deleted rule set. */
export const requireRuleSet = async (
  { db, actor }: StaffContext,
  id: string,
  subject: RuleSubject = SUBJECT,
): Promise<RuleSet> => {
  const row = await db.first<RuleSetRow>(
    db.sql(
      `SELECT ${RULE_SET_COLUMNS} FROM rule_sets rs
        WHERE rs.id = ? AND rs.company_id = ? AND rs.subject = '${subject}' AND rs.deleted_at IS NULL`,
      id,
      actor.companyId,
    ),
  )
  if (!row) throw notFound(CHANGED)
  return toRuleSet(row)
}

const versionStatement = (
  { db, actor, clock }: StaffContext,
  { id, version, name, content }: { id: string; version: number; name: string; content: RuleSetContent },
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO rule_set_versions (rule_set_id, version, company_id, name, content, created_by_user_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    id,
    version,
    actor.companyId,
    name,
    JSON.stringify(content),
    actor.userId,
    clock.now(),
  )

/** A new one without rules. */
export const createRuleSet =
  (subject: RuleSubject) =>
  async (context: StaffContext, { name }: { name: string }): Promise<{ id: string }> => {
    const { db, actor } = context
    const setId = context.newId()
    const now = context.clock.now()
    const counted = await db.first<{ count: number }>(
      db.sql(
        `SELECT COUNT(*) AS count FROM rule_sets WHERE company_id = ? AND subject = '${subject}' AND deleted_at IS NULL`,
        actor.companyId,
      ),
    )
    if ((counted?.count ?? 0) >= RULE_SET_LIMITS.sets) {
      const message = `There are ${RULE_SET_LIMITS.sets} rule sets, the maximum. Delete one you don’t use.`
      throw new AppError('RULE_BROKEN', message, { reason: 'TOO_MANY' })
    }
    return commit(context, {
      subject: CHANGED,
      statements: [
        db.sql(
          `INSERT INTO rule_sets (id, company_id, subject, name, ordinal, content, created_at, updated_at)
           SELECT ?1, ?2, '${subject}', ?3, COALESCE(MAX(ordinal) + 1, 0), ?4, ?5, ?5 FROM rule_sets
            WHERE company_id = ?2 AND subject = '${subject}' AND deleted_at IS NULL`,
          setId,
          actor.companyId,
          name,
          JSON.stringify(EMPTY_CONTENT),
          now,
        ),
        versionStatement(context, { id: setId, version: 1, name, content: EMPTY_CONTENT }),
      ],
      audit: [
        {
          changeKey: `${slugOf(KIND_OF[subject])}:${setId}:v1`,
          action: `${slugOf(KIND_OF[subject])}.created`,
          targetType: KIND_OF[subject],
          targetId: setId,
          message: `Created the rule set ${name}`,
          changeData: { after: { name } },
        },
      ],
      result: { id: setId },
      onDuplicate,
    })
  }

export const createSpendRuleSet = command({
  id: 'spend-rules.create',
  access: 'spend-rules.configure',
  input: endpoints.ruleSetName,
  run: createRuleSet(SUBJECT),
})

const UNITS = { spendCategories: 'spend_categories', businessUnits: 'business_units', departments: 'departments' }

/** SQL that holds while everything that it covers is still there. ?6 is its content. */
const STILL_THERE = Object.entries(UNITS)
  .map(
    ([key, table]) => `NOT EXISTS (SELECT 1 FROM json_each(?6, '$.${key}') named WHERE NOT EXISTS (
      SELECT 1 FROM ${table} t WHERE t.id = named.value AND +t.company_id = ?2))`,
  )
  .join(' AND ')

/**
 * The statements that replace the version that was read.
 * @param set as it was read
 */
export const contentStatements = (
  context: StaffContext,
  set: RuleSet,
  subject: RuleSubject,
  { name, content }: { name: string; content: RuleSetContent },
): D1PreparedStatement[] => {
  const { db, actor, clock } = context
  return [
    db.sql(
      `UPDATE rule_sets SET name = ?5, content = ?6, principal_ids = ?7, named_by = json_patch(named_by, ?8), version = version + 1,
              updated_at = ?4
        WHERE id = ?1 AND company_id = ?2 AND version = ?3 AND deleted_at IS NULL AND ${STILL_THERE}`,
      set.id,
      actor.companyId,
      set.version,
      clock.now(),
      name,
      JSON.stringify(content),
      JSON.stringify(principalIdsOf(content)),
      JSON.stringify(subject === 'SPEND_REQUEST' ? namedPatch(context, savedContent(set), content) : {}),
    ),
    guardOneRow(db),
    db.sql('DELETE FROM rule_set_units WHERE company_id = ? AND rule_set_id = ?', actor.companyId, set.id),
    db.sql(
      `INSERT OR IGNORE INTO rule_set_units (company_id, unit_id, rule_set_id)
       SELECT ?1, value, ?2 FROM json_each(?3)`,
      actor.companyId,
      set.id,
      JSON.stringify([...content.spendCategories, ...content.businessUnits, ...content.departments]),
    ),
    versionStatement(context, { id: set.id, version: set.version + 1, name, content }),
    handsStatement(db, actor.companyId, handsBy(actor, 'DEFINITION', set.id, 'CHANGED'), clock.now()),
  ]
}

/** What a set says, as one of its versions keeps it. */
export const savedContent = ({
  spendCategories,
  businessUnits,
  departments,
  customFields,
  levels,
  approvalMode,
}: RuleSet): RuleSetContent => ({
  ...{ spendCategories, businessUnits, departments, customFields, levels },
  ...ownMode(approvalMode),
})

/** For the history: what the new content changes, in sentences, and both in words. */
export const describeChange = async (context: StaffContext, before: RuleSetContent, after: RuleSetContent) => {
  const names = await namesOf(context, [...idsNamedBy(before), ...idsNamedBy(after)])
  const words = {
    nameOf: (id: string) => names.get(id) ?? 'something deleted',
    currency: context.actor.company.currency,
  }
  return {
    changes: ruleSetChanges(before, after, words),
    before: outlineOf(before, words),
    after: outlineOf(after, words),
  }
}

/** The row of the history about a new version. */
export const savedAudit = (
  { id, name, version }: Pick<RuleSet, 'id' | 'name' | 'version'>,
  words: string,
  before: unknown,
  after: unknown,
  subject: RuleSubject = SUBJECT,
) => ({
  changeKey: `${slugOf(KIND_OF[subject])}:${id}:v${version + 1}`,
  action: `${slugOf(KIND_OF[subject])}.saved`,
  targetType: KIND_OF[subject],
  targetId: id,
  message: `Saved version ${version + 1} of the rule set ${name}: ${words}`,
  changeData: { before, after },
})

export interface Save extends endpoints.RuleSetInput {
  spendRuleSetId: string
  name?: string | undefined
  version?: number | undefined
}

/**
 * Saves what is given as a new version. Requests in progress keep the one they started with. Throws INVALID with
 * messages by level, rule or field id, or CONFLICT for a stale version.
 */
export const saveRuleSet = (subject: RuleSubject) =>
  lastWriteWins(async (context: StaffContext, input: Save) => {
    const { spendRuleSetId, name: newName, version, ...given } = input
    const set = await requireRuleSet(context, spendRuleSetId, subject)
    if (version !== undefined && version !== set.version) throw staleVersion(CHANGED)
    const before = savedContent(set)
    const content = contentOf(given, before, context.newId)
    const isSame = JSON.stringify(content) === JSON.stringify(before)
    if (!isSame) await requireSound(context, content, before, subject)
    const name = newName ?? set.name
    if (isSame && name === set.name) return { id: set.id, version: set.version }
    const told = await describeChange(context, before, content)
    const changes = [...(name === set.name ? [] : [`Renamed it from ${set.name} to ${name}`]), ...told.changes]
    return commit(context, {
      subject: CHANGED,
      statements: contentStatements(context, set, subject, { name, content }),
      audit: [
        savedAudit(
          { ...set, name },
          changeWords(changes) || 'changed its order',
          { name: set.name, ...told.before },
          { name, ...told.after },
          subject,
        ),
      ],
      result: { id: set.id, version: set.version + 1 },
      onDuplicate,
    })
  })

const save = saveRuleSet(SUBJECT)

export const renameSpendRuleSet = command({
  id: 'spend-rules.rename',
  access: 'spend-rules.configure',
  input: inputOf(endpoints.renameSpendRuleSet),
  run: save,
})

export const saveSpendRuleSet = command({
  id: 'spend-rules.save',
  access: 'spend-rules.configure',
  input: inputOf(endpoints.saveSpendRuleSet),
  run: save,
})

/** A name or what it covers. */
export const updateSpendRuleSet = command({
  id: 'spend-rules.update',
  access: 'spend-rules.configure',
  input: endpoints.ruleSetSave
    .pick({ spendCategoryIds: true, businessUnitIds: true, departmentIds: true, version: true })
    .extend({ id, name: endpoints.ruleSetName.shape.name.optional() }),
  run: (context, { id: spendRuleSetId, ...given }) => save(context, { ...given, spendRuleSetId }),
})

export const saveSpendRuleSetLevels = command({
  id: 'spend-rules.save-levels',
  access: 'spend-rules.configure',
  input: endpoints.ruleSetSave
    .pick({ levels: true, version: true })
    .required({ levels: true })
    .extend(endpoints.ruleSetParams.shape),
  run: save,
})

export const saveSpendRuleSetCustomFields = command({
  id: 'spend-rules.save-custom-fields',
  access: 'spend-rules.configure',
  input: endpoints.ruleSetSave
    .pick({ customFields: true, version: true })
    .required({ customFields: true })
    .extend(endpoints.ruleSetParams.shape),
  run: save,
})

export const deleteRuleSet =
  (subject: RuleSubject) =>
  async (context: StaffContext, { id: setId }: { id: string }): Promise<{ id: string }> => {
    const set = await requireRuleSet(context, setId, subject)
    const { db, actor, clock } = context
    return commit(context, {
      subject: CHANGED,
      statements: [
        db.sql(
          `UPDATE rule_sets SET deleted_at = ?, version = version + 1
            WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
          clock.now(),
          set.id,
          actor.companyId,
          set.version,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `${slugOf(KIND_OF[subject])}:${set.id}:v${set.version + 1}`,
          action: `${slugOf(KIND_OF[subject])}.deleted`,
          targetType: KIND_OF[subject],
          targetId: set.id,
          message: `Deleted the rule set ${set.name}`,
          changeData: { before: { name: set.name } },
        },
      ],
      result: { id: set.id },
    })
  }

export const deleteSpendRuleSet = command({
  id: 'spend-rules.delete',
  access: 'spend-rules.configure',
  input: z.object({ id }),
  run: deleteRuleSet(SUBJECT),
})
