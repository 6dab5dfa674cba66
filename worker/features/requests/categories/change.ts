import type { IntakeCategoryType } from '../../../../schema/requests/categories/category-endpoints.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { can, type Permission } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { forgetReferences, referred, refuseWhileUsed } from '../../../core/references.ts'
import { CATEGORY_COLUMNS, mayConfigure, requireConfigurableCategory, toCategory } from './read.ts'

const CATEGORY_REFERRED = referred('INTAKE_CATEGORY', 'category')

/** Category names are unique, ignoring case. */
export const NAME_TAKEN = { intake_categories_name: () => invalidField('name', 'Another category has this name') }

/** Types with their own settings pages, and the flag each needs. */
const CREATABLE: Partial<Record<IntakeCategoryType, Permission>> = {
  INTERNAL: 'requests.create-category',
  PUBLIC: 'sourcing.create-category',
  VENDOR: 'vendor-forms.create-category',
  CUSTOM_VENDOR_FORM: 'vendor-forms.create-category',
}

/** Throws FORBIDDEN if the person creates only other types, INVALID if the company has turned the type off. */
export const checkType = (actor: StaffActor, type: IntakeCategoryType): void => {
  const permission = CREATABLE[type]
  if (permission && can(actor.policy, permission)) return
  if (!can(actor.policy, 'settings.manage')) {
    throw new AppError('FORBIDDEN', 'You can’t create categories of this type. Ask an admin.')
  }
  throw invalidField('type', 'Categories of this type cannot be created here')
}

export const createCategory = command({
  id: 'intake.create-category',
  access: 'categories.create',
  input: inputOf(endpoints.createIntakeCategory),
  run: async (context, { name, description, type, enableAssignees }) => {
    const { db, actor } = context
    checkType(actor, type)
    const categoryId = context.newId()
    return commit(context, {
      subject: 'The category',
      statements: [
        db.sql(
          `INSERT INTO intake_categories (id, company_id, name, description, ordinal, type, created_at,
                                          enable_assignees)
           SELECT ?1, ?2, ?3, ?4, COALESCE(MAX(ordinal) + 1, 0), ?5, ?6, ?7 FROM intake_categories
            WHERE company_id = ?2 AND deleted_at IS NULL`,
          categoryId,
          actor.companyId,
          name,
          description,
          type,
          context.clock.now(),
          enableAssignees ? 1 : 0,
        ),
      ],
      audit: [
        {
          changeKey: `intake-category:${categoryId}:v1`,
          action: 'intake-category.created',
          targetType: 'INTAKE_CATEGORY',
          targetId: categoryId,
          message: `Created the category ${name}`,
          changeData: { after: { name, description, type } },
        },
      ],
      result: { id: categoryId },
      onDuplicate: NAME_TAKEN,
    })
  },
})

/** Throws CONFLICT (STALE_VERSION) if the category changed since `version` was read. */
export const updateCategory = command({
  id: 'intake.update-category',
  access: 'categories.configure',
  input: inputOf(endpoints.updateIntakeCategory),
  run: lastWriteWins(async (context, { intakeCategoryId, version: read, ...given }) => {
    const { category } = await requireConfigurableCategory(context, intakeCategoryId)
    if (category.isReadOnly) throw new AppError('RULE_BROKEN', 'This category cannot be changed.')
    const version = read ?? category.version
    const { name, description = category.description, enableAssignees = category.enableAssignees } = given
    const { db, actor } = context
    return commit(context, {
      subject: 'The category',
      statements: [
        db.sql(
          `UPDATE intake_categories SET name = ?, description = ?, enable_assignees = ?, version = version + 1
            WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
          name,
          description,
          enableAssignees ? 1 : 0,
          intakeCategoryId,
          actor.companyId,
          version,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `intake-category:${intakeCategoryId}:v${version + 1}`,
          action: 'intake-category.updated',
          targetType: 'INTAKE_CATEGORY',
          targetId: intakeCategoryId,
          message: `Changed the category ${name}`,
          changeData: {
            before: {
              name: category.name,
              description: category.description,
              assignees: category.enableAssignees,
            },
            after: { name, description, assignees: enableAssignees },
          },
        },
      ],
      result: { ...category, name, description, enableAssignees, version: version + 1 },
      onDuplicate: NAME_TAKEN,
    })
  }),
})

/** Sets the order of categories. Throws NOT_FOUND if the person can't configure one of them. */
export const reorderCategories = command({
  id: 'intake.update-categories',
  access: 'categories.create',
  input: inputOf(endpoints.reorderIntakeCategories),
  run: async (context, { body }) => {
    const { db, actor } = context
    const rows = await db.all<Parameters<typeof toCategory>[0]>(
      db.sql(
        `SELECT ${CATEGORY_COLUMNS} FROM intake_categories c WHERE c.company_id = ? AND c.deleted_at IS NULL`,
        actor.companyId,
      ),
    )
    const changes = new Map(body.map((entry) => [entry.id, entry]))
    const mine = new Set(rows.filter((row) => mayConfigure(actor, row)).map((row) => row.id))
    if (body.some((entry) => !mine.has(entry.id))) {
      throw new AppError('NOT_FOUND', 'One of the categories was not found. Reload the page.')
    }
    const before = rows.map((row) => toCategory(row))
    const isMoved = (id: string): boolean => changes.get(id)?.ordinal !== undefined
    let last = -1
    const ordinals = new Map(before.map(({ id, ordinal }) => [id, ordinal]))
    const after = before
      .map((category) => {
        const { name, description, ordinal } = changes.get(category.id) ?? {}
        const words = { name: name ?? category.name, description: description ?? category.description }
        const isSame = words.name === category.name && words.description === category.description
        const version = category.version + (isSame ? 0 : 1)
        return { ...category, ...words, ordinal: ordinal ?? category.ordinal, version }
      })
      // Of two with one number, the one that was moved comes first, and the other one after it.
      .sort((a, b) => a.ordinal - b.ordinal || Number(isMoved(b.id)) - Number(isMoved(a.id)))
      .map((category) => {
        last = Math.max(category.ordinal, last + 1)
        return { ...category, ordinal: last }
      })
    const renamed = after.filter((category) => before.some((b) => b.id === category.id && b.version < category.version))
    if (renamed.some((category) => category.isReadOnly)) {
      throw new AppError('RULE_BROKEN', 'This category cannot be changed.')
    }
    return commit(context, {
      subject: 'The order',
      statements: [
        db.sql(
          `UPDATE intake_categories SET (ordinal, name, description, version) =
                  (SELECT value ->> 'ordinal', value ->> 'name', value ->> 'description', value ->> 'version'
                     FROM json_each(?2) WHERE value ->> 'id' = intake_categories.id)
            WHERE company_id = ?1 AND id IN (SELECT value ->> 'id' FROM json_each(?2))`,
          actor.companyId,
          JSON.stringify(after.filter(({ id, ordinal }) => changes.has(id) || ordinals.get(id) !== ordinal)),
        ),
      ],
      audit: [
        {
          changeKey: `intake-category-order:${actor.companyId}:${context.newId()}`,
          action: 'intake-category.reordered',
          targetType: 'INTAKE_CATEGORY',
          targetId: actor.companyId,
          message: 'Changed the order of the categories',
          changeData: { after: after.map((c) => c.name) },
        },
        ...renamed.map((category) => ({
          changeKey: `intake-category:${category.id}:v${category.version}`,
          action: 'intake-category.updated',
          targetType: 'INTAKE_CATEGORY' as const,
          targetId: category.id,
          message: `Changed the category ${category.name}`,
          changeData: { after: { name: category.name, description: category.description } },
        })),
      ],
      onDuplicate: NAME_TAKEN,
      result: after.filter((category) => mine.has(category.id)),
    })
  },
})

/** No new requests can be filed in the category. Its requests, versions and history stay. */
export const deleteCategory = command({
  id: 'intake.delete-category',
  access: 'categories.configure',
  input: inputOf(endpoints.deleteIntakeCategory),
  run: async (context, { intakeCategoryId }) => {
    const { category } = await requireConfigurableCategory(context, intakeCategoryId)
    if (category.isReadOnly) throw new AppError('RULE_BROKEN', 'This category cannot be deleted.')
    const { db, actor } = context
    // Its own workflows go with it.
    await refuseWhileUsed(context, CATEGORY_REFERRED, [category], { besides: [category.id] })
    const now = context.clock.now()
    await commit(context, {
      subject: 'The category',
      statements: [
        db.sql(
          `UPDATE intake_categories SET deleted_at = ?, version = version + 1
            WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
          now,
          intakeCategoryId,
          actor.companyId,
          category.version,
        ),
        guardOneRow(db),
        ...(await forgetReferences(context, [intakeCategoryId])),
      ],
      audit: [
        {
          changeKey: `intake-category:${intakeCategoryId}:v${category.version + 1}`,
          action: 'intake-category.deleted',
          targetType: 'INTAKE_CATEGORY',
          targetId: intakeCategoryId,
          message: `Deleted the category ${category.name}`,
          changeData: { before: { name: category.name } },
        },
      ],
      result: null,
    })
    return null
  },
})
