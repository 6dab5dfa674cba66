import { Checkbox, NumberInput } from '@mantine/core'
import type { Quorum } from '../../../../schema/approvals/workflows/definition.ts'
import { Select } from '../../../ui/choices/select.tsx'
import classes from './workflow.module.css'

interface QuorumFieldProps {
  id: string
  isTask: boolean
  quorum: Quorum
  error?: string | undefined
  /** Whether admins can be asked as well if fewer people can approve. People chosen by hand are always enough. */
  offersFillUp?: boolean
  onChange: (quorum: Quorum) => void
}

/** How many of several people are needed. */
export const QuorumField = ({ id, isTask, quorum, error, offersFillUp = false, onChange }: QuorumFieldProps) => (
  <div className={classes.quorum}>
    <Select
      id={id}
      label={isTask ? 'How many need to do it' : 'How many need to approve'}
      data={[
        { value: 'ANY', label: 'Any one of them' },
        { value: 'ALL', label: 'Everyone' },
        { value: 'AT_LEAST', label: 'At least …' },
      ]}
      value={quorum.kind}
      allowDeselect={false}
      error={error}
      onChange={(kind) => {
        if (kind === 'AT_LEAST') onChange({ kind, count: 2 })
        else if (kind === 'ANY' || kind === 'ALL') onChange({ kind })
      }}
    />
    {quorum.kind === 'AT_LEAST' && (
      <NumberInput
        label="Number of people"
        min={1}
        max={100}
        allowDecimal={false}
        allowNegative={false}
        value={quorum.count}
        onChange={(count) => {
          if (typeof count === 'number' && count >= 1) onChange({ ...quorum, count: Math.min(100, count) })
        }}
      />
    )}
    {offersFillUp && quorum.kind === 'AT_LEAST' && (
      <Checkbox
        label="Ask admins too if fewer can"
        checked={quorum.adminsFillUp === true}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ kind: 'AT_LEAST', count: quorum.count, ...(checked && { adminsFillUp: true }) })
        }
      />
    )}
  </div>
)
