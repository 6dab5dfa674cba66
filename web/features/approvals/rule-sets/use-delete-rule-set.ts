import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { saidOfGuarded } from '../../platform/guarded/index.ts'
import { keysOf } from './api.ts'
import { useRuleSubject } from './rule-subject.ts'

interface Named {
  id: string
  name: string
}

/** Asks, then deletes. */
export const useDeleteRuleSet = (onDeleted?: () => void) => {
  const subject = useRuleSubject()
  const remove = useCommand({
    run: ({ id }: Named, { commandId }) => subject.api.remove(id, commandId),
    success: ({ waits }, { name }) => saidOfGuarded(`${name} deleted`)({ waits: waits ?? undefined }),
    invalidates: [keysOf(subject).list],
    onSuccess: onDeleted,
  })
  return async (ruleSet: Named): Promise<void> => {
    const agreed = await confirm({
      title: `Delete the rule set ${ruleSet.name}?`,
      text: subject.words.deletes,
      confirmLabel: 'Delete rule set',
      danger: true,
    })
    if (agreed) remove.send(ruleSet)
  }
}
