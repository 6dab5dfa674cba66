import { useCallback, useState } from 'react'
import type { Changed } from '../../../../schema/approvals/rerouting/endpoints.ts'
import type { SplitSide } from '../../../ui/builder/split-view.tsx'
import type { Builder } from '../../../ui/builder/use-builder.ts'
import { useSave } from '../../../ui/builder/use-save.ts'
import { useNames } from '../../platform/conditions/index.ts'
import { useMatrices } from '../approver-matrix/index.ts'
import { useOfferRunning } from '../rerouting/index.ts'
import type { Leveled, LeveledRule, RuleIn } from './leveled.ts'
import type { RulePeople } from './rule-people.tsx'
import type { ResultPanel } from './trial/result-frame.tsx'
import { useLevelActions } from './use-level-actions.ts'

type Saving<D> = Omit<Parameters<typeof useSave<D>>[0], 'onSaved' | 'onReloaded'>

interface RuleBuilderOptions<D extends Leveled<LeveledRule>, T> {
  builder: Builder<D>
  changed: Changed
  panel: ResultPanel
  onPanel: (panel: ResultPanel) => void
  saving: Saving<D>
  onSaved: (value: D, version: number) => void
  /** Keep it the same between renders. */
  newRule: (type: T, id: string) => RuleIn<D>
}

/** What a builder of approval rules does whatever the rules are for: editing, saving, and what it shows beside them. */
export const useRuleBuilder = <D extends Leveled<LeveledRule>, T>(options: RuleBuilderOptions<D, T>) => {
  const { builder, changed, panel, onPanel, saving, onSaved, newRule } = options
  const [shown, setShown] = useState<SplitSide>(panel === 'picture' ? 'editor' : 'result')
  const showPanel = (next: ResultPanel): void => {
    setShown('result')
    onPanel(next)
  }
  const offerRunning = useOfferRunning(changed, () => showPanel('running'))
  const save = useSave<D>({
    ...saving,
    onSaved: (value, version) => {
      onSaved(value, version)
      offerRunning(version)
    },
    onReloaded: builder.replace,
  })
  const { edit: editValue } = builder
  const { clearFields } = save
  // biome-ignore lint/correctness/useExhaustiveDependencies: clearing the server's messages never changes
  const edit = useCallback(
    (change: (value: D) => D, mergeKey: string | null = null) => {
      clearFields()
      editValue(change, mergeKey)
    },
    [editValue],
  )
  return { shown, setShown, showPanel, save, edit, ...useLevelActions({ definition: builder.value, edit, newRule }) }
}

/** Names of the groups, people and matrices in rules, and of other ids by kind. */
export const useRuleNames = (
  rules: readonly RulePeople[],
  others: Parameters<typeof useNames>[0] = {},
): Map<string, string> => {
  const known = useNames({
    ...others,
    group: rules.flatMap((rule) => [...rule.approverGroupIds, ...rule.watcherGroupIds]),
    member: [...(others.member ?? []), ...rules.flatMap((rule) => [...rule.approverUserIds, ...rule.watcherUserIds])],
  })
  const { data: matrices } = useMatrices()
  return new Map([...known, ...(matrices ?? []).map(({ id, name }): [string, string] => [id, `Matrix ${name}`])])
}
