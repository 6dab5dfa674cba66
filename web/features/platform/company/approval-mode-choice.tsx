import { Radio } from '@mantine/core'
import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import classes from './approval-mode.module.css'
import { ApprovalModePicture } from './approval-mode-picture.tsx'

const MODES: { mode: ApprovalMode; title: string; text: string }[] = [
  {
    mode: 'EACH_LEVEL_GROUP',
    title: 'Level by level',
    text: 'Approvers are notified once all earlier levels have approved.',
  },
  {
    mode: 'ALL_AT_ONCE',
    title: 'All at once',
    text: 'Approvers in every level are notified as soon as the request is submitted. Faster, but more emails.',
  },
]

interface ApprovalModeChoiceProps {
  value: ApprovalMode
  onChange: (mode: ApprovalMode) => void
}

/** When approvers are asked, with a picture of each mode. */
export const ApprovalModeChoice = ({ value, onChange }: ApprovalModeChoiceProps) => (
  <Radio.Group
    label="Request approval mode"
    description="Applies to new requests; requests in progress are unaffected."
    value={value}
    onChange={(next) => onChange(next as ApprovalMode)}
  >
    <div className={classes.choices}>
      {MODES.map(({ mode, title, text }) => (
        <Radio.Card key={mode} value={mode} className={classes.card ?? ''} aria-label={`${title}: ${text}`}>
          <div className={classes.head}>
            <Radio.Indicator />
            <span>
              <span className={classes.title}>{title}</span>
              <span className={classes.text}>{text}</span>
            </span>
          </div>
          <ApprovalModePicture mode={mode} />
        </Radio.Card>
      ))}
    </div>
  </Radio.Group>
)
