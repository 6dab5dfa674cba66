import { currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import type { AnswerEntry, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { limitIn } from '../../../../schema/requests/templates/limits.ts'
import { addDays, dayIn } from '../../../../schema/shared/calendar.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { perform, type StaffContext } from '../../../core/operation.ts'
import { objectOf } from '../../approvals/blocks/index.ts'
import { copiedParts } from '../../requests/categories/index.ts'
import { idOfNew, requestSubject, saveSubmission, tellRequest } from '../../requests/submissions/index.ts'
import { ownWorkflow, REQUESTS, TEMPLATE } from './content.ts'
import { idOf, type Load, partOf } from './stored.ts'

type Request = (typeof REQUESTS)[number]

/** The category's form and workflow, with the same ids whenever they are made for this load. */
export const categoryParts = (context: StaffContext, load: Load, exchange: Exchange) => {
  let count = 0
  const newId = () => {
    count += 1
    return idOf(context, load, `part ${count}`)
  }
  const form: FormDefinition = {
    steps: TEMPLATE.form.steps.map((step) => ({
      ...step,
      questions: step.questions.map((question) => ({
        ...question,
        // A company without departments has none to choose.
        isRequired:
          question.isRequired && (question.type !== 'DEPARTMENT_SELECT' || load.choices.departmentIds.length > 0),
      })),
    })),
  }
  const workflow = { label: TEMPLATE.workflow.label, definition: ownWorkflow(exchange) }
  return copiedParts({ newId }, form, [workflow])
}

const filing = (context: StaffContext, load: Load, { key }: Request) => partOf(context, load, `file ${key}`)

export const requestIds = (context: StaffContext, load: Load): Promise<string[]> =>
  Promise.all(REQUESTS.map((request) => idOfNew(filing(context, load, request))))

const answersTo = (
  context: StaffContext,
  load: Load,
  { form, exchange }: { form: FormDefinition; exchange: Exchange },
  request: Request,
): AnswerEntry[] => {
  const today = dayIn(context.actor.timezone, load.startedAt)
  const values: Record<string, unknown> = {
    'software-title': request.title,
    'software-vendor': idOf(context, load, `vendor ${request.vendor}`),
    'software-why': request.why,
    'software-personal': false,
    'software-amount': limitIn(request.dollars, exchange),
    'software-department': load.choices.departmentIds[0],
    'software-start': addDays(today, 30),
    'software-due': addDays(today, 10),
    'software-yearly': true,
    ...(request.hasQuote && { 'software-quote': [idOf(context, load, 'document quote')] }),
  }
  return TEMPLATE.form.steps.flatMap((step, at) =>
    step.questions.flatMap((question, index) => {
      const copy = form.steps[at]?.questions[index]
      const value = question.id === 'software-kind' ? copy?.options[request.kind]?.id : values[question.id]
      return copy && value !== undefined ? [{ questionId: copy.id, value } as AnswerEntry] : []
    }),
  )
}

/** Files the requests and decides some, by the rules of everyone's. What was done before isn't done again. */
export const fileRequests = async (context: StaffContext, load: Load, exchange: Exchange): Promise<void> => {
  const { form } = categoryParts(context, load, exchange)
  const categoryId = idOf(context, load, 'category')
  for (const request of REQUESTS) {
    const own = filing(context, load, request)
    const id = await idOfNew(own)
    await perform(saveSubmission, own, {
      ...{ batch: 1, totalBatches: 1 },
      submission: {
        intakeCategoryId: categoryId,
        isDraft: request.isDraft ?? false,
        answers: answersTo(context, load, { form, exchange }, request),
      },
    })
    if (request.steps.length === 0) continue
    const state = await objectOf(context, { targetType: requestSubject.targetType, id }).read(context.actor.companyId)
    const blocks = state ? currentBlocks(state) : []
    for (const { label, does, comment } of request.steps) {
      const block = blocks.find((each) => each.label === label)
      if (!block) throw new Error(`The sample request ${request.key} has no step ${label}`)
      const about = { blockId: block.id, comment, seenVersion: 1 }
      await tellRequest(partOf(context, load, `${request.key} ${label}`), {
        submissionId: id,
        categoryId,
        command: does === 'TASK' ? { type: 'completeTask', ...about } : { type: 'decide', decision: does, ...about },
      })
    }
  }
}
