import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCommand } from '../../../lib/use-command.ts'
import { useCompany } from '../session/index.ts'
import { keepState, setFirstSteps } from './api.ts'

/** Brings back the list that someone has hidden. */
export const ShowFirstSteps = () => {
  const { firstSteps } = useCompany()
  const client = useQueryClient()
  const show = useCommand({
    run: (_: undefined, { commandId }) => setFirstSteps('OPEN', commandId),
    success: 'The first steps are on Home again',
    onSuccess: ({ state }) => keepState(client, state),
  })
  if (firstSteps !== 'HIDDEN') return null
  return (
    <Button variant="default" loading={show.isPending} onClick={() => show.send(undefined)}>
      Show first steps on Home
    </Button>
  )
}
