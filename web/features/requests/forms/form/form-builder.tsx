import { Button, Group } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { Fragment, useCallback, useMemo, useState } from 'react'
import type { Answers, FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { toastError } from '../../../../lib/toasts.ts'
import { BuilderFrame } from '../../../../ui/builder/builder-frame.tsx'
import { focusSoon, partElementId } from '../../../../ui/builder/focus.ts'
import { ConflictDialog } from '../../../../ui/builder/notices.tsx'
import { type SplitSide, SplitView } from '../../../../ui/builder/split-view.tsx'
import { useBuilder } from '../../../../ui/builder/use-builder.ts'
import { useSave } from '../../../../ui/builder/use-save.ts'
import { DropLine, ReorderArea } from '../../../../ui/reorder/reorder-area.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { idsInConditions, useNames, wordsOf } from '../../../platform/conditions/index.ts'
import { useCompany } from '../../../platform/session/index.ts'
import classes from './form.module.css'
import { inOrder } from './form-edits.ts'
import { FormKindProvider, type FormSource } from './form-kind.ts'
import { FormPreview } from './form-preview.tsx'
import { type Problem, withServerFields } from './form-problems.ts'
import { starterForm } from './starter-form.ts'
import { StepSection } from './step-section.tsx'
import { useFormActions } from './use-form-actions.ts'

const isForm = (value: unknown): value is FormDefinition =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as FormDefinition).steps) &&
  (value as FormDefinition).steps.every((step) => typeof step?.id === 'string' && Array.isArray(step.questions))

/** Steps and their questions on the left, the filled-in form on the right. */
export const FormBuilder = ({ source }: { source: FormSource }) => {
  const { kind, texts } = source
  const { currency } = useCompany()
  const builder = useBuilder({
    initial: useMemo(() => inOrder(source.form), [source.form]),
    version: source.version,
    draftName: source.draftName,
    isDraftOf: isForm,
  })
  const form = builder.value
  const [shown, setShown] = useState<SplitSide>('editor')
  const [answers, setAnswers] = useState<Answers>({})
  const save = useSave<FormDefinition>({
    save: source.save,
    readTheirs: async () => {
      const theirs = await source.readTheirs()
      return { ...theirs, value: inOrder(theirs.value) }
    },
    success: texts.saved,
    onSaved: builder.markSaved,
    onReloaded: builder.replace,
    invalidates: source.invalidates,
  })

  const { edit: editValue } = builder
  const { clearFields } = save
  // biome-ignore lint/correctness/useExhaustiveDependencies: clearing the server's messages never changes
  const edit = useCallback(
    (change: (value: FormDefinition) => FormDefinition, mergeKey: string | null = null) => {
      clearFields()
      editValue(change, mergeKey)
    },
    [editValue],
  )
  const { openId, setOpenId, questions, steps } = useFormActions({ source, form, edit })

  const found = useMemo(() => source.problemsOf(form), [source, form])
  const problems = withServerFields(found, save.fields)
  const all = form.steps.flatMap((step) => step.questions)
  const words = wordsOf(form, useNames(idsInConditions(form, all)), currency)
  const labelOf = (id: string): string =>
    all.find((question) => question.id === id)?.label || form.steps.find((step) => step.id === id)?.label || 'Untitled'
  const jumpTo = (problem: Problem): void => {
    setShown('editor')
    if (all.some((question) => question.id === problem.id)) setOpenId(problem.id)
    focusSoon([partElementId(problem.id, problem.part ?? 'label'), partElementId(problem.id, 'label')])
  }
  const onSave = (): void => {
    const first = found[0]
    if (first) jumpTo(first)
    else if (all.length === 0 && kind.part === 'step') {
      toastError('Add at least one question first.')
      focusSoon(form.steps[0] ? [partElementId(form.steps[0].id, 'add')] : ['add-step'])
    } else save.send({ value: form, version: builder.version })
  }

  const groups = form.steps.map((step) => ({
    id: step.id,
    label: step.label || `Untitled ${kind.part}`,
    items: step.questions.map((question) => ({ id: question.id, label: question.label || `Untitled ${kind.noun}` })),
  }))
  const used = useMemo(() => new Set(all.map((question) => question.type)), [all])
  const openStep = form.steps.find((step) => step.questions.some((question) => question.id === openId))

  const { usual } = kind
  const editor =
    form.steps.length === 0 ? (
      <EmptyState
        icon={<IconForms size={20} aria-hidden />}
        title="What should people tell you?"
        text="A form has steps, and each step has questions. No one can file a request in this category until you save it."
        action={
          <Group gap="xs" justify="center">
            {usual && (
              <Button onClick={() => edit(() => starterForm(usual, () => crypto.randomUUID()))}>
                Start with common questions
              </Button>
            )}
            <Button id="add-step" variant="default" onClick={steps.addNew}>
              Start with an empty step
            </Button>
          </Group>
        }
      />
    ) : (
      <ReorderArea groups={groups} onMoveGroup={steps.move} onMoveItem={steps.moveQuestion}>
        {form.steps.map((step, index) => (
          <Fragment key={step.id}>
            <DropLine kind="group" index={index} />
            <StepSection
              form={form}
              step={step}
              index={index}
              openId={openId}
              problems={problems}
              words={words}
              used={used}
              steps={steps}
              questions={questions}
            />
          </Fragment>
        ))}
        <DropLine kind="group" index={form.steps.length} />
        {kind.part === 'step' && (
          <Button
            id="add-step"
            className={classes.addStep ?? ''}
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={steps.addNew}
          >
            Add step
          </Button>
        )}
      </ReorderArea>
    )

  return (
    <FormKindProvider value={kind}>
      <BuilderFrame
        builder={builder}
        what={texts.what.toLowerCase()}
        saving={save.isPending}
        onSave={onSave}
        saveLabel={texts.save}
        {...(builder.version === 0 && { savedText: texts.unsaved })}
        problems={problems.map((problem) => ({
          key: `${problem.id}:${problem.message}`,
          where: labelOf(problem.id),
          message: problem.message,
          jump: () => jumpTo(problem),
        }))}
      >
        {builder.dirty ? source.effects?.(form) : builder.version > 0 && source.next}
        <SplitView
          shown={shown}
          onShow={setShown}
          editorLabel={texts.editor}
          resultLabel="Preview"
          editor={editor}
          result={<FormPreview form={form} stepId={openStep?.id ?? null} answers={answers} onAnswers={setAnswers} />}
        />
        <ConflictDialog what={texts.what} {...save.conflict} />
      </BuilderFrame>
    </FormKindProvider>
  )
}
