import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { IconAlertCircle, IconArrowBackUp, IconArrowForwardUp, IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './builder.module.css'

export interface ListedProblem {
  key: string
  /** What it is about: the label of the question or rule. */
  where: string
  message: string
  jump: () => void
}

interface BuilderBarProps {
  dirty: boolean
  saving: boolean
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  onSave: () => void
  saveLabel: string
  /** Shown if there is nothing to save. Defaults to “Saved” with a check mark. */
  savedText?: string
  problems: ListedProblem[]
}

export const BuilderBar = ({ dirty, saving, problems, saveLabel, savedText, ...rest }: BuilderBarProps) => (
  <div className={classes.bar}>
    <div className={classes.barSide}>
      <Tooltip label="Undo (Ctrl+Z)">
        <ActionIcon aria-label="Undo" aria-disabled={!rest.canUndo} onClick={rest.onUndo}>
          <IconArrowBackUp size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Redo (Ctrl+Shift+Z)">
        <ActionIcon aria-label="Redo" aria-disabled={!rest.canRedo} onClick={rest.onRedo}>
          <IconArrowForwardUp size={18} />
        </ActionIcon>
      </Tooltip>
      {problems.length > 0 && <ProblemSummary problems={problems} />}
    </div>
    <div className={classes.barSide}>
      <span role="status" className={classes.saveState} data-dirty={dirty || undefined}>
        {dirty ? <IconCircleDashed size={14} aria-hidden /> : !savedText && <IconCheck size={14} aria-hidden />}
        {saving ? 'Saving…' : dirty ? 'Unsaved changes' : (savedText ?? 'Saved')}
      </span>
      <Button size="sm" onClick={rest.onSave} loading={saving} variant={dirty ? 'filled' : 'default'}>
        {saveLabel}
      </Button>
    </div>
  </div>
)

const ProblemSummary = ({ problems }: { problems: ListedProblem[] }) => {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus width={340}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconAlertCircle size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {problems.length === 1 ? '1 thing to fix' : `${problems.length} things to fix`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <ul className={classes.problems} aria-label="Things to fix before saving">
          {problems.map((problem) => (
            <li key={problem.key}>
              <button
                type="button"
                onClick={() => {
                  setOpened(false)
                  problem.jump()
                }}
              >
                <span>{problem.where}</span>
                {problem.message}
              </button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
