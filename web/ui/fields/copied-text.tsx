import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** A text for somewhere else, with a button that copies it. */
export const CopiedText = ({ label, value }: { label: string; value: string }) => (
  <Group gap="xs" align="flex-end" wrap="nowrap">
    <TextInput label={label} value={value} readOnly flex={1} onFocus={(event) => event.currentTarget.select()} />
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          aria-label={`Copy ${label.toLowerCase()}`}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      )}
    </CopyButton>
  </Group>
)
