import { z } from 'zod'
import {
  RULE_TYPES,
  type WorkflowDefinition,
  type WorkflowRule,
  workflowName,
} from '../../../../schema/approvals/workflows/definition.ts'
import { requiredText } from '../../../../schema/shared/values.ts'
import { peopleFile, peopleFromFile, peopleToFile } from '../../approvals/workflows/index.ts'
import { type Path, type Reading, type Writing, wordsOf } from '../../platform/configuration/index.ts'
import { conditionsFile, conditionsFromFile, conditionsToFile, type FormNames, keysOf } from '../forms/index.ts'
import { settingsFile, settingsFromFile, settingsToFile } from './task-settings.ts'

/** Workflows of a category in a file of configuration: levels with their approvals and tasks. */

const types = wordsOf(RULE_TYPES)

const ruleFile = z.strictObject({
  step: requiredText(200),
  was: z.string().max(200).optional(),
  type: types.shape,
  ...peopleFile,
  ...settingsFile,
  requiredIf: conditionsFile.optional(),
})
type RuleFile = z.output<typeof ruleFile>

export const workflowFile = z.strictObject({
  workflow: workflowName.shape.label,
  was: z.string().max(120).optional(),
  appliesIf: conditionsFile.optional(),
  levels: z
    .array(z.strictObject({ steps: z.array(ruleFile).max(50) }))
    .max(50)
    .default([]),
})
export type WorkflowFile = z.output<typeof workflowFile>

export interface RawWorkflow {
  id: string
  label: string
  definition: WorkflowDefinition
}

const rulesInOrder = ({ levels }: WorkflowDefinition): WorkflowRule[] =>
  levels.flatMap(({ rules }) => [...rules].sort((a, b) => a.ordinal - b.ordinal))

/** What the steps of workflows are called, by id: "Large amounts / Finance" if two workflows have one of this name. */
export const stepKeys = (workflows: readonly RawWorkflow[]): Map<string, string> => {
  const all = workflows.flatMap(({ label, definition }) => rulesInOrder(definition).map((rule) => ({ label, rule })))
  const keys = keysOf(all.map(({ label, rule }) => ({ within: label, label: rule.label })))
  return new Map(all.map(({ rule }, i) => [rule.id, keys[i] ?? rule.label]))
}

export const workflowToFile = ({ label, definition }: RawWorkflow, form: FormNames, reading: Reading): object => ({
  workflow: label,
  appliesIf: conditionsToFile(definition.entryPoints, form, reading),
  levels: definition.levels.map(({ rules }) => ({
    steps: [...rules]
      .sort((a, b) => a.ordinal - b.ordinal)
      .map((rule) => ({
        step: rule.label,
        type: types.toWord(rule.type),
        ...peopleToFile(rule, reading),
        ...settingsToFile(rule.settings, form, reading),
        requiredIf: conditionsToFile(rule, form, reading),
      })),
  })),
})

const plain = (text: string): string => text.trim().toLowerCase()

/** Each of the file with the one that it is now: by label, or by its label before. In order, if several have one label. */
const matched = <F extends { was?: string | undefined }, T>(
  given: readonly F[],
  labelOf: (file: F) => string,
  current: readonly T[],
  currentLabel: (one: T) => string,
): (T | undefined)[] => {
  const left = [...current]
  const take = (label: string | undefined): T | undefined => {
    if (label === undefined) return undefined
    const at = left.findIndex((one) => plain(currentLabel(one)) === plain(label))
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const byLabel = given.map((file) => take(labelOf(file)))
  return given.map((file, i) => byLabel[i] ?? take(file.was))
}

const ruleFromFile = (
  file: RuleFile,
  ordinal: number,
  { form, writing, path }: { form: FormNames; writing: Writing; path: Path },
  was: WorkflowRule | undefined,
): WorkflowRule => {
  const id = was?.id ?? writing.newId()
  writing.place(id, path)
  const people = peopleFromFile(file, writing, path)
  return {
    id,
    label: file.step,
    type: types.fromWord(file.type),
    ordinal,
    ...people,
    settings: settingsFromFile(file, { form, writing, path }, was?.settings),
    ...conditionsFromFile(file.requiredIf, form, writing, [...path, 'requiredIf']),
  }
}

/** @param path where the workflows are in the object */
export const workflowsFromFile = (
  given: readonly WorkflowFile[],
  form: FormNames,
  writing: Writing,
  current: readonly RawWorkflow[],
  path: Path,
): RawWorkflow[] => {
  const kept = matched(
    given,
    ({ workflow }) => workflow,
    current,
    ({ label }) => label,
  )
  return given.map((file, at) => {
    const was = kept[at]
    const id = was?.id ?? writing.newId()
    const here = [...path, at]
    writing.place(id, here)
    const steps = file.levels.flatMap((level) => level.steps)
    const rules = matched(
      steps,
      ({ step }) => step,
      was ? rulesInOrder(was.definition) : [],
      ({ label }) => label,
    )
    let next = 0
    return {
      id,
      label: file.workflow,
      definition: {
        entryPoints: conditionsFromFile(file.appliesIf, form, writing, [...here, 'appliesIf']),
        levels: file.levels.map((level, i) => {
          const levelId = was?.definition.levels[i]?.id ?? writing.newId()
          writing.place(levelId, [...here, 'levels', i])
          const own = level.steps.map((step, ordinal) => {
            const rule = rules[next]
            next += 1
            const place = { form, writing, path: [...here, 'levels', i, 'steps', ordinal] }
            return ruleFromFile(step, ordinal, place, rule)
          })
          return { id: levelId, number: i + 1, rules: own }
        }),
      },
    }
  })
}
