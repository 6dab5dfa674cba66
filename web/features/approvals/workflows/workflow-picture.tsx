import '@xyflow/react/dist/base.css'
import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { type Edge, MarkerType, type Node, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { usualWords } from '../../../../schema/approvals/engine/usual-time.ts'
import { useIsMobile } from '../../../ui/viewport.ts'
import classes from './picture.module.css'
import { type Box, layOut } from './picture-layout.ts'
import { PICTURE_NODES } from './picture-nodes.tsx'
import { WorkflowOutline, type WorkflowPictureProps } from './workflow-outline.tsx'
import { outcomeOf, ruleReason, sentenceCase, whoText } from './workflow-words.ts'

/** The workflow as it runs, drawn or as a list. */
export const WorkflowPicture = (props: WorkflowPictureProps) => {
  const isMobile = useIsMobile()
  const [chosen, setView] = useState<string | null>(null)
  const view = chosen ?? (isMobile && !props.onSelect ? 'list' : 'picture')
  return (
    <section className={classes.frame} aria-label={`How the ${props.noun ?? 'workflow'} runs`}>
      <header className={classes.top}>
        <h2>How it runs</h2>
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={view}
          onChange={setView}
          data={[
            { value: 'picture', label: 'Picture' },
            { value: 'list', label: 'List' },
          ]}
        />
      </header>
      {props.path && (
        <p className={classes.tried} role="status">
          {props.tried ?? 'Path of the tested answers'}
          <Button size="compact-xs" variant="subtle" onClick={props.onClearPath}>
            Show all
          </Button>
        </p>
      )}
      {view === 'list' ? (
        <WorkflowOutline {...props} />
      ) : (
        <ReactFlowProvider>
          <Drawing {...props} />
        </ReactFlowProvider>
      )}
    </section>
  )
}

const place = (box: Box) => ({
  id: box.id,
  position: { x: box.x, y: box.y },
  width: box.width,
  height: box.height,
  draggable: false,
  selectable: false,
})

const FIT = { padding: 0.08, minZoom: 0.45, maxZoom: 1 }

const Drawing = (props: WorkflowPictureProps) => {
  const { definition, texts, names, selectedId, problemIds, path, onSelect, usualTimes } = props
  const flow = useReactFlow()
  const boxRef = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => layOut(definition, usualTimes), [definition, usualTimes])
  const shape = JSON.stringify([layout.levels, layout.start.height])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture is fitted again when its shape changes
  useEffect(() => {
    const timer = setTimeout(() => void flow.fitView(FIT), 0)
    return () => clearTimeout(timer)
  }, [flow, shape])
  useEffect(() => {
    const box = boxRef.current
    if (!box) return
    const observer = new ResizeObserver(() => void flow.fitView(FIT))
    observer.observe(box)
    return () => observer.disconnect()
  }, [flow])

  const { entry } = texts
  const usualOf = (ruleId: string): string => {
    const usual = usualTimes?.get(ruleId)
    return usual === undefined ? '' : sentenceCase(usualWords(usual))
  }
  const nodes: Node[] = [
    { ...place(layout.start), type: 'end', data: { label: 'Submitted', text: entry && `When ${entry}` } },
    ...layout.levels.map((level) => ({
      ...place(level),
      type: 'level',
      data: { label: `Level ${level.number}`, isEmpty: !definition.levels[level.number - 1]?.rules.length },
    })),
    ...layout.blocks.map(({ rule, ...box }) => ({
      ...place(box),
      type: 'block',
      zIndex: 1,
      data: {
        label: rule.label || 'Untitled rule',
        type: rule.type,
        who: whoText(rule, names),
        condition: ruleReason(rule, texts.when(rule), path),
        usual: usualOf(rule.id),
        outcome: outcomeOf(rule, path),
        isSelected: rule.id === selectedId,
        hasProblem: problemIds.has(rule.id),
        onSelect: onSelect && (() => onSelect(rule.id)),
      },
    })),
    { ...place(layout.end), type: 'end', data: { label: 'Approved', text: '', isLast: true } },
  ]
  const edges: Edge[] = layout.edges.map((edge) => ({
    ...edge,
    type: 'straight',
    focusable: false,
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
  }))
  return (
    <div ref={boxRef} className={classes.canvas}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={PICTURE_NODES}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        disableKeyboardA11y
        minZoom={0.3}
        maxZoom={1.5}
        fitView
        fitViewOptions={FIT}
        proOptions={{ hideAttribution: true }}
      />
      <div className={classes.zoom}>
        <Tooltip label="Zoom in">
          <ActionIcon size="sm" aria-label="Zoom in" onClick={() => void flow.zoomIn()}>
            <IconPlus size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Zoom out">
          <ActionIcon size="sm" aria-label="Zoom out" onClick={() => void flow.zoomOut()}>
            <IconMinus size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Show the whole workflow">
          <ActionIcon size="sm" aria-label="Show the whole workflow" onClick={() => void flow.fitView(FIT)}>
            <IconMaximize size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}
