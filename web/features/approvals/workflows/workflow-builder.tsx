import { IconRoute } from '@tabler/icons-react'
import { Fragment, useCallback, useMemo, useState } from 'react'
import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { IntakeWorkflow } from '../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { BuilderFrame } from '../../../ui/builder/builder-frame.tsx'
import { focusSoon, partElementId } from '../../../ui/builder/focus.ts'
import { ConflictDialog } from '../../../ui/builder/notices.tsx'
import { type SplitSide, SplitView } from '../../../ui/builder/split-view.tsx'
import { useBuilder } from '../../../ui/builder/use-builder.ts'
import { useSave } from '../../../ui/builder/use-save.ts'
import { DropLine, ReorderArea } from '../../../ui/reorder/reorder-area.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import {
  ConditionsEditor,
  conditionsText,
  idsInConditions,
  useNames,
  wordsOf,
} from '../../platform/conditions/index.ts'
import { useCompany, useSession } from '../../platform/session/index.ts'
import { useMatrices } from '../approver-matrix/index.ts'
import { AddRuleMenu } from './add-rule-menu.tsx'
import { readWorkflow, saveWorkflow, workflowKeys } from './api.ts'
import { LevelSection } from './level-section.tsx'
import { type ResultPanel, ResultTabs } from './trial/result-tabs.tsx'
import type { SampleForm } from './trial/sample-form.ts'
import { NO_TRIAL } from './trial/simulator.tsx'
import { useBacktest } from './trial/trial-api.ts'
import type { TriedPath } from './trial/tried-path.ts'
import { ADD_LEVEL, useLevelActions } from './use-level-actions.ts'
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
  const { userId } = useSession()
  const { currency } = useCompany()
  const builder = useBuilder({
    initial: useMemo(() => inOrder(workflow.definition), [workflow.definition]),
    version: workflow.version,
    draftName: `workflow-draft.${userId}.${workflow.id}`,
    isDraftOf: isDefinition,
  })
  const definition = builder.value
  const [shown, setShown] = useState<SplitSide>(panel === 'picture' ? 'editor' : 'result')
  const [trial, setTrial] = useState(NO_TRIAL)
  const backtest = useBacktest(workflow.id)
  const [path, setPath] = useState<{ of: WorkflowDefinition; rules: TriedPath } | null>(null)
  const save = useSave<WorkflowDefinition>({
    save: async ({ value, version }, commandId) =>
      (await saveWorkflow({ id: workflow.id, definition: tidy(value), version }, commandId)).version,
    readTheirs: async () => {
      const theirs = await readWorkflow(workflow.id)
      return { value: inOrder(theirs.definition), version: theirs.version }
    },
    success: 'Workflow saved',
    onSaved: builder.markSaved,
    onReloaded: builder.replace,
    invalidates: [workflowKeys.ofCategory(workflow.intakeCategoryId)],
  })

  const { edit: editValue } = builder
  const { clearFields } = save
  // biome-ignore lint/correctness/useExhaustiveDependencies: clearing the server's messages never changes
  const edit = useCallback(
    (change: (value: WorkflowDefinition) => WorkflowDefinition, mergeKey: string | null = null) => {
      clearFields()
      editValue(change, mergeKey)
    },
    [editValue],
  )
  const { openId, setOpenId, rules, levels, show } = useLevelActions({ definition, edit, newRule })

  const allRules = definition.levels.flatMap((level) => level.rules)
  const conditionIds = idsInConditions(form, [definition.entryPoints, ...allRules])
  const known = useNames({
    ...conditionIds,
    group: allRules.flatMap((rule) => [...rule.approverGroupIds, ...rule.watcherGroupIds]),
    member: [
      ...(conditionIds.member ?? []),
      ...allRules.flatMap((rule) => [...rule.approverUserIds, ...rule.watcherUserIds]),
    ],
  })
  const { data: matrices } = useMatrices()
  const names = new Map([...known, ...(matrices ?? []).map(({ id, name }): [string, string] => [id, `Matrix ${name}`])])
  const words = wordsOf(form, names, currency)
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
  const onSave = (): void => {
    const first = found[0]
    if (first) jumpTo(first)
    else save.send({ value: definition, version: builder.version })
  }

  const groups = definition.levels.map((level) => ({
    id: level.id,
    label: `Level ${level.number}`,
    items: level.rules.map((rule) => ({ id: rule.id, label: rule.label || 'Untitled rule' })),
  }))

  const editor = (
    <>
      <section className={classes.entry} aria-label="Applies when">
        <ConditionsEditor
          id={`entry-${ENTRY}`}
          form={form}
          label="Applies when"
          emptyText="Always: every request in this category can use this workflow."
          value={definition.entryPoints}
          error={problems.find((problem) => problem.id === ENTRY)?.message}
          onChange={(next, mergeKey) => edit((value) => setEntryPoints(value, next), mergeKey)}
        />
      </section>
      <ReorderArea groups={groups} onMoveGroup={levels.move} onMoveItem={rules.move}>
        {definition.levels.map((level, index) => (
          <Fragment key={level.id}>
            <DropLine kind="group" index={index} />
            <LevelSection
              definition={definition}
              form={form}
              level={level}
              openId={openId}
              problems={problems}
              words={words}
              names={names}
              levels={levels}
              rules={rules}
            />
          </Fragment>
        ))}
        <DropLine kind="group" index={definition.levels.length} />
        {definition.levels.length === 0 ? (
          <EmptyState
            compact
            icon={<IconRoute size={20} aria-hidden />}
            title="No approvals yet"
            text="Requests using this workflow are approved as soon as they’re submitted. Levels open one after another. Rules in a level run in parallel."
            action={
              <AddRuleMenu id={ADD_LEVEL} label="Add level" variant="filled" onAdd={levels.add}>
                Add level
              </AddRuleMenu>
            }
          />
        ) : (
          <AddRuleMenu id={ADD_LEVEL} label="Add level" variant="default" onAdd={levels.add}>
            Add level
          </AddRuleMenu>
        )}
      </ReorderArea>
    </>
  )

  return (
    <BuilderFrame
      builder={builder}
      what="this workflow"
      saving={save.isPending}
      onSave={onSave}
      saveLabel="Save workflow"
      problems={problems.map((problem) => ({
        key: `${problem.id}:${problem.message}`,
        where: whereOf(problem.id),
        message: problem.message,
        jump: () => jumpTo(problem),
      }))}
    >
      <SplitView
        shown={shown}
        onShow={setShown}
        editorLabel="Rules"
        resultLabel="Diagram and tests"
        editor={editor}
        result={
          <ResultTabs
            panel={panel}
            onPanel={(next) => {
              setShown('result')
              onPanel(next)
            }}
            backtest={backtest}
            sample={sample}
            trial={trial}
            onTrial={setTrial}
            workflowId={workflow.id}
            version={builder.version}
            form={form}
            definition={tidied}
            hasProblems={problems.length > 0}
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
      <ConflictDialog what="This workflow" {...save.conflict} />
    </BuilderFrame>
  )
}
