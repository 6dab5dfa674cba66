import { useMemo, useState } from 'react'
import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { IntakeWorkflow } from '../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { withFacts } from '../../../../schema/requests/workflows/asked-facts.ts'
import { focusSoon, partElementId } from '../../../ui/builder/focus.ts'
import { useBuilder } from '../../../ui/builder/use-builder.ts'
import { ConditionsEditor, conditionsText, idsInConditions, wordsOf } from '../../platform/conditions/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { AddRuleMenu } from './add-rule-menu.tsx'
import { readWorkflow, saveWorkflow, workflowKeys } from './api.ts'
import { LevelsEditor } from './level-frame.tsx'
import { RuleBuilderFrame } from './rule-builder-frame.tsx'
import { RuleRow } from './rule-row.tsx'
import type { ResultPanel } from './trial/result-frame.tsx'
import { ResultTabs } from './trial/result-tabs.tsx'
import type { SampleForm } from './trial/sample-form.ts'
import { NO_TRIAL } from './trial/simulator.tsx'
import { useBacktest } from './trial/trial-api.ts'
import type { TriedPath } from './trial/tried-path.ts'
import { useRuleBuilder, useRuleNames } from './use-rule-builder.ts'
import classes from './workflow.module.css'
import { inOrder, newRule, setEntryPoints, tidy } from './workflow-edits.ts'
import { WorkflowPicture } from './workflow-picture.tsx'
import { ENTRY, type WorkflowProblem, withServerFields, workflowProblems } from './workflow-problems.ts'

const isDefinition = (value: unknown): value is WorkflowDefinition =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as WorkflowDefinition).entryPoints === 'object' &&
  Array.isArray((value as WorkflowDefinition).levels) &&
  (value as WorkflowDefinition).levels.every((level) => Array.isArray(level?.rules))

interface WorkflowBuilderProps {
  workflow: IntakeWorkflow
  form: FormDefinition
  sample: SampleForm
  /** What is shown beside the rules, from the address. */
  panel: ResultPanel
  onPanel: (panel: ResultPanel) => void
}

export const WorkflowBuilder = ({ workflow, form, sample, panel, onPanel }: WorkflowBuilderProps) => {
  const { currency } = useCompany()
  const builder = useBuilder({
    initial: useMemo(() => inOrder(workflow.definition), [workflow.definition]),
    version: workflow.version,
    draftName: `workflow.${workflow.id}`,
    isDraftOf: isDefinition,
  })
  const definition = builder.value
  const [trial, setTrial] = useState(NO_TRIAL)
  const backtest = useBacktest(workflow.id)
  const [path, setPath] = useState<{ of: WorkflowDefinition; rules: TriedPath } | null>(null)
  const { shown, setShown, showPanel, save, edit, openId, setOpenId, rules, levels, show } = useRuleBuilder({
    builder,
    changed: { kind: 'WORKFLOW', id: workflow.id },
    panel,
    onPanel,
    newRule,
    onSaved: builder.markSaved,
    saving: {
      save: async ({ value, version }, commandId) =>
        (await saveWorkflow({ id: workflow.id, definition: tidy(value), version }, commandId)).version,
      readTheirs: async () => {
        const theirs = await readWorkflow(workflow.id)
        return { value: inOrder(theirs.definition), version: theirs.version }
      },
      success: 'Workflow saved',
      invalidates: [workflowKeys.ofCategory(workflow.intakeCategoryId)],
    },
  })

  const allRules = definition.levels.flatMap((level) => level.rules)
  const names = useRuleNames(allRules, idsInConditions(form, [definition.entryPoints, ...allRules]))
  const words = wordsOf(withFacts(form), names, currency)
  const found = useMemo(() => workflowProblems(definition, form), [definition, form])
  const problems = withServerFields(found, save.fields)
  const tidied = useMemo(() => tidy(definition), [definition])
  const whereOf = (id: string): string => {
    if (id === ENTRY) return 'Applies when'
    const level = definition.levels.find((candidate) => candidate.id === id)
    if (level) return `Level ${level.number}`
    return allRules.find((rule) => rule.id === id)?.label || 'Untitled rule'
  }
  const jumpTo = (problem: WorkflowProblem): void => {
    setShown('editor')
    if (allRules.some((rule) => rule.id === problem.id)) setOpenId(problem.id)
    const part = problem.id === ENTRY ? 'conditions' : (problem.part ?? 'label')
    focusSoon([partElementId(problem.id, part), partElementId(problem.id, 'label')])
  }
  const editor = (
    <>
      <section className={classes.entry} aria-label="Applies when">
        <ConditionsEditor
          id={`entry-${ENTRY}`}
          form={withFacts(form)}
          label="Applies when"
          emptyText="Always: every request in this category can use this workflow."
          value={definition.entryPoints}
          error={problems.find((problem) => problem.id === ENTRY)?.message}
          onChange={(next, mergeKey) => edit((value) => setEntryPoints(value, next), mergeKey)}
        />
      </section>
      <LevelsEditor
        all={definition.levels}
        problems={problems}
        titleOf={(rule) => rule.label || 'Untitled rule'}
        levels={levels}
        rules={rules}
        empty="Requests using this workflow are approved as soon as they’re submitted."
        addMenu={(props) => <AddRuleMenu {...props} />}
        row={(rule, level, index) => (
          <RuleRow
            definition={definition}
            form={form}
            level={level}
            rule={rule}
            index={index}
            open={openId === rule.id}
            problems={problems.filter((candidate) => candidate.id === rule.id)}
            words={words}
            names={names}
            actions={rules}
          />
        )}
      />
    </>
  )

  return (
    <RuleBuilderFrame
      builder={builder}
      noun="workflow"
      saveLabel="Save workflow"
      save={save}
      found={found}
      problems={problems}
      whereOf={whereOf}
      jumpTo={jumpTo}
      shown={shown}
      onShow={setShown}
      editor={editor}
      result={
        <ResultTabs
          panel={panel}
          onPanel={showPanel}
          backtest={backtest}
          sample={sample}
          trial={trial}
          onTrial={setTrial}
          workflowId={workflow.id}
          version={builder.version}
          form={form}
          definition={tidied}
          hasProblems={problems.length > 0}
          isDirty={builder.dirty}
          onShowPath={(rules) => setPath({ of: definition, rules })}
          onRestore={(restored) => {
            edit(() => inOrder(restored))
            onPanel('picture')
          }}
          picture={
            <WorkflowPicture
              definition={definition}
              texts={{
                entry: conditionsText(definition.entryPoints, words),
                when: (rule) => conditionsText(rule, words),
              }}
              names={names}
              selectedId={openId}
              problemIds={new Set(problems.map((problem) => problem.id))}
              // A trial result doesn't apply to rules that have changed since.
              path={path?.of === definition ? path.rules : null}
              onClearPath={() => setPath(null)}
              onSelect={(id) => {
                setShown('editor')
                show(id)
              }}
            />
          }
        />
      }
    />
  )
}
