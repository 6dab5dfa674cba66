import { Button, Group } from '@mantine/core'
import { toastOffer } from '../../lib/toasts.ts'

/**
 * Says what was done, with a button for what can be done about it, for as long as it can.
 * @param ms for how long
 * @returns closes it
 */
export const offer = (said: string, label: 'Undo' | 'Review', ms: number, act: () => void): (() => void) => {
  const close = toastOffer(
    <Group gap="sm" wrap="nowrap" justify="space-between">
      {said}
      <Button
        size="compact-sm"
        variant="white"
        onClick={() => {
          close()
          act()
        }}
      >
        {label}
      </Button>
    </Group>,
    ms,
  )
  return close
}
