import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { errorMessage } from '../../lib/errors.ts'
import classes from './table.module.css'

/** The rows are old: reloading failed, and they must not pass for current ones. */
export const OutdatedNote = ({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) => (
  <Alert
    variant="light"
    color="red"
    icon={<IconAlertTriangle size={16} />}
    title="This list couldn’t be updated"
    className={classes.outdated ?? ''}
  >
    {errorMessage(error)}{' '}
    {onRetry && (
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        Try again
      </Button>
    )}
  </Alert>
)
