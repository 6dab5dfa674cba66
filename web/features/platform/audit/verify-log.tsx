import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useCommand } from '../../../lib/use-command.ts'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { verifyLog } from './api.ts'
import classes from './company-log.module.css'
import { reportWords } from './report-words.ts'

/** Checking the chain, with the result. */
export const useVerification = () => {
  const timeZone = useTimeZone()
  const check = useCommand({ run: (_: undefined, { commandId }) => verifyLog(commandId) })
  const words = check.data && reportWords(check.data, timeZone)
  return {
    button: (
      <Button
        leftSection={<IconShieldCheck size={16} aria-hidden />}
        loading={check.isPending}
        onClick={() => check.send(undefined)}
      >
        Verify
      </Button>
    ),
    report: (
      <div role="status" aria-live="polite">
        {words && (
          <Alert
            className={classes.report ?? ''}
            variant="light"
            color={words.ok ? 'green' : 'red'}
            icon={words.ok ? <IconShieldCheck size={18} /> : <IconAlertTriangle size={18} />}
            title={words.title}
          >
            {words.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Alert>
        )}
      </div>
    ),
  }
}
