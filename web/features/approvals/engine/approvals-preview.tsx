import { Alert, Skeleton, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { type Ref, useId, useState } from 'react'
import { viaWords } from '../../../../schema/approvals/engine/block-people.ts'
import { usualWords } from '../../../../schema/approvals/engine/usual-time.ts'
import type { previewApprovals } from '../../../../schema/requests/endpoints.ts'
import { RULE_TYPE_LABELS } from '../../../../schema/requests/workflows/definition-rules.ts'
import { listOf } from '../../../../schema/shared/name-lists.ts'
import type { ResponseOf } from '../../../lib/rest.ts'
import { useSaid } from '../../../ui/focus/use-said.ts'
import { PersonAvatar } from '../../../ui/person-name.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import classes from './preview.module.css'

export type Preview = ResponseOf<typeof previewApprovals>
const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type Block = Preview['levels'][number]['blocks'][number]

const BlockRow = ({ block }: { block: Block }) => (
  <li className={classes.block}>
    <div className={classes.blockHead}>
      <span className={classes.label}>{block.label}</span>
      {block.ruleType !== 'APPROVAL' && <span className={classes.kind}>{RULE_TYPE_LABELS[block.ruleType]}</span>}
    </div>
    {block.completesAtOnce ? (
      <p className={classes.reason}>Completes automatically</p>
    ) : (
      <ul className={classes.people}>
        {block.approvers.map((approver) => (
          <li key={approver.userId} title={viaWords(approver.via)}>
            <PersonAvatar name={approver.name} />
            <span className={classes.name}>
              <span>{approver.name}</span>
              <span className={classes.via}>{viaWords(approver.via)}</span>
            </span>
          </li>
        ))}
      </ul>
    )}
    <p className={classes.reason}>{block.reason.replace(/^Always\b/, 'Always required')}</p>
    {block.usualMs !== null && <p className={classes.reason}>{sentenceCase(usualWords(block.usualMs))}</p>}
    {block.excludesEarlierDeciders && (
      <p className={classes.reason}>People who decided an earlier step can’t decide this one</p>
    )}
    {block.watchers.length > 0 && (
      <p className={classes.reason}>Watching: {listOf(block.watchers.map((watcher) => watcher.name))}</p>
    )}
  </li>
)

/** Rules that don't apply, collapsed. */
export const SkippedRules = ({ skipped }: { skipped: { label: string; level: number; reason: string }[] }) => {
  const [opened, setOpened] = useState(false)
  const id = useId()
  if (skipped.length === 0) return null
  const text = skipped.length === 1 ? '1 step skipped' : `${skipped.length} steps skipped`
  return (
    <div className={classes.skipped}>
      <UnstyledButton
        className={classes.fold ?? ''}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened((was) => !was)}
      >
        <IconChevronRight size={14} aria-hidden data-opened={opened || undefined} />
        {text}
      </UnstyledButton>
      <ul id={id} hidden={!opened}>
        {skipped.map((rule) => (
          <li key={`${rule.level} ${rule.label} ${rule.reason}`}>
            <span className={classes.label}>{rule.label}</span> <span className={classes.via}>level {rule.level}</span>
            <p className={classes.reason}>{rule.reason}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ApprovalsPreviewProps {
  preview: Omit<Preview, 'restarts'> | undefined
  error: unknown
  onRetry: () => void
  updating: boolean
  /** The text before the first answer. Only then can `preview` stay undefined. */
  waitingForInput?: boolean
  problemRef?: Ref<HTMLDivElement>
  /** "bill" */
  noun?: string
  /** If nothing is about to be submitted. */
  problemTitle?: string
}

/** In one sentence, without the reasons. */
export const saidApprovals = ({ problem, levels }: Pick<Preview, 'problem' | 'levels'>, noun: string): string => {
  if (problem) return problem
  if (levels.length === 0) return `No approval needed. The ${noun} is approved on submission.`
  const steps = levels.map(({ blocks }) =>
    listOf(blocks.map(({ label, approvers }) => approvers.map(({ name }) => name).join(' or ') || label)),
  )
  return `Who will approve: ${steps.join(', then ')}`
}

/** Who would approve these answers, and why, level by level. */
export const ApprovalsPreview = (props: ApprovalsPreviewProps) => {
  const { preview, error, onRetry, updating, waitingForInput = false, problemRef } = props
  const { noun = 'request', problemTitle = `This ${noun} can’t be submitted yet` } = props
  useSaid(preview && !updating ? saidApprovals(preview, noun) : null)
  if (error && !preview) return <ErrorState error={error} onRetry={onRetry} compact />
  if (!preview) {
    if (waitingForInput) return <p className={classes.reason}>Updates as you answer.</p>
    return (
      <div className={classes.bones} aria-hidden>
        <Skeleton height={12} width="45%" />
        <Skeleton height={24} width="80%" />
        <Skeleton height={24} width="65%" />
      </div>
    )
  }
  return (
    <div aria-busy={updating} data-updating={updating || undefined} className={classes.preview}>
      {preview.problem && (
        <Alert
          ref={problemRef}
          role="note"
          tabIndex={-1}
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={16} />}
          title={problemTitle}
        >
          {preview.problem}
        </Alert>
      )}
      {preview.levels.length === 0 ? (
        !preview.problem && <p className={classes.none}>No approval needed. The {noun} is approved on submission.</p>
      ) : (
        <ol className={classes.levels}>
          {preview.levels.map((level, i) => (
            <li key={level.number} className={classes.level}>
              <span className={classes.dot} aria-hidden>
                {i + 1}
              </span>
              <ul className={classes.blocks} aria-label={`Level ${i + 1}`}>
                {level.blocks.map((block) => (
                  <BlockRow key={block.ruleId} block={block} />
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      <SkippedRules skipped={preview.skipped} />
    </div>
  )
}
