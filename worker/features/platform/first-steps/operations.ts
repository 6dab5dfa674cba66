import * as endpoints from '../../../../schema/platform/first-steps/endpoints.ts'
import type { FirstStepsState } from '../../../../schema/platform/first-steps/states.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { isSampleSql } from '../bell/index.ts'

interface Found {
  state: FirstStepsState
  people: number
  departments: number
  category: number
  tried: number
  request: number
}

/**
 * A few rows, whatever the company has: each question is about the first rows of an index. A category counts once people
 * can file in it, with a form from a template or made by hand. Sample data is no step.
 */
const read = async ({ db, actor }: StaffContext): Promise<Found> => {
  const found = await db.first<Found>(
    db.sql(
      `SELECT c.first_steps AS state, c.tried_approvals_at IS NOT NULL AS tried,
              COALESCE((SELECT n.active > 1 FROM member_counts n WHERE n.company_id = c.id), 0) AS people,
              EXISTS (SELECT 1 FROM departments d WHERE d.company_id = c.id) AS departments,
              EXISTS (SELECT 1 FROM intake_categories k WHERE k.company_id = c.id AND k.deleted_at IS NULL
                         AND k.type = 'INTERNAL' AND k.form_version > 0
                         AND NOT ${isSampleSql('k.company_id', 'k.id')}) AS category,
              EXISTS (SELECT 1 FROM intake_submissions s INDEXED BY intake_submissions_created
                       WHERE s.company_id = c.id AND s.is_draft = 0
                         AND NOT ${isSampleSql('s.company_id', 's.id')}) AS request
         FROM companies c WHERE c.id = ?`,
      actor.companyId,
    ),
  )
  if (!found) throw new Error('The company of the session was there')
  return found
}

const stepsOf = ({ policy }: StaffContext['actor'], found: Found): endpoints.FirstSteps['steps'] => {
  const hasRequests = policy.company.enableIntakeRequests
  return [
    { step: 'PEOPLE', isDone: found.people === 1 },
    { step: 'DEPARTMENTS', isDone: found.departments === 1 },
    ...(hasRequests
      ? ([
          { step: 'CATEGORY', isDone: found.category === 1 },
          { step: 'TRIED', isDone: found.tried === 1 },
          { step: 'REQUEST', isDone: found.request === 1 },
        ] as const)
      : []),
  ]
}

export const readFirstSteps = query({
  id: 'first-steps.get',
  access: 'settings.manage',
  input: inputOf(endpoints.getFirstSteps),
  run: async (context): Promise<endpoints.FirstSteps> => {
    const found = await read(context)
    return { state: found.state, steps: stepsOf(context.actor, found) }
  },
})

const WORDS: Record<FirstStepsState, string> = {
  OPEN: 'Showed the first steps on Home',
  HIDDEN: 'Hid the first steps on Home',
  DONE: 'Took the first steps of the company',
}

/** Throws RULE_BROKEN for DONE while one isn't taken. */
export const setFirstSteps = command({
  id: 'first-steps.set',
  access: 'settings.manage',
  input: inputOf(endpoints.setFirstSteps),
  run: async (context, { state }) => {
    const { db, actor } = context
    const found = await read(context)
    if (found.state === state) return { state }
    if (state === 'DONE' && stepsOf(actor, found).some(({ isDone }) => !isDone)) {
      throw new AppError('RULE_BROKEN', 'Some of the first steps are still open.', { reason: 'STEPS_OPEN' })
    }
    return commit(context, {
      subject: 'The company',
      statements: [db.sql('UPDATE companies SET first_steps = ? WHERE id = ?', state, actor.companyId)],
      audit: [
        {
          changeKey: `first-steps:${actor.companyId}:${context.newId()}`,
          action: 'company.first-steps',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: WORDS[state],
          changeData: { before: { firstSteps: found.state }, after: { firstSteps: state } },
        },
      ],
      result: { state },
    })
  },
})

/** The first time counts. */
export const markTried = command({
  id: 'first-steps.tried-approvals',
  access: 'settings.manage',
  // It is true once, and stays so.
  idempotency: 'none',
  input: inputOf(endpoints.markApprovalsTried),
  run: async (context) =>
    commit(context, {
      subject: 'The company',
      statements: [
        context.db.sql(
          'UPDATE companies SET tried_approvals_at = ? WHERE id = ? AND tried_approvals_at IS NULL',
          context.clock.now(),
          context.actor.companyId,
        ),
      ],
      audit: [],
      result: null,
    }),
})
