import { approvalCommand } from '../../../schema/approvals/engine/commands.ts'
import { chooseWorkflow, planWorkflow } from '../../../schema/approvals/engine/plan.ts'
import type { WorkflowRule } from '../../../schema/approvals/workflows/definition.ts'
import type { Answers, Question } from '../../../schema/requests/forms/form.ts'
import { validateAnswers } from '../../../schema/requests/forms/validation.ts'
import { dropHidden } from '../../../schema/requests/forms/visibility.ts'
import { handle } from '../../../worker/objects/approval/state.ts'
import {
  actor,
  facts,
  form,
  organisation,
  planning,
  question,
  rule,
  submitCommand,
  workflow,
} from '../../unit/approvals/engine/fixtures.ts'

/** The largest a company is meant to have: 200 questions, 50 levels of four rules, and what they use. */
const QUESTIONS = 200
const LEVELS = 50
const RULES = 4

const kindOf = (i: number): Partial<Question> & { type: Question['type'] } => {
  if (i === 0) return { type: 'REQUEST_TITLE', isRequired: true }
  // Every third question is shown only for an earlier answer.
  const shown = i > 3 && i % 3 === 0 ? { conditionBooleans: [{ valuesQuestionId: `q${i - 2}`, value: true }] } : {}
  if (i % 3 === 1) return { type: 'YES_NO' }
  if (i % 3 === 0) return { type: 'NUMBER', ...shown }
  const options = Array.from({ length: 20 }, (_, n) => ({
    id: `o${n}`,
    label: `Option ${n}`,
    parentId: null,
    ordinal: n,
  }))
  return { type: 'CUSTOM_SELECT', options }
}
const QUESTION_LIST = Array.from({ length: QUESTIONS }, (_, i) => {
  const { type, ...more } = kindOf(i)
  return question(`q${i}`, type, { ...more, label: `Question ${i}`, ordinal: i })
})
const FORM = form(QUESTION_LIST)

const ANSWERS: Answers = Object.fromEntries(
  QUESTION_LIST.map(({ id, type }, i) => {
    if (type === 'YES_NO') return [id, true]
    if (type === 'NUMBER') return [id, i * 100]
    return [id, type === 'CUSTOM_SELECT' ? `o${i % 20}` : 'Everything for the new plant']
  }),
)

const idOf = (level: number, rest: number): string => `q${((level * RULES) % (QUESTIONS - 6)) + 3 + rest}`
const ruleOf = (level: number, index: number): WorkflowRule => {
  const first = Array.from({ length: 3 }, (_, i) => idOf(level, i))
  const of = (type: Question['type']) =>
    first.find((id) => FORM.steps[0]?.questions.find((q) => q.id === id)?.type === type)
  return rule(`rule-${level}-${index}`, {
    // One rule of each level doesn't apply, because the reason for that is computed as well.
    chainOperator: index === 0 ? 'AND' : 'OR',
    conditionBooleans: [{ valuesQuestionId: String(of('YES_NO')), value: true }],
    conditionNumerics: [
      { valuesQuestionId: String(of('NUMBER')), minimumValue: index === 0 ? 1e9 : 0, maximumValue: null },
    ],
    conditionAnyOfs: [
      { valuesQuestionId: String(of('CUSTOM_SELECT')), values: Array.from({ length: 20 }, (_, n) => `o${n}`) },
    ],
    ...(index === 1 ? { approverType: 'MANAGER_APPROVER' as const } : { approverGroupIds: ['large'] }),
    watcherType: 'CUSTOM_WATCHERS',
    watcherGroupIds: ['large'],
  })
}
const CHOSEN = workflow(
  ...Array.from({ length: LEVELS }, (_, level) => Array.from({ length: RULES }, (_, index) => ruleOf(level, index))),
)

const people = Array.from({ length: 30 }, (_, i) => `person-${i}`)
const small = organisation()
const LARGE = {
  ...small,
  people: {
    ...small.people,
    ...Object.fromEntries(people.map((id) => [id, { name: `Person ${id}`, disabled: false }])),
  },
  groups: { large: { name: 'Large', userIds: people } },
}
const factsFor = (answers: Answers) => facts(answers, { form: FORM, organisation: LARGE })

/** What a preview computes: visible questions, validation, the workflow, and its plan. */
const plan = (): number => {
  const answers = dropHidden(FORM, ANSWERS)
  if (Object.keys(validateAnswers(FORM, answers)).length > 0) throw new Error('The answers do not pass')
  const known = factsFor(answers)
  const { workflow: chosen } = chooseWorkflow([{ ...CHOSEN, ordinal: 0 }], known)
  if (!chosen) throw new Error('No workflow')
  return planWorkflow(chosen.definition, known).levels.length
}

/** And what the request's object does with it at submission. */
const submit = (): number => {
  const { content, ...filed } = submitCommand(ANSWERS)
  const command = approvalCommand.parse({ ...filed, content: { ...content, title: 'Everything' } })
  const context = planning(CHOSEN, ANSWERS, {}, { form: FORM, organisation: LARGE })
  const handled = handle(null, command, actor('ada'), 1_700_000_000_000, context)
  if (handled.refusal) throw new Error(handled.refusal.message)
  return new Set(handled.state.blocks.map((block) => block.level)).size
}

export default {
  fetch(request: Request): Response {
    const url = new URL(request.url)
    const work = url.pathname === '/submit' ? submit : plan
    let levels = 0
    for (let i = 0; i < Number(url.searchParams.get('times')); i++) levels = work()
    return Response.json({ levels })
  },
}
