import { UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { StepView } from '../steps.ts'
import classes from './form.module.css'

interface StepListProps {
  steps: StepView[]
  onStep: (id: string) => void
}

const WORDS: Record<StepView['state'], string> = { current: 'current', done: 'done', error: 'has errors', todo: '' }

/** The steps with their states. A row above the form at 60rem and below. */
export const StepList = ({ steps, onStep }: StepListProps) => {
  const list = useRef<HTMLElement>(null)
  const current = steps.find((step) => step.state === 'current')?.id
  useEffect(() => {
    if (!current) return
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <nav ref={list} aria-label="Steps" className={classes.steps}>
      <ol>
        {steps.map((step, i) => (
          <li key={step.id}>
            <UnstyledButton
              className={classes.step ?? ''}
              data-state={step.state}
              data-errors={step.errors > 0 || undefined}
              aria-current={step.state === 'current' ? 'step' : undefined}
              onClick={() => onStep(step.id)}
            >
              <span className={classes.mark} aria-hidden>
                {step.errors > 0 ? (
                  <IconAlertCircle size={16} />
                ) : step.state === 'done' ? (
                  <IconCheck size={14} stroke={2.5} />
                ) : (
                  i + 1
                )}
              </span>
              <span className={classes.stepLabel}>{step.label}</span>
              {WORDS[step.state] && <span className="ol-visually-hidden">, {WORDS[step.state]}</span>}
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  )
}
