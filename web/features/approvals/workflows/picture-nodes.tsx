import { IconAlertCircle, IconListCheck } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, type NodeTypes, Position } from '@xyflow/react'
import type { RuleType } from '../../../../schema/approvals/workflows/definition.ts'
import classes from './picture.module.css'
import { RULE_ICONS } from './rule-icons.ts'

type EndNode = Node<{ label: string; text: string; isLast?: boolean }>
type LevelNode = Node<{ label: string; isEmpty: boolean }>
type BlockNode = Node<{
  label: string
  type: RuleType
  who: string
  /** When the rule applies, or the result for sample answers. */
  condition: string
  /** How long it usually takes, or empty. */
  usual: string
  /** For sample answers. Undefined while there are none. */
  outcome: 'asked' | 'skipped' | undefined
  isSelected: boolean
  hasProblem: boolean
  onSelect: (() => void) | undefined
}>

/** The ends of the edges, which people can't draw. */
const Anchors = () => (
  <>
    <Handle type="target" position={Position.Top} className={classes.anchor} isConnectable={false} />
    <Handle type="source" position={Position.Bottom} className={classes.anchor} isConnectable={false} />
  </>
)

const End = ({ data }: NodeProps<EndNode>) => (
  <div className={classes.end} data-last={data.isLast || undefined}>
    <Anchors />
    <b>{data.label}</b>
    {data.text && <span title={data.text}>{data.text}</span>}
  </div>
)

const Level = ({ data }: NodeProps<LevelNode>) => (
  <div className={classes.level}>
    <Anchors />
    <span>{data.label}</span>
    {data.isEmpty && <span> is empty</span>}
  </div>
)

const Block = ({ data }: NodeProps<BlockNode>) => {
  const Icon = RULE_ICONS[data.type] ?? IconListCheck
  const content = (
    <>
      <span className={classes.blockLabel}>
        {data.hasProblem ? <IconAlertCircle size={16} aria-label="Needs attention" /> : <Icon size={16} aria-hidden />}
        <b>{data.label}</b>
        {data.outcome && <span className={classes.outcome}>{data.outcome === 'asked' ? 'Asked' : 'Not asked'}</span>}
      </span>
      <span className={classes.who}>{data.who}</span>
      {data.condition && (
        <span className={classes.condition} title={data.condition}>
          {data.condition}
        </span>
      )}
      {data.usual && <span className={classes.condition}>{data.usual}</span>}
    </>
  )
  if (!data.onSelect)
    return (
      <div className={classes.block} data-plain>
        {content}
      </div>
    )
  return (
    <button
      type="button"
      className={`${classes.block} nodrag nopan`}
      data-selected={data.isSelected || undefined}
      data-problem={data.hasProblem || undefined}
      data-outcome={data.outcome}
      aria-current={data.isSelected || undefined}
      onClick={data.onSelect}
    >
      {content}
    </button>
  )
}

export const PICTURE_NODES: NodeTypes = { end: End, level: Level, block: Block }
