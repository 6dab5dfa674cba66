import { Button } from '@mantine/core'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { linesOf } from '../../requests/submissions/index.ts'
import type { EarlierAnswer } from './api.ts'
import classes from './vendor-forms.module.css'

interface EarlierProps {
  answer: EarlierAnswer | undefined
  question: Question
  onUse: (questionId: string, value: EarlierAnswer['value']) => void
}

/** An answer that the vendor gave before, below the empty field. Choosing it fills in the field. */
export const Earlier = ({ answer, question, onUse }: EarlierProps) => {
  if (!answer) return null
  const { value, companyName, submittedAt } = answer
  const options = new Map(question.options.map(({ id, label }) => [id, label]))
  const labels = question.type === 'CUSTOM_SELECT' ? [value].flat().map((id) => options.get(String(id)) ?? '') : []
  return (
    <div className={classes.earlier}>
      <span>
        You answered {companyName} on <DateText instant={submittedAt} />:{' '}
        <strong>{linesOf({ type: question.type, value, labels }).join(', ')}</strong>
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Use this answer for ${question.label}`}
        onClick={() => onUse(question.id, value)}
      >
        Use this answer
      </Button>
    </div>
  )
}
