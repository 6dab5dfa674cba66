import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { deleteRuleSet, ruleSetKeys } from './api.ts'

interface Named {
  id: string
  name: string
}

/** Asks, then deletes. */
export const useDeleteRuleSet = (onDeleted?: () => void) => {
  const remove = useCommand<Named>({
    run: ({ id }, { commandId }) => deleteRuleSet(id, commandId),
    success: (_, { name }) => `${name} deleted`,
    invalidates: [[...ruleSetKeys.list]],
    onSuccess: onDeleted,
  })
  return async (ruleSet: Named): Promise<void> => {
    const agreed = await confirm({
      title: `Delete the rule set ${ruleSet.name}?`,
      text: 'New spend requests no longer use its rules and custom fields. Requests in progress are unaffected.',
      confirmLabel: 'Delete rule set',
      danger: true,
    })
    if (agreed) remove.send(ruleSet)
  }
}
