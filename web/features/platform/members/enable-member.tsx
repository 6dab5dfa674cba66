import { useState } from 'react'
import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { saidOfGuarded } from '../guarded/index.ts'
import { memberKeys, setEnabled } from './api.ts'
import { DisableForm } from './disable-form.tsx'

type Person = Pick<Member, 'id' | 'firstName' | 'lastName' | 'email' | 'enabled'>

/**
 * Enables after confirming. Disables through a dialog that says who gets their approvals and objects. Render `dialog`
 * once.
 */
export const useEnableMember = () => {
  const [disabled, setDisabled] = useState<Person | null>(null)
  const [opened, setOpened] = useState(false)
  const enable = useCommand({
    run: ({ id }: Person, { commandId }) => setEnabled(id, { enabled: true }, commandId),
    success: ({ waits }, person) => (waits ? saidOfGuarded('')({ waits }) : `${fullName(person)} enabled`),
    invalidates: [memberKeys.all],
  })
  const ask = async (person: Person): Promise<void> => {
    if (person.enabled) {
      setDisabled(person)
      setOpened(true)
      return
    }
    const agreed = await confirm({
      title: `Enable ${fullName(person)}?`,
      text: 'They can log in again with their previous access. Work handed to others stays with them.',
      confirmLabel: 'Enable member',
    })
    if (agreed) enable.send(person)
  }
  const dialog = (
    <Dialog
      opened={opened}
      onClose={() => setOpened(false)}
      title={disabled ? `Disable ${fullName(disabled)}?` : 'Disable'}
    >
      {opened && disabled && <DisableForm person={disabled} onClose={() => setOpened(false)} />}
    </Dialog>
  )
  return { ask, dialog }
}
