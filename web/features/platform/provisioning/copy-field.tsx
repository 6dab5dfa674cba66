import { Button, CopyButton, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './provisioning.module.css'

/** A text to take elsewhere. */
export const CopyField = ({ label, value }: { label: string; value: string }) => (
  <div className={classes.copied}>
    <TextInput label={label} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      )}
    </CopyButton>
  </div>
)
