import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { conditionKindOf } from '../../../../schema/requests/forms/form-rules.ts'
import { QUESTION_TYPES } from '../../../../schema/requests/forms/question-types.ts'
import { isAmount } from '../../../../schema/requests/forms/validation.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { compact, fileText } from '../../../../worker/features/platform/configuration/file.ts'
import { readFile } from '../../../../worker/features/platform/configuration/read-file.ts'
import type { Plain, Reading, Writing } from '../../../../worker/features/platform/configuration/section.ts'
import {
  type RawWorkflow,
  workflowFile,
  workflowsFromFile,
  workflowToFile,
} from '../../../../worker/features/requests/configuration/workflow-file.ts'
import { formFile, formFromFile, formToFile } from '../../../../worker/features/requests/forms/file.ts'
import { namesOfForm } from '../../../../worker/features/requests/forms/file-names.ts'

const question = (ofId: string, type: Question['type'], more: Partial<Question>): Question => ({
  ...NO_CONDITIONS,
  ...{ id: ofId, type, label: ofId, description: '', isRequired: false, isMulti: false, ordinal: 0, options: [] },
  ...{ showOnVendorDetails: false, documentTypes: [], requireDepartmentApproverAssigneeSelection: false },
  ...more,
})

const rule = (ofId: string, more: Partial<WorkflowRule>): WorkflowRule => ({
  ...NO_CONDITIONS,
  ...{ id: ofId, label: ofId, type: 'APPROVAL', ordinal: 0, approverType: 'CUSTOM_APPROVERS', settings: {} },
  ...{ approverGroupIds: [], approverUserIds: [], approverMatrixId: null, approverMatrixColumnId: null },
  ...{ watcherType: 'NO_WATCHERS', watcherGroupIds: [], watcherUserIds: [], quorum: { kind: 'ANY' } },
  ...more,
})

/** Whatever people configure survives a file: made from it and written again, it is the same. */

const LABELS = [
  'Cost',
  'cost ',
  'Cost (2)',
  'Basics / Cost',
  'yes',
  '1e3',
  'Ünïted – “x”',
  '# no: comment',
  'null',
  'A\tB',
]
const label = fc.constantFrom(...LABELS).map((text) => text.trim())
const text = fc.oneof(
  fc.constantFrom('', 'One line', 'Two\nlines\n', '  indented', '- not a list', '{a: b}'),
  fc.string(),
)

let count = 0
const id = () => {
  count += 1
  return `id-${count}`
}

const names = new Map<string, string>()
const reading: Reading = {
  nameOf: (kind, of) => names.get(`${kind} ${of}`) ?? `${kind} ${of}`,
  namesOf: (kind, ids) => ids.map((of) => `${kind} ${of}`).sort(),
  amount: (minor) => minor / 100,
}
const writingOf = (problems: string[]): Writing => ({
  idOf: (kind, name) => name.slice(kind.length + 1),
  idsOf: (kind, list) => list.map((name) => name.slice(kind.length + 1)),
  minor: (amount) => Math.round(amount * 100),
  newId: id,
  place: () => undefined,
  problem: (_, message) => void problems.push(message),
  warn: () => undefined,
})

const plainQuestion = fc
  .record({
    type: fc.constantFrom(...QUESTION_TYPES),
    label,
    description: text,
    isRequired: fc.boolean(),
    isMulti: fc.boolean(),
    allowsNote: fc.boolean(),
    keepsApprovals: fc.boolean(),
    options: fc.uniqueArray(label, { maxLength: 4, selector: (each) => each.toLowerCase() }),
    nested: fc.boolean(),
  })
  .map(({ options, nested, ...given }): Question => {
    const own = given.type === 'CUSTOM_SELECT' ? options : []
    const ids = own.map(() => id())
    return question(id(), given.type, {
      ...given,
      options: own.map((each, ordinal) => ({
        ...{ id: ids[ordinal] ?? '', label: each, ordinal },
        parentId: nested && ordinal > 0 ? (ids[ordinal - 1] ?? null) : null,
      })),
    })
  })

/** Conditions about questions of the form. */
const conditionsOn = (questions: readonly Question[]) =>
  fc
    .record({
      any: fc.boolean(),
      about: fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 3 }),
      limit: fc.nat(10_000_000),
    })
    .map(({ any, about, limit }) => {
      const set = structuredClone(NO_CONDITIONS)
      for (const n of about) {
        const on = questions[n % Math.max(1, questions.length)]
        if (!on) continue
        const kind = conditionKindOf(on.type)
        if (kind === 'boolean') set.conditionBooleans.push({ valuesQuestionId: on.id, value: any })
        if (kind === 'numeric')
          set.conditionNumerics.push({
            valuesQuestionId: on.id,
            minimumValue: isAmount(on) ? limit : n,
            maximumValue: null,
          })
        const values = on.type === 'CUSTOM_SELECT' ? on.options.map((option) => option.id) : ['x', 'y']
        if (kind === 'anyOf' && values.length > 0) set.conditionAnyOfs.push({ valuesQuestionId: on.id, values })
      }
      const isEmpty = set.conditionAnyOfs.length + set.conditionNumerics.length + set.conditionBooleans.length === 0
      return { ...set, chainOperator: any && !isEmpty ? ('OR' as const) : ('AND' as const) }
    })

const form: fc.Arbitrary<FormDefinition> = fc
  .array(fc.record({ label, later: fc.boolean(), questions: fc.array(plainQuestion, { maxLength: 5 }) }), {
    maxLength: 3,
  })
  .chain((steps) => {
    const all = steps.flatMap(({ questions }) => questions)
    return fc.array(conditionsOn(all), { minLength: all.length, maxLength: all.length }).map((sets) => {
      let at = 0
      return {
        steps: steps.map((step, ordinal) => ({
          ...{ id: id(), label: step.label, ordinal, isAdditionalStep: step.later },
          questions: step.questions.map((each, i) => {
            at += 1
            return { ...each, ordinal: i, ...(sets[at - 1] ?? NO_CONDITIONS) }
          }),
        })),
      }
    })
  })

const ruleOf = (questions: readonly Question[]): fc.Arbitrary<WorkflowRule> =>
  fc
    .record({
      label,
      type: fc.constantFrom('APPROVAL', 'TASK'),
      groups: fc.uniqueArray(fc.constantFrom('g1', 'g2')),
      people: fc.uniqueArray(fc.constantFrom('p1', 'p2')),
      quorum: fc.constantFrom(
        { kind: 'ANY' as const },
        { kind: 'ALL' as const },
        { kind: 'AT_LEAST' as const, count: 2 },
      ),
      conditions: conditionsOn(questions),
      description: fc.option(text, { nil: undefined }),
    })
    .map(({ groups, people, conditions, description, type, ...given }) => ({
      ...rule(id(), {
        ...given,
        type: type as WorkflowRule['type'],
        approverGroupIds: groups.sort(),
        approverUserIds: people.sort(),
      }),
      ...conditions,
      settings: description ? { description } : {},
    }))

const configured = form.chain((made) => {
  const questions = made.steps.flatMap((step) => step.questions)
  const level = fc.array(ruleOf(questions), { maxLength: 3 })
  const workflow = fc
    .record({ label, levels: fc.array(level, { maxLength: 3 }), entryPoints: conditionsOn(questions) })
    .map(
      ({ label: name, levels, entryPoints }): RawWorkflow => ({
        ...{ id: id(), label: name },
        definition: {
          entryPoints,
          levels: levels.map((rules, i) => ({
            ...{ id: id(), number: i + 1 },
            rules: rules.map((each, ordinal) => ({ ...each, ordinal })),
          })),
        },
      }),
    )
  return fc.array(workflow, { maxLength: 3 }).map((workflows) => ({ form: made, workflows }))
})

type Configured = { form: FormDefinition; workflows: RawWorkflow[] }

const toPlain = ({ form: made, workflows }: Configured) =>
  compact({
    form: formToFile(made, reading),
    workflows: workflows.map((each) => workflowToFile(each, namesOfForm(made), reading)),
  }) as { form: Plain; workflows: Plain[] }

const fromText = async (written: string, current: Configured | null) => {
  const read = await readFile(written)
  if ('problems' in read) throw new Error(`${read.problems[0]?.message}\n${written}`)
  const { content } = read
  const problems: string[] = []
  const writing = writingOf(problems)
  const made = formFromFile(formFile.parse(content.form), writing, current?.form ?? { steps: [] }, [])
  const given = (content.workflows as unknown[]).map((each) => workflowFile.parse(each))
  const workflows = workflowsFromFile(given, namesOfForm(made), writing, current?.workflows ?? [], [])
  expect(problems).toEqual([])
  return { form: made, workflows }
}

const write = (from: Configured) => fileText({ currency: 'USD' }, Object.entries(toPlain(from)))

it('a form and its workflows are the same after a file, byte for byte', () =>
  fc.assert(
    fc.asyncProperty(configured, async (from) => {
      const written = await write(from)
      expect(await write(await fromText(written, null))).toBe(written)
    }),
    { numRuns: 300 },
  ))

it('imported where it came from, every question, option, step and level keeps its id', () =>
  fc.assert(
    fc.asyncProperty(configured, async (from) => {
      const again = await fromText(await write(from), from)
      const ids = ({ form: made, workflows }: Configured) => ({
        questions: made.steps.map((step) => [
          step.id,
          ...step.questions.map((each) => [each.id, ...each.options.map((option) => option.id)]),
        ]),
        rules: workflows.map((each) => [
          each.id,
          ...each.definition.levels.map((level) => [level.id, ...level.rules.map((one) => one.id)]),
        ]),
      })
      expect(ids(again)).toEqual(ids(from))
      expect(again.form.steps.flatMap((step) => step.questions.map(({ conditionAnyOfs }) => conditionAnyOfs))).toEqual(
        from.form.steps.flatMap((step) => step.questions.map(({ conditionAnyOfs }) => conditionAnyOfs)),
      )
    }),
    { numRuns: 300 },
  ))
