import { Radio, Stack } from '@mantine/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { definitionOf, ruleIdIn } from '../../../../schema/approvals/rule-sets/compile.ts'
import type { Simulation } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { isChoice, type RuleKind } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { APPROVAL_MODE_WORDS, type ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import { EntryRow, EntryTitle } from '../../../ui/builder/entry-row.tsx'
import { focusSoon, partElementId } from '../../../ui/builder/focus.ts'
import { useBuilder } from '../../../ui/builder/use-builder.ts'
import { saidOfGuarded } from '../../platform/guarded/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import {
  AddMenu,
  type AddMenuProps,
  LevelsEditor,
  movesOf,
  partOfMessage,
  type ResultPanel,
  RuleBuilderFrame,
  type TriedPath,
  useRuleBuilder,
  useRuleNames,
  WorkflowPicture,
  whoText,
} from '../workflows/index.ts'
import { keysOf, type RuleSetAnswer, readRuleSet, useBacktest } from './api.ts'
import { CoverageFields } from './coverage-fields.tsx'
import {
  contentOf,
  type DraftRule,
  draftOf,
  draftProblems,
  inputOf,
  isDraft,
  newRule,
  type RuleSetDraft,
} from './draft.ts'
import { ResultTabs } from './result-tabs.tsx'
import { RuleEditor, type RulePart } from './rule-editor.tsx'
import classes from './rule-sets.module.css'
import { useRuleSubject } from './rule-subject.ts'
import { coverageWords, KIND_ICONS, KIND_LABELS, KIND_TEXTS, lowered, ruleTitle, whenWords } from './rule-words.ts'
import { EMPTY_SAMPLE } from './sample.ts'
import { useNewVersion } from './use-new-version.ts'

/** Which part of a rule a message is about. */
const partOf = (message: string): RulePart | null => {
  if (/field|option|amount|months/i.test(message)) return 'when'
  const part = partOfMessage(message)
  return part === 'approvers' || part === 'watchers' ? part : null
}

interface RuleSetBuilderProps {
  ruleSet: RuleSetAnswer
  /** What is shown beside the rules, from the address. */
  panel: ResultPanel
  onPanel: (panel: ResultPanel) => void
}

export const RuleSetBuilder = ({ ruleSet, panel, onPanel }: RuleSetBuilderProps) => {
  const { currency, requestApprovalMode } = useCompany()
  const subject = useRuleSubject()
  const { customFields: fields, id } = ruleSet
  const initial = useMemo(() => draftOf(ruleSet), [ruleSet])
  const builder = useBuilder<RuleSetDraft>({
    initial,
    version: ruleSet.version,
    draftName: `rule-set.${id}`,
    isDraftOf: isDraft,
  })
  const markSaved = useNewVersion(builder, initial, ruleSet.version, inputOf)
  const draft = builder.value
  const [sample, setSample] = useState(EMPTY_SAMPLE)
  const [path, setPath] = useState<{ of: RuleSetDraft; rules: TriedPath } | null>(null)
  const backtest = useBacktest(id)
  const answer = useRef<Awaited<ReturnType<typeof subject.api.save>>>({ id, version: 0 })
  const { shown, setShown, showPanel, save, edit, openId, setOpenId, rules, levels, show } = useRuleBuilder({
    builder,
    changed: { kind: 'RULE_SET', id },
    panel,
    onPanel,
    newRule: useCallback((kind: RuleKind, ruleId: string): DraftRule => newRule(kind, ruleId, fields), [fields]),
    onSaved: (value, version) => {
      if (!answer.current.waits) return markSaved(value, version)
      void readRuleSet(subject, id).then((held) => builder.replace(draftOf(held), held.version))
    },
    saving: {
      save: async ({ value, version }, commandId) => {
        answer.current = await subject.api.save(id, { ...inputOf(value), version }, commandId)
        return answer.current.version
      },
      readTheirs: async () => {
        const theirs = await readRuleSet(subject, id)
        return { value: draftOf(theirs), version: theirs.version }
      },
      success: () => saidOfGuarded('Rule set saved')(answer.current),
      invalidates: [keysOf(subject).list, keysOf(subject).one(id)],
    },
  })

  const allRules = draft.levels.flatMap((level) => level.rules)
  const names = useRuleNames(allRules, {
    department: draft.departmentIds,
    'spend-category': draft.spendCategoryIds,
    'business-unit': draft.businessUnitIds,
  })
  const words = { fields, currency }
  const levelOf = (ruleId: string) =>
    draft.levels.find((level) => level.rules.some((rule) => rule.id === ruleId))?.rules ?? []

  const found = useMemo(() => draftProblems(draft, fields), [draft, fields])
  const problems = [
    ...found,
    ...Object.entries(save.fields ?? {})
      .filter(([key, message]) => !found.some((each) => each.id === key && each.message === message))
      .map(([key, message]) => ({ id: key, message })),
  ]
  const whereOf = (key: string): string => {
    const level = draft.levels.find((each) => each.id === key)
    if (level) return `Level ${level.number}`
    const rule = allRules.find((each) => each.id === key)
    return rule ? ruleTitle(rule, levelOf(key), words) : 'What it covers'
  }
  const jumpTo = ({ id: key, message }: { id: string; message: string }): void => {
    setShown('editor')
    if (allRules.some((rule) => rule.id === key)) setOpenId(key)
    focusSoon([partElementId(key, partOf(message) ?? 'label'), partElementId(key, 'label'), 'coverage-categories'])
  }
  const addMenu = ({ children, ...props }: AddMenuProps<RuleKind>) => (
    <AddMenu
      {...props}
      offered={subject.kinds
        .filter((kind) => kind !== 'customFieldRules' || fields.some(isChoice))
        .map((type) => ({
          ...{ type, label: KIND_LABELS[type], icon: KIND_ICONS[type] },
          text: type === 'noConditionRules' ? subject.words.always : KIND_TEXTS[type],
        }))}
    >
      {children}
    </AddMenu>
  )
  const editor = (
    <>
      <CoverageFields
        draft={draft}
        errors={save.fields ?? {}}
        onChange={(patch) => edit((value) => ({ ...value, ...patch }))}
      />
      {subject.hasMode && (
        <section className={classes.coverage} aria-label="When approvers are notified">
          <Radio.Group
            label="When approvers are notified"
            description="Applies to new bills; bills in progress are unaffected. If several rule sets cover a bill, level by level wins."
            value={draft.approvalMode ?? 'COMPANY'}
            onChange={(mode) =>
              edit((value) => ({ ...value, approvalMode: mode === 'COMPANY' ? null : (mode as ApprovalMode) }))
            }
          >
            <Stack gap={8} mt="xs" mb={6}>
              <Radio
                value="COMPANY"
                label={`As in the approval settings, currently ${APPROVAL_MODE_WORDS[requestApprovalMode]}`}
              />
              <Radio
                value="EACH_LEVEL_GROUP"
                label="Level by level: approvers are notified once all earlier levels have approved"
              />
              <Radio
                value="ALL_AT_ONCE"
                label="All at once: every approver is notified as soon as the bill is entered"
              />
            </Stack>
          </Radio.Group>
        </section>
      )}
      <LevelsEditor
        all={draft.levels}
        problems={problems}
        titleOf={(rule, level) => ruleTitle(rule, level.rules, words)}
        levels={levels}
        rules={rules}
        empty="This rule set has no approvers."
        addMenu={addMenu}
        row={(rule, level, index) => {
          const title = ruleTitle(rule, level.rules, words)
          const when = whenWords(rule, level.rules, words)
          const own = problems.filter((each) => each.id === rule.id)
          return (
            <EntryRow
              id={rule.id}
              name={title}
              icon={KIND_ICONS[rule.kind]}
              title={<EntryTitle>{title}</EntryTitle>}
              meta={
                <>
                  {whoText(rule, names)}
                  {rule.excludesEarlierDeciders && ' · Not by earlier deciders'}
                  {rule.label.trim() && when && ` · When ${lowered(rule.kind, when)}`}
                </>
              }
              roomy
              open={openId === rule.id}
              problems={own}
              onToggle={() => rules.toggle(rule.id)}
              {...movesOf(draft.levels, level, index, (levelId, slot) => rules.move(rule.id, levelId, slot))}
              onDuplicate={() => rules.duplicate(rule.id)}
              onRemove={() => rules.remove(rule.id)}
            >
              <RuleEditor
                rule={rule}
                fields={fields}
                problem={(part) => own.find(({ message }) => partOf(message) === part)?.message}
                onChange={(patch, mergeKey) => rules.change(rule.id, patch, mergeKey ?? null)}
              />
            </EntryRow>
          )
        }}
      />
    </>
  )

  const definition = useMemo(() => definitionOf(ruleSet.name, contentOf(draft, fields)), [ruleSet.name, draft, fields])
  const draftRules = new Map(allRules.map((rule) => [rule.id, rule]))
  const when = (ruleId: string): string => {
    const rule = draftRules.get(ruleId)
    return rule ? lowered(rule.kind, whenWords(rule, levelOf(ruleId), words)) : ''
  }
  const pathOf = ({ plan }: Simulation): TriedPath => {
    const own = (ruleId: string) => ruleId.slice(ruleIdIn(id, '').length)
    const ofSet = ({ ruleId }: { ruleId: string }) => ruleId.startsWith(ruleIdIn(id, ''))
    const asked = plan.levels.flatMap((level) => level.blocks).filter(ofSet)
    return new Map<string, { isAsked: boolean; reason: string }>([
      ...asked.map(({ ruleId, reason }) => [own(ruleId), { isAsked: true, reason }] as const),
      ...plan.skipped.filter(ofSet).map(({ ruleId, reason }) => [own(ruleId), { isAsked: false, reason }] as const),
    ])
  }

  return (
    <RuleBuilderFrame
      builder={builder}
      noun="rule set"
      saveLabel="Save rules"
      save={save}
      found={found}
      problems={problems}
      whereOf={whereOf}
      jumpTo={jumpTo}
      shown={shown}
      onShow={setShown}
      editor={editor}
      result={
        <ResultTabs
          panel={panel}
          onPanel={showPanel}
          ruleSetId={id}
          version={builder.version}
          draft={inputOf(draft)}
          hasProblems={problems.length > 0}
          isDirty={builder.dirty}
          backtest={backtest}
          sample={sample}
          onSample={setSample}
          onShowPath={(simulation) => {
            setPath({ of: draft, rules: pathOf(simulation) })
            onPanel('picture')
          }}
          onRestore={(restored) => {
            edit(() => draftOf(restored))
            onPanel('picture')
          }}
          picture={
            <WorkflowPicture
              noun="rule set"
              tried={subject.words.tried}
              definition={definition}
              texts={{ entry: coverageWords(draft, names), when: (rule) => when(rule.id) }}
              names={names}
              selectedId={openId}
              problemIds={new Set(problems.map((problem) => problem.id))}
              // A trial result doesn't apply to rules that have changed since.
              path={path?.of === draft ? path.rules : null}
              onClearPath={() => setPath(null)}
              onSelect={(ruleId) => {
                setShown('editor')
                show(ruleId)
              }}
            />
          }
        />
      }
    />
  )
}
