import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import {
  type ApprovalState,
  type ApprovalView,
  type Block,
  type ContentChange,
  currentBlocks,
} from '../../../../schema/approvals/engine/model.ts'
import type { AnswerChange } from '../../../../schema/requests/forms/answer-changes.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import {
  type Answers,
  answerValue,
  type FormDefinition,
  type QuestionType,
} from '../../../../schema/requests/forms/form.ts'
import { filedAnswers } from '../../../../schema/requests/forms/kept-answers.ts'
import { restartingChanges } from '../../../../schema/requests/forms/restarting.ts'
import { isBlank } from '../../../../schema/requests/forms/validation.ts'
import { allQuestions, dropHidden } from '../../../../schema/requests/forms/visibility.ts'
import {
  type RequestContent,
  type RequestSource,
  requestContent,
  requestOrigin,
} from '../../../../schema/requests/submissions/content.ts'
import { hrefOf, nounOf } from '../../../../schema/shared/kinds.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import {
  type ApprovalSubject,
  type Given,
  registerSubject,
  type Setting,
  type SettledEffect,
} from '../../../objects/approval/subject.ts'
import { refuse } from '../../../objects/approval/turn.ts'
import { awaitsOnlyTasks, later, settleEffect } from '../proposed-vendors/index.ts'
import { answerFacts, chosenApprovers, type RequestLoaded } from './answer-facts.ts'
import { answerChanges, answersAfterEdit, notesAfterEdit, notesOrRefuse, toldNotes, validOrRefuse } from './answers.ts'
import { IS_CURRENT, requestStatements } from './projection.ts'

/** Requests as a subject of the approval machine: answers to a form, with the steps that tasks ask for later. */

type InProgress = Setting<RequestSource, RequestLoaded>
type RequestState = ApprovalState<RequestContent, RequestSource>

/** The form with the rates for its conditions, and what the company doesn't use now. */
const formOf = ({
  source: { form },
  exchange,
  loaded,
}: Pick<InProgress, 'source' | 'exchange'> & Partial<Pick<InProgress, 'loaded'>>): FormDefinition => ({
  ...form,
  ...(exchange && { exchange }),
  ...(loaded?.form.unused && { unused: loaded.form.unused }),
})

/** The requested amount, in its own currency. An additional step may be the first to set it. */
const askedAmount = (form: FormDefinition, answers: Answers): Money | null => {
  const question = allQuestions(form).find(({ type }) => type === 'REQUEST_AMOUNT')
  return ((question && answers[question.id]) as Money | null | undefined) ?? null
}

const stepAnswers = (given: Given['answers']): Answers => {
  const read = Object.entries(given).map(([questionId, value]) => {
    const parsed = answerValue.safeParse(value)
    if (parsed.success) return [questionId, parsed.data] as const
    const message = parsed.error.issues[0]?.message ?? 'The answer is not valid'
    return refuse('INVALID', 'ANSWERS_INVALID', message, { fields: { [questionId]: message } })
  })
  return Object.fromEntries(read)
}

const stepIdsOf = ({ settings }: Block): string[] => settings.stepIds ?? []

/** Who made the decision that ended the run, or bypassed the last step. */
const lastApprover = (state: Pick<ApprovalView, 'blocks' | 'run'>): { userId: string; name: string } | null => {
  const made = currentBlocks(state).flatMap((block) => [
    ...block.decisions.filter(({ decision }) => decision === 'APPROVED'),
    ...(block.bypassedAt !== null && block.bypassedBy ? [{ ...block.bypassedBy, at: block.bypassedAt }] : []),
  ])
  const last = made.toSorted((a, b) => a.at - b.at).at(-1)
  return last ? { userId: last.userId, name: last.name } : null
}

/** The vendors that an approved request names and the company doesn't have yet, with the request's files. */
const vendorsProposed = ({ targetId, requestor, content, pinned }: RequestState): SettledEffect[] => {
  const { source } = pinned
  const valuesOf = (type: QuestionType) =>
    allQuestions(source.form).flatMap((question) => (question.type === type ? [content.answers[question.id]] : []))
  return settleEffect(valuesOf('VENDOR_SELECT'), {
    ...{ targetType: 'INTAKE_SUBMISSION', targetId, title: content.title, categoryId: source.intakeCategoryId },
    requestorUserId: requestor.userId,
    documentIds: valuesOf('DOCUMENTS').flatMap(chosenIds),
  })
}

const asAnswers = (changes: readonly ContentChange[]): AnswerChange[] => changes as AnswerChange[]

/** Events after which a vendor's form waits for someone else than before. */
const CHANGES_FORM: ReadonlySet<ApprovalEvent['type']> = new Set([
  'request.submitted',
  'request.restarted',
  'request.edited',
  'block.sent-back',
  'send-back.ended',
  'decision.undone',
  'decision.revoked',
  'request.approved',
  'request.rejected',
  'request.withdrawn',
  'request.archived',
  'request.unarchived',
  'request.deleted',
])

export const requestSubject: ApprovalSubject<RequestContent, RequestSource, RequestLoaded> = {
  targetType: 'INTAKE_SUBMISSION',
  kind: 'intake',
  noun: nounOf('INTAKE_SUBMISSION'),
  href: (id) => hrefOf('INTAKE_SUBMISSION', id),
  audit: { targetType: 'INTAKE_SUBMISSION', area: 'intake-submission' },

  content: requestContent,
  filed: ({ content, source }, { exchange, loaded }) => {
    const origin = requestOrigin.safeParse(source)
    if (!origin.success || !loaded) return refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')
    const kept: RequestSource = { ...origin.data, form: { steps: loaded.form.steps } }
    const form = formOf({ source: kept, exchange, loaded })
    const answers = dropHidden(form, filedAnswers(form, content.answers))
    validOrRefuse(form, answers)
    const { notes: given, ...fields } = content
    const notes = toldNotes(undefined, notesOrRefuse(form, answers, given))
    return { content: { ...fields, answers, ...notes }, source: kept }
  },
  takenOver: ({ content, source, external: { system, reference } }, { loaded }) => {
    const origin = requestOrigin.safeParse(source)
    if (!origin.success || !loaded) return refuse('INTERNAL', 'PLANNING_MISSING', 'The request couldn’t be imported.')
    const kept: RequestSource = {
      ...origin.data,
      external: { system, reference },
      form: { steps: loaded.form.steps },
    }
    return { content: { ...content, answers: filedAnswers(kept.form, content.answers) }, source: kept }
  },
  edited: (before, { notes: given, ...fields }, setting) => {
    const form = formOf(setting)
    const answers = answersAfterEdit(form, before.answers, fields.answers)
    const notes = notesAfterEdit(form, answers, before.notes, given)
    // A form stays with the vendor it was sent to.
    const kept = setting.source.vendorForm ? { ...fields, vendorId: before.vendorId } : fields
    return { ...kept, answers, ...toldNotes(before.notes, notes) }
  },
  filled: (before, block, given, setting) => {
    const form = formOf(setting)
    const stepIds = stepIdsOf(block)
    const asked = new Set(form.steps.filter((s) => stepIds.includes(s.id)).flatMap((s) => s.questions.map((q) => q.id)))
    const isAsked = ([questionId]: [string, unknown]): boolean => asked.has(questionId)
    const step = Object.fromEntries(Object.entries(stepAnswers(given.answers)).filter(isAsked))
    const answers = dropHidden(form, { ...before.answers, ...step })
    validOrRefuse(form, answers, stepIds)
    const others = Object.entries(before.notes ?? {}).filter((entry) => !isAsked(entry))
    const noted = Object.entries(given.notes).filter(isAsked)
    const notes = notesOrRefuse(form, answers, Object.fromEntries([...others, ...noted]))
    const content = {
      ...before,
      answers,
      ...toldNotes(before.notes, notes),
      amount: askedAmount(form, answers) ?? before.amount,
    }
    const changes = answerChanges(form, before, content)
    // Answering a step for the first time is its task. Changing what others have seen is an edit.
    const again = changes.filter((change) => !asked.has(change.questionId) || !isBlank(change.before))
    return { content, changes, restarting: restartingChanges(form, again) }
  },
  requireFilled: (content, block, setting) => validOrRefuse(formOf(setting), content.answers, stepIdsOf(block)),
  isSame: (before, after) =>
    before.title === after.title &&
    JSON.stringify(before.amount) === JSON.stringify(after.amount) &&
    before.vendorId === after.vendorId &&
    before.dueDate === after.dueDate,
  facts: ({ answers }, setting) => answerFacts({ ...setting, form: formOf(setting), answers }),
  summary: ({ title, amount, dueDate }) => ({ title, amount, dueDate }),
  categoryIds: (_, { source: { intakeCategoryId } }) => [intakeCategoryId],
  chosenApprovers: ({ answers }, setting) => chosenApprovers(formOf(setting), answers),
  changes: (before, after, { source }) => answerChanges(source.form, before, after),
  restarting: (changes, { source }) => restartingChanges(source.form, asAnswers(changes)),

  isCurrent: IS_CURRENT,
  project: requestStatements,
  settled: (outcome, state) => {
    const { targetId: submissionId, pinned } = state
    if (!pinned.source.vendorForm) return outcome === 'APPROVED' ? vendorsProposed(state) : []
    if (outcome === 'WITHDRAWN') return []
    const news = { submissionId, kind: outcome, actorName: '', note: '' } as const
    const told: SettledEffect = { topic: 'vendor-form.news', payload: news }
    if (outcome === 'REJECTED') return [told]
    const updates = { submissionId, approvedBy: lastApprover(state), answeredBy: state.requestor.name }
    return [told, { topic: 'vendor-form.update-vendor', payload: updates }]
  },
  // A stranger has no page of ours that says it arrived.
  started: ({ targetId, pinned: { source } }) =>
    source.contact && !source.vendorForm ? [{ topic: 'sourcing.receipt', payload: { submissionId: targetId } }] : [],
  follows: (event, state) => {
    const { targetId, pinned } = state
    const { source } = pinned
    if (!source.vendorForm) return awaitsOnlyTasks(event, state) ? vendorsProposed(state).map(later) : []
    const { actor } = event
    return [
      ...(event.type === 'block.sent-back'
        ? [
            {
              topic: 'vendor-form.news' as const,
              payload: {
                submissionId: targetId,
                kind: 'SENT_BACK' as const,
                actorName: actor.name,
                note: event.message,
              },
            },
          ]
        : []),
      ...(source.vendorForm.isForTask && CHANGES_FORM.has(event.type)
        ? [{ topic: 'vendor-form.changed' as const, payload: { submissionId: targetId } }]
        : []),
    ]
  },
  notify: (payload) => ({ topic: 'request.notify', payload }),
}

registerSubject(requestSubject)
