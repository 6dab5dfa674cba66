import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { focusAfter } from '../focus/focus-after.ts'
import { useTimeZone } from '../time-zone.ts'
import type { Draft } from './use-draft.ts'

/** What an earlier visit left, above a form. */
export const DraftNotice = ({ draft }: { draft: Draft }) => {
  const timeZone = useTimeZone()
  const own = useRef<HTMLDivElement>(null)
  const { found, isBack, isOutdated } = draft
  if (!found) return null
  const at = formatDateTime(found.at, timeZone)
  const discard = (): void => {
    if (own.current) focusAfter(own.current)
    draft.discard()
  }
  return (
    <Alert
      ref={own}
      mb="md"
      role="status"
      color="accent"
      icon={<IconHistory size={18} aria-hidden />}
      title={isBack ? `What you typed until ${at} is back` : `You left unsaved changes on ${at}`}
    >
      <Text size="sm" mb="xs">
        {isBack ? 'It isn’t sent yet.' : 'They’re saved in this browser only.'}
        {isOutdated && ' Someone has saved since then. You’ll be asked before replacing their changes.'}
      </Text>
      <Group gap="xs">
        {!isBack && (
          <Button
            size="compact-sm"
            onClick={() => {
              if (own.current) focusAfter(own.current)
              draft.restore()
            }}
          >
            Restore my changes
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={discard}>
          {isBack ? 'Discard it' : 'Discard them'}
        </Button>
      </Group>
    </Alert>
  )
}
