import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconIndentDecrease, IconIndentIncrease, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Question } from '../../../../../schema/requests/forms/form.ts'
import { focusSoon, partElementId } from '../../../../ui/builder/focus.ts'
import { SortableList } from '../../../../ui/reorder/sortable-list.tsx'
import classes from './form.module.css'
import { indentOption, inTreeOrder, optionDepth, optionsFromText, outdentOption } from './form-edits.ts'

interface OptionsEditorProps {
  question: Question
  onChange: (options: Question['options'], mergeKey: string | null) => void
  onRemove: (optionId: string) => void
  error?: string | undefined
}

/** Deeper ones are not indented further. */
const MAX_INDENT = 4

const newId = (): string => crypto.randomUUID()

/** The options of a choice: typed one by one with Enter, or pasted as lines. Each can be nested below another. */
export const OptionsEditor = ({ question, onChange, onRemove, error }: OptionsEditorProps) => {
  const { options } = question
  const [text, setText] = useState('')
  const inputId = partElementId(question.id, 'options')

  const add = (from: string): void => {
    const added = optionsFromText(from, options, newId)
    if (added.length) onChange([...options, ...added], null)
    setText('')
  }
  const rename = (id: string, label: string): void =>
    onChange(
      options.map((option) => (option.id === id ? { ...option, label } : option)),
      `option:${id}`,
    )
  const nest = (next: Question['options'] | null, id: string): void => {
    if (!next) return
    onChange(next, null)
    focusSoon([`option-${id}`])
  }
  const remove = (index: number): void => {
    const option = options[index]
    if (!option) return
    onRemove(option.id)
    const next = options[index + 1] ?? options[index - 1]
    focusSoon([next ? `option-${next.id}` : inputId])
  }

  return (
    <fieldset className={classes.options}>
      <legend>Options</legend>
      {options.length > 0 && (
        <SortableList
          label="Options"
          className={classes.optionList}
          itemClassName={classes.option}
          items={options}
          idOf={(option) => option.id}
          nameOf={(option) => option.label || 'Untitled option'}
          onReorder={(next) => onChange(inTreeOrder(next), null)}
        >
          {(option, handle, index) => (
            <>
              {handle}
              <TextInput
                id={`option-${option.id}`}
                style={{ marginInlineStart: `${Math.min(optionDepth(options, option.id), MAX_INDENT) * 20}px` }}
                className={classes.grow ?? ''}
                size="xs"
                aria-label={`Option ${index + 1}`}
                value={option.label}
                maxLength={200}
                error={option.label.trim() === ''}
                onChange={(event) => rename(option.id, event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') focusSoon([inputId])
                }}
              />
              <ActionIcon
                size="sm"
                aria-label={`Move option ${option.label} out`}
                disabled={option.parentId === null}
                onClick={() => nest(outdentOption(options, option.id), option.id)}
              >
                <IconIndentDecrease size={16} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={`Move option ${option.label} below the one before`}
                disabled={indentOption(options, option.id) === null}
                onClick={() => nest(indentOption(options, option.id), option.id)}
              >
                <IconIndentIncrease size={16} />
              </ActionIcon>
              <ActionIcon size="sm" aria-label={`Delete option ${option.label}`} onClick={() => remove(index)}>
                <IconTrash size={16} />
              </ActionIcon>
            </>
          )}
        </SortableList>
      )}
      <div className={classes.addOption}>
        <TextInput
          id={inputId}
          className={classes.grow ?? ''}
          size="xs"
          aria-label="New option"
          placeholder="New option, or paste several lines"
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add(text)
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            if (!/\r?\n/.test(pasted.trim())) return
            event.preventDefault()
            add(`${text}${pasted}`)
          }}
          error={error}
        />
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={text.trim() === ''}
          onClick={() => {
            add(text)
            focusSoon([inputId])
          }}
        >
          Add
        </Button>
      </div>
    </fieldset>
  )
}
