import * as endpoints from '../../../../schema/platform/sample-data/endpoints.ts'
import { countKinds, countsText, type SampleKind } from '../../../../schema/platform/sample-data/kinds.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf, perform, query, type StaffContext } from '../../../core/operation.ts'
import { documentRemoval } from '../../documents/documents/index.ts'
import { deleteCategory } from '../../requests/categories/index.ts'
import { deleteDraft, tellRequest } from '../../requests/submissions/index.ts'
import { deleteService } from '../services/index.ts'
import { deleteVendor } from '../vendors/index.ts'
import { type Going, planRemoval, type Removal, type Staying } from './staying.ts'
import { idOf, type Load, partOf, readLoad, stepOf } from './stored.ts'

const SUBJECT = 'The sample data'

const nothingThere = (): AppError =>
  new AppError('RULE_BROKEN', 'There is no sample data to remove.', { reason: 'NO_SAMPLE_DATA' })

const findLoad = async (context: StaffContext) => {
  const found = await readLoad(context)
  return found && found.load.status !== 'REMOVED' ? found : null
}

const answerOf = ({ going, staying }: Pick<Removal, 'staying'> & { going: readonly { kind: SampleKind }[] }) => ({
  going: countKinds(going),
  staying,
})

export const readRemoval = query({
  id: 'sample-data.removal',
  access: 'sample-data.manage',
  input: inputOf(endpoints.getSampleRemoval),
  run: async (context) => {
    const found = await findLoad(context)
    return answerOf(found ? await planRemoval(context, found.load, found.objects) : { going: [], staying: [] })
  },
})

/** Vendors after what needs them, and the category after its requests. */
const ORDER: readonly SampleKind[] = ['INTAKE_SUBMISSION', 'SERVICE', 'DOCUMENT', 'VENDOR', 'INTAKE_CATEGORY']

const takeAway = async (context: StaffContext, load: Load, { id, kind, name, sequence, isDraft }: Going) => {
  const own = partOf(context, load, `remove ${id}`)
  const { db, actor } = context
  switch (kind) {
    case 'INTAKE_SUBMISSION':
      if (isDraft) return deleteDraft(own, id)
      return tellRequest(own, {
        submissionId: id,
        categoryId: idOf(context, load, 'category'),
        command: { type: 'delete', seenSequence: sequence },
      })
    case 'SERVICE':
      return perform(deleteService, own, { id })
    case 'DOCUMENT': {
      const { statements, audit } = documentRemoval(context, id, { displayName: name })
      return commit(own, {
        subject: 'The document',
        statements: [
          ...statements,
          db.sql(
            `DELETE FROM document_links WHERE company_id = ?1 AND document_id = ?2 AND target_type = 'INTAKE_SUBMISSION'`,
            actor.companyId,
            id,
          ),
        ],
        audit: [audit],
        result: null,
      })
    }
    case 'VENDOR':
      return perform(deleteVendor, own, { id })
    case 'INTAKE_CATEGORY':
      return perform(deleteCategory, own, { intakeCategoryId: id })
  }
}

/** What the plan said can change until its turn comes. Then it stays, and the answer says why. */
const takeAllAway = async (context: StaffContext, load: Load, { going }: Removal) => {
  const removed: Going[] = []
  const late: Staying[] = []
  for (const kind of ORDER) {
    const done: string[] = []
    for (const each of going.filter((one) => one.kind === kind)) {
      try {
        await takeAway(context, load, each)
        removed.push(each)
        done.push(each.id)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        late.push({ kind: each.kind, id: each.id, name: each.name, reason: error.message })
      }
    }
    if (done.length > 0) await context.db.batch([removedStatement(context, done)])
  }
  return { removed, late }
}

const removedStatement = ({ db, actor, clock }: StaffContext, ids: readonly string[]): D1PreparedStatement =>
  db.sql(
    `UPDATE sample_objects SET removed_at = ?2 WHERE company_id = ?1 AND removed_at IS NULL
        AND id IN (SELECT value FROM json_each(?3))`,
    actor.companyId,
    clock.now(),
    JSON.stringify(ids),
  )

const requireStatus = (
  { db, actor }: StaffContext,
  { startedAt }: Load,
  [to, ...from]: readonly string[],
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE sample_loads SET status = ?2 WHERE company_id = ?1 AND started_at = ?3
        AND status IN (SELECT value FROM json_each(?4))`,
    actor.companyId,
    to,
    startedAt,
    JSON.stringify(from),
  ),
  guardOneRow(db),
]

/** Continues where it broke off. Throws RULE_BROKEN if there is none. */
export const removeSamples = command({
  id: 'sample-data.remove',
  access: 'sample-data.manage',
  input: inputOf(endpoints.removeSampleData),
  run: async (context) => {
    const { db, actor } = context
    const found = await findLoad(context)
    if (!found) throw nothingThere()
    const { load, objects } = found
    await commit(stepOf(context), {
      subject: SUBJECT,
      statements: requireStatus(context, load, ['REMOVING', 'LOADING', 'LOADED', 'REMOVING']),
      audit: [],
      result: null,
    })
    const plan = await planRemoval(context, load, objects)
    const { removed, late } = await takeAllAway(context, load, plan)
    const staying = [...plan.staying, ...late]
    // With what an attempt that broke off had removed.
    const before = objects.filter(({ removedAt }) => removedAt !== null)
    const answer = answerOf({ going: [...before, ...removed], staying })
    const kept = staying.length > 0 ? `. ${staying.length} stay${staying.length === 1 ? 's' : ''}` : ''
    return commit(context, {
      subject: SUBJECT,
      statements: [
        ...requireStatus(context, load, ['REMOVED', 'REMOVING']),
        removedStatement(
          context,
          plan.gone.map(({ id }) => id),
        ),
        // What stays is the company's own from now on.
        db.sql(
          'DELETE FROM sample_objects WHERE company_id = ? AND removed_at IS NULL AND created_at = ?',
          actor.companyId,
          load.startedAt,
        ),
      ],
      audit: [
        {
          changeKey: `sample-data:${actor.companyId}:${context.newId()}`,
          action: 'sample-data.removed',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: `Removed sample data: ${countsText(answer.going) || 'nothing'}${kept}`,
          changeData: { before: answer.going, after: { stays: staying.map(({ name, reason }) => ({ name, reason })) } },
        },
      ],
      result: answer,
    })
  },
})
