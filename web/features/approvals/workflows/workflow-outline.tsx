import { usualWords } from '../../../../schema/approvals/engine/usual-time.ts'
import type { WorkflowDefinition, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { RULE_TYPE_LABELS } from '../../../../schema/requests/workflows/definition-rules.ts'
import classes from './picture.module.css'
import type { TriedPath } from './trial/tried-path.ts'
import { outcomeOf, ruleReason, sentenceCase, whoText } from './workflow-words.ts'
export interface WorkflowPictureProps {
  definition: WorkflowDefinition
  /** When it runs at all, and when each rule does, in words. Empty for always. */
  texts: { entry: string; when: (rule: WorkflowRule) => string }
  /** What it is, if it isn't a workflow. */
  noun?: string
  /** What is said over the results for a trial. */
  tried?: string
  names: ReadonlyMap<string, string>
  /** The rule that is open in the editor. */
  selectedId: string | null
  problemIds: ReadonlySet<string>
  /** The results for sample answers. Null while there are none. */
  path: TriedPath | null
  onClearPath?: () => void
  /** Without it the rules can't be opened. */
  onSelect?: (ruleId: string) => void
  /** How long each rule's steps usually take, in milliseconds. */
  usualTimes?: ReadonlyMap<string, number>
}

/** The picture in words: the same order and the same blocks. */
export const WorkflowOutline = (props: WorkflowPictureProps) => {
  const { definition, texts, names, selectedId, path, onSelect, usualTimes } = props
  const { entry } = texts
  return (
    <ol className={classes.outline}>
      <li>
        <b>Submitted</b> {entry ? `when ${entry}` : 'in any case'}
      </li>
      {definition.levels.map((level) => (
        <li key={level.id}>
          <b>Level {level.number}</b>
          {level.rules.length === 0 && ' is empty'}
          <ul>
            {level.rules.map((rule) => {
              const reason = ruleReason(rule, texts.when(rule), path)
              const outcome = outcomeOf(rule, path)
              const usual = usualTimes?.get(rule.id)
              return (
                <li key={rule.id}>
                  {onSelect ? (
                    <button
                      type="button"
                      aria-current={rule.id === selectedId || undefined}
                      onClick={() => onSelect(rule.id)}
                    >
                      {rule.label || 'Untitled rule'}
                    </button>
                  ) : (
                    <b>{rule.label}</b>
                  )}
                  <span>
                    {RULE_TYPE_LABELS[rule.type]}: {whoText(rule, names)}
                    {outcome
                      ? `. ${outcome === 'asked' ? 'Asked' : 'Not asked'}: ${reason}`
                      : `, ${reason ? reason[0]?.toLowerCase() + reason.slice(1) : 'always'}`}
                    {usual !== undefined && `. ${sentenceCase(usualWords(usual))}`}
                  </span>
                </li>
              )
            })}
          </ul>
        </li>
      ))}
      <li>
        <b>Approved</b>
      </li>
    </ol>
  )
}
