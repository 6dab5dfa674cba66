import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCloudUp } from '@tabler/icons-react'
import type { Question } from '../../../../../schema/requests/forms/form.ts'
import { listOf } from '../../../../../schema/shared/name-lists.ts'
import { type AutosaveState, saveWord } from '../autosave.ts'
import classes from './form.module.css'

interface SaveStateProps {
  state: AutosaveState
  /** Half-typed answers that can't be saved. */
  leftOut: Question[]
  onRetry: () => void
  onResolve: () => void
}

/** Whether the draft is saved, in words, announced when it changes. */
export const SaveState = ({ state, leftOut, onRetry, onResolve }: SaveStateProps) => {
  const word = saveWord(state)
  const except = leftOut.length > 0 ? `, except ${listOf(leftOut.map((question) => `“${question.label}”`))}` : ''
  return (
    <span className={classes.save} data-word={word}>
      <span role="status">
        {word === 'saving' && (
          <>
            <IconCloudUp size={14} aria-hidden /> Saving…
          </>
        )}
        {word === 'saved' && (
          <>
            <IconCheck size={14} aria-hidden /> Saved{except}
          </>
        )}
        {word === 'unsaved' && <span aria-hidden>Not saved yet</span>}
        {(word === 'failed' || word === 'conflict') && (
          <>
            <IconAlertTriangle size={14} aria-hidden /> Not saved
          </>
        )}
      </span>
      {word === 'failed' && (
        <>
          {' – '}
          <Anchor component="button" type="button" size="sm" onClick={onRetry} title={state.problem?.message}>
            retry
          </Anchor>
        </>
      )}
      {word === 'conflict' && (
        <>
          {' – '}
          <Anchor component="button" type="button" size="sm" onClick={onResolve}>
            {state.problem?.kind === 'conflict' ? 'changed elsewhere' : 'see why'}
          </Anchor>
        </>
      )}
    </span>
  )
}
