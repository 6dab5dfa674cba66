import { Alert, Button, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import classes from './factors.module.css'

/** Shown once. People who close the page without them make new ones. */
export const RecoveryCodes = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => {
  const text = codes.join('\n')
  return (
    <>
      <Alert color="yellow" title="Keep these recovery codes">
        You won’t see them again. Each one lets you in once when you don’t have your second factor, so keep them like a
        password, and not on the same device.
      </Alert>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Outlay recovery codes\n\n${text}\n`)}`}
          download="outlay-recovery-codes.txt"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download
        </Button>
        <CopyButton value={text}>
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
        <Button data-autofocus onClick={onDone}>
          I have kept them
        </Button>
      </Group>
    </>
  )
}
